/**
 * docs/troubleshooting.md: the likeliest troubles, messages at the start, and every error code.
 * @module
 */
import { NAME } from "../project.ts";
import { ADVICE, codes } from "./codes.ts";
import { MESSAGES, type Trouble, TROUBLES } from "./troubles.ts";

/** The whole page. */
export function troubleshooting(): string {
  return [
    "# Troubleshooting",
    "<!-- Written by `deno task docs` from packaging/troubleshooting/. -->",
    "For people whose fossick does not start, shows no tools, or answers with an error.",
    "First ask fossick itself. Run its start command with `doctor` at the end, in the same directory:",
    ["```sh", `npx -y ${NAME} doctor`, "```"].join("\n"),
    "It shows what the server may read, and whether everything works. The last line is the one thing to do next. In a pipe or a script, add `--text`.",
    ...TROUBLES.flatMap(section),
    "## Other messages at the start",
    table(["message", "what to do"], MESSAGES),
    "## Error codes",
    "A tool's error has a code, a message, and a call that works. Models correct themselves by it, so most errors " +
    "need nothing from you.",
    table(["code", "what it means, and what to do"], codes().map((code) => [`\`${code}\``, ADVICE[code]])),
  ].join("\n\n") + "\n";
}

function section({ title, help }: Trouble): string[] {
  return [`## ${title}`, help.map((one) => `- ${one}`).join("\n")];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  return [head, head.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
