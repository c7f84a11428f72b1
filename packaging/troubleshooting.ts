/**
 * docs/troubleshooting.md: every error code, with advice for users who run the server, and its messages.
 * @module
 */
import { FAULTS } from "../src/model/messages/faults.ts";

/** An error code. */
export type Code = typeof FAULTS[keyof typeof FAULTS]["code"];

/** Advice for each code; the compiler checks that none is missing. Markdown. */
export const ADVICE: Readonly<Record<Code, string>> = {
  INVALID_ARGUMENT:
    "The model passed an argument that the tool does not accept. The answer has a call that works, and models " +
    "correct their call by it. If a model keeps failing, check that the host shows the tool's complete schema: " +
    "`fossick tools --json` prints it.",
  UNKNOWN_ARGUMENT:
    "The same for an argument's name; the answer has the nearest names. Often the model knows another " +
    "server's tools: offer it only one of the two servers.",
  CONFLICTING_FORMATS:
    "An answer has one form: keep one of `total_only`, `count_only_matches`, `value_counts`, `summary_only`, " +
    "`group_by_file`.",
  PATH_OUTSIDE_ROOT:
    "The path lies outside every root, or a link leads out of them. To open more, start the server with a further " +
    "`--root DIR` and a grant for it (`--allow-read=/my/project,/other`). The answer reveals nothing about paths outside, " +
    "not even whether they exist.",
  NOT_FOUND: "The answer has the nearest existing paths. Paths are relative to the first `--root`; `fossick doctor` " +
    "shows that directory.",
  NOT_A_FILE: "The path is a directory, or a special file that can't be read: a socket, a device, a pipe.",
  NOT_A_DIRECTORY: "The tool needs a directory, and the path is a file.",
  PERMISSION_DENIED: "The operating system refuses the file to the server's user, or `--allow-read` does not " +
    "cover it. From `consult_files`: the file is never sent, unless `--consult-allow GLOB` allows it.",
  INVALID_REGEX:
    "A query is a JavaScript regular expression, matched line by line. `fixed_strings` makes it plain text; " +
    "`multiline` lets matches cross lines (`.` only after `(?s)`).",
  INVALID_GLOB: "`*` within a name, `**` over directories, `?`, `[a-z]`, `{a,b}`; `\\` before a literal character.",
  TOO_LARGE: "Send less. A search skips files over `max_filesize` (`10M` by default, at most `200M`) without " +
    "an error, and counts them.",
  BINARY_FILE: "There is a NUL byte in the first 8 KiB. If the file is text anyway, name its `encoding`.",
  UNSUPPORTED_ENCODING: "Use a label of the WHATWG Encoding Standard.",
  TIMEOUT:
    "There was no result within the timeout; a partial one would have been returned. Narrow the roots or globs, or " +
    "raise `--timeout-ms` (4000 by default, at most 30000).",
  CANCELLED: "The host cancelled the call, or the user pressed Ctrl-C.",
  CHANGED_WHILE_READ: "Another program keeps writing to the file. Call again, or read it when it no longer changes.",
  PROVIDER_ERROR:
    "The model at `--provider-url` failed. The answer has its message; the key is in no answer and no log. " +
    "`invalid peer certificate: UnknownIssuer` means that Deno does not know the certificate authority: set " +
    "`DENO_CERT=ca.pem`.",
  CONSULT_UNAVAILABLE:
    "No model can be asked: start with `--provider-url URL --allow-net=HOST --allow-env=FOSSICK_API_KEY`. `dry_run` " +
    "works without it.",
  INTERNAL: "A bug in fossick. The answer has an id; stderr has the stack with the same id, which hosts keep in " +
    "their logs of MCP servers. Please report both.",
};

/** Errors before the first answer. Markdown: the symptom, and what to do. */
const STARTS: readonly (readonly [seen: string, advice: string])[] = [
  ["`fossick may not read its root`", "Give `--allow-read` exactly the path that `--root` has."],
  [
    "`There is no option --allow-read`",
    "Grants go before the script's name: `deno run --no-prompt --allow-read=DIR dist/fossick.js --root DIR`.",
  ],
  [
    "`Unstable API 'Worker.deno.permissions'`",
    "The bundle has no `deno.json`, and a provider is configured: add `--unstable-worker-options` after `deno run`, or put the " +
    "one-line `deno.json` of [distribution.md](distribution.md#the-bundle) next to it (the checkout's own does not work " +
    "there).",
  ],
  [
    "the host says that the server did not start, or timed out",
    "Run its command in a terminal with `doctor` appended. The first start from source downloads packages: run it once " +
    "by hand, or use `dist/fossick.js`, which downloads nothing.",
  ],
  [
    "`command not found: deno`",
    "Hosts started from a desktop have a short `PATH`: give the full path of `deno`, or `npx -y deno@…`.",
  ],
  [
    "exit code 2 and a sentence on stderr",
    "A wrong option or root; the lines below the message show a command that works, where fossick knows one.",
  ],
  [
    "`Unsupported lockfile version`",
    "Deno is older than 2.3 and can't read the checkout's lock file; fossick needs 2.6.8: `deno upgrade`.",
  ],
  [
    "`Deno has panicked`, `Too many open files`",
    "`ulimit -n` is below 25: Deno ends before or during the start of the program. With 25 to about 70 the server " +
    "runs without engine threads and without watching files.",
  ],
  [
    "`doctor` exits 1",
    "Reading fails, or the server has more permissions than it needs. Each `problem:` line names one, and the last line says what to do.",
  ],
];

/** The whole page. */
export function troubleshooting(): string {
  return [
    "# Troubleshooting",
    "<!-- Written by `deno task docs` from packaging/troubleshooting.ts and src/model/messages/faults.ts. -->",
    "Every error of a tool has a code, a message, and a hint with a call that works. Run `fossick doctor` first: it " +
    "shows roots, permissions, threads and limits, and their problems.",
    "## It does not start",
    ["| symptom | what to do |", "| --- | --- |", ...STARTS.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
    "## It answers with an error",
    ...codes().flatMap((code) => [`### ${code}`, ADVICE[code], sentences(code)]),
  ].join("\n\n") + "\n";
}

/** All codes, in alphabetical order. */
export function codes(): Code[] {
  return [...new Set(Object.values(FAULTS).map(({ code }) => code))].toSorted();
}

/** The messages of a code, each with its hint; `{…}` is a value. */
function sentences(code: Code): string {
  const faults = Object.values(FAULTS).filter((fault) => fault.code === code);
  return ["```text", ...faults.map(({ en: [message, hint] }) => `${message}\n  ${hint}`), "```"].join("\n");
}
