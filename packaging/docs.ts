/**
 * `deno task docs`: writes what is told in the README and docs/ from the definitions of the program itself.
 * With `--check` it writes nothing and fails where that would change anything.
 * @module
 */
import { join } from "@std/path";
import { hostsSection } from "./hosts.ts";
import { CHECKOUT } from "./project.ts";
import { toolsSection } from "./tool_costs.ts";
import { troubleshooting } from "./troubleshooting.ts";

/** A page, and what it should be. */
export interface Page {
  /** Relative to the checkout. */
  readonly path: string;
  readonly text: string;
}

/** All pages that are written, in whole or in part. */
export async function pages(): Promise<Page[]> {
  const readme = Deno.readTextFileSync(join(CHECKOUT, "README.md"));
  const filled = withSection(withSection(readme, "hosts", hostsSection()), "tools", toolsSection());
  return [
    { path: "README.md", text: await markdown(filled) },
    { path: "docs/troubleshooting.md", text: await markdown(troubleshooting()) },
  ];
}

/**
 * `text` with another content between `<!-- name:begin -->` and `<!-- name:end -->`.
 * @throws Error when it has no such place
 */
export function withSection(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}:begin -->`, end = `<!-- ${name}:end -->`;
  const from = text.indexOf(begin), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no ${begin} … ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** Markdown as `deno fmt` would have it. */
export async function markdown(text: string): Promise<string> {
  const config = join(CHECKOUT, "deno.json");
  const command = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", `--config=${config}`, "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = command.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout } = await command.output();
  if (!success) throw new Error("deno fmt failed");
  return new TextDecoder().decode(stdout);
}

/** Those that are not as they should be. */
export async function stalePages(): Promise<Page[]> {
  return (await pages()).filter(({ path, text }) => read(path) !== text);
}

/** "" when there is none. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(join(CHECKOUT, path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

if (import.meta.main) {
  const found = await stalePages();
  for (const { path, text } of found) {
    console.log(path);
    if (!Deno.args.includes("--check")) Deno.writeTextFileSync(join(CHECKOUT, path), text);
  }
  if (Deno.args.includes("--check") && found.length > 0) Deno.exit(1);
}
