/**
 * docs/troubleshooting.md: every error code, what it means for whoever runs the server, and its sentences.
 * @module
 */
import { FAULTS } from "../src/model/messages/faults.ts";

/** An error code. */
export type Code = typeof FAULTS[keyof typeof FAULTS]["code"];

/** What to do about each; that none is missing is checked by the compiler. Markdown. */
export const ADVICE: Readonly<Record<Code, string>> = {
  INVALID_ARGUMENT:
    "The model wrote an argument that the tool does not take. The answer has a call that works, and models " +
    "mend it by themselves. If one keeps failing, see that the host shows the tool's schema whole: " +
    "`fossick tools --json` prints it.",
  UNKNOWN_ARGUMENT:
    "The same, for an argument's name; the nearest names are in the answer. Often the model knows another " +
    "server's tools: offer it only one of the two.",
  CONFLICTING_FORMATS: "An answer has one form: keep one of `total_only`, `count_only_matches`, `summary_only`, " +
    "`group_by_file`.",
  PATH_OUTSIDE_ROOT:
    "The path lies in no root, or a link leads out of them. To open more, start the server with a further " +
    "`--root DIR` and a grant for it (`--allow-read=/my/project,/other`). Nothing is said of what lies outside, not even " +
    "whether it exists.",
  NOT_FOUND:
    "The nearest existing paths are in the answer. Paths are relative to the first `--root`; `fossick doctor` " +
    "shows where that is.",
  NOT_A_FILE: "The path is a directory, or something that can't be read as a file: a socket, a device, a pipe.",
  NOT_A_DIRECTORY: "A directory was wanted, and the path is a file.",
  PERMISSION_DENIED:
    "The operating system refuses the file to the user whom the server runs as, or `--allow-read` does not " +
    "cover it; of `consult_files`, that a file is never sent, unless `--consult-allow GLOB` says so.",
  INVALID_REGEX:
    "The query is JavaScript's regular expressions, line by line. `fixed_strings` takes it as plain text; " +
    "`multiline` lets it cross lines.",
  INVALID_GLOB:
    "`*` within a name, `**` over directories, `?`, `[a-z]`, `{a,b}`; `\\` before a character that is meant as it is.",
  TOO_LARGE:
    "Send less. A search leaves out files over `max_filesize` (`10M` unless told otherwise, at most `200M`) without " +
    "an error, and counts them.",
  BINARY_FILE: "There is a NUL byte in the first 8 KiB. If it is text all the same, name its `encoding`.",
  UNSUPPORTED_ENCODING: "Encodings go by the labels of the WHATWG Encoding Standard.",
  TIMEOUT:
    "Nothing could be answered in time; what was found in time would have been given. Narrow the roots or globs, or " +
    "raise `--timeout-ms` (4000 unless told otherwise, at most 30000).",
  CANCELLED: "The host, or whoever pressed Ctrl-C, ended the call.",
  CHANGED_WHILE_READ: "Someone writes to the file all the time. Call again, or read it when it is still.",
  PROVIDER_ERROR:
    "The model behind `--provider-url` failed. The answer has what it said; the key is in no answer and no log. " +
    "`invalid peer certificate: UnknownIssuer` is a certificate authority that Deno does not know: name it by " +
    "`DENO_CERT=ca.pem`.",
  CONSULT_UNAVAILABLE:
    "No model can be asked: start with `--provider-url URL --allow-net=HOST --allow-env=FOSSICK_API_KEY`. `dry_run` " +
    "works without it.",
  INTERNAL:
    "A mistake of fossick's own. The answer has an id; the stack beside the same id is on stderr, which hosts keep in " +
    "their logs of MCP servers. Please report both.",
};

/** What goes wrong before there is an answer. Markdown: what is seen, what to do. */
const STARTS: readonly (readonly [seen: string, advice: string])[] = [
  ["`fossick may not read its root`", "Give `--allow-read` the very path that `--root` has."],
  [
    "`There is no option --allow-read`",
    "Grants go before the script's name: `deno run --no-prompt --allow-read=DIR dist/fossick.js --root DIR`.",
  ],
  [
    "`Unstable API 'Worker.deno.permissions'`",
    "The bundle is alone, and was asked for a provider: add `--unstable-worker-options` behind `deno run`, or put the " +
    "`deno.json` of one line beside it that [distribution.md](distribution.md#the-bundle) has (the checkout's own does " +
    "not do).",
  ],
  [
    "the host says that the server did not start, or timed out",
    "Run its command in a terminal with `doctor` behind it. The first start from source downloads packages: run it once " +
    "by hand, or use `dist/fossick.js`, which downloads nothing.",
  ],
  [
    "`command not found: deno`",
    "Hosts started from a desktop have a short `PATH`: give the full path of `deno`, or `npx -y deno@…`.",
  ],
  [
    "exit code 2 and a sentence on stderr",
    "A wrong option or root; what works stands below it where fossick knows it.",
  ],
  [
    "`Unsupported lockfile version`",
    "This Deno is older than 2.3 and can't read the checkout's lock file; fossick needs 2.6.8: `deno upgrade`.",
  ],
  [
    "`Deno has panicked`, `Too many open files`",
    "`ulimit -n` is below 25: Deno ends before the program runs, or while it starts. With 25 to some 70 the server " +
    "answers on its own thread and without a watch.",
  ],
  [
    "`doctor` exits 1",
    "Reading fails, or the server may do more than it needs. Each `problem:` says what, and the last line what to do.",
  ],
];

/** The whole page. */
export function troubleshooting(): string {
  return [
    "# Troubleshooting",
    "<!-- Written by `deno task docs` from packaging/troubleshooting.ts and src/model/messages/faults.ts. -->",
    "Every error of a tool has a code, a sentence, and a hint that names a call that works. First aid: `fossick doctor` " +
    "shows roots, permissions, threads and limits, and what is wrong with them.",
    "## It does not start",
    ["| what is seen | what to do |", "| --- | --- |", ...STARTS.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
    "## It answers with an error",
    ...codes().flatMap((code) => [`### ${code}`, ADVICE[code], sentences(code)]),
  ].join("\n\n") + "\n";
}

/** In alphabetical order. */
export function codes(): Code[] {
  return [...new Set(Object.values(FAULTS).map(({ code }) => code))].toSorted();
}

/** The sentences of a code, each with its hint; `{…}` is a value. */
function sentences(code: Code): string {
  const faults = Object.values(FAULTS).filter((fault) => fault.code === code);
  return ["```text", ...faults.map(({ en: [message, hint] }) => `${message}\n  ${hint}`), "```"].join("\n");
}
