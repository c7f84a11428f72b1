/**
 * docs/dependencies.md: the inventory, written down.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { at, isRecord } from "../sandbox/server.ts";
import type { Package } from "./inventory.ts";

const FILE = fromFileUrl(new URL("../../docs/dependencies.md", import.meta.url));

/** Which library was weighed for what this program does itself, so that nobody has to measure it again. */
const OURS = [
  "## What is ours, and which library was weighed",
  "",
  "The core stands on `@std` and on what the runtime has: wherever they do the work inside the sandbox and within the",
  "goals, they are used. `@std/path` knows paths, `@std/text` counts edits, `@std/async` waits; `node:util` reads command",
  "lines and colours text, `TextDecoder` knows the encodings, the runtime moves streams between threads. Where something",
  "else is used, this is why, with a number: measured side by side on one machine with two processors and Deno 2.9.6.",
  "",
  "- **Walk** (`@std/fs/walk`): lists 15,001 files in 86 ms; here the first listing takes 111 ms and a further one 4 ms. It",
  "  goes by names: a directory that becomes a link while it walks is followed, out of the root, in 2 of 2 tries; one that",
  "  is removed ends the whole walk with an error.",
  "- **Globs** (`@std/path` `globToRegExp`, `@std/fs/expand-glob`, picomatch 4.0.7): expressions that go back and forth.",
  "  `*a` ten times and `*b`, on 40 letters `a`: 41 s by `@std/path`, 2 s by picomatch with two `*a` less, 1 ms here.",
  "  `**/*.ts` in those 15,001 files: 223 ms by `expandGlob`. It judges this program's globs in tests.",
  "- **Ignore rules** (`ignore` 7.0.16): 56 rules on 15,000 paths take 37 ms, here 2.2 ms; 200 rules with four stars each",
  "  take 500 ms, here 10 ms. Its rules have no bound, and anybody can put a file of them into a tree.",
  "- **Token estimate** (`tokenx` 2.2.0), beside o200k on 3,352 answers of 7.8 MB: its error is −11.0 % at the 5th",
  "  percentile, −1.8 % at the median, 7.6 % at the 95th, the own one's 1.2, 10.2 and 15.6 % (it errs upwards on purpose).",
  "  More than 10 % too low: 7.6 % of the answers, here 0; hashes are 74 % too low, base64 72 %, emoji 41 %. It takes 45 ms",
  "  for 1 MB, here 9 ms.",
  "- **Regex dialect** (`re2js` 2.10.0, linear time in JavaScript): three expressions on 4 MB of source take 191, 248 and",
  "  432 ms, here, by V8 under a clock, 4, 13 and 7 ms. It refuses 5 of 15 pieces of Rust's syntax, as `(?x)` and",
  "  `\\u{1F600}`.",
  "- **Encodings** are the runtime's `TextDecoder`, 5 MB of Shift_JIS in 12 ms; `iconv-lite` 0.7.3 takes 32 ms. Ours is",
  "  what keeps the offsets of bytes that are no UTF-8, for which both give U+FFFD; and the guess which encoding a text is",
  "  in: right for 22 of 22 samples, `chardet` 2.2.0 for 18.",
  "- **Provider's client** (`openai` 7.57.0 with an own `fetch`): tried out whole. It took 13 lines off 1,250, as",
  "  deadlines, redirects, waits, bounds in bytes, error messages and what keeps the key out of them stay ours; the bundle",
  "  grew by 410 kB (1.22 to 1.63 MB), the binary by 406 kB, a start with a provider by 15 ms of 197 (without one by 2). It",
  "  does not pass on the stream's `[DONE]`, so an answer without a `finish_reason` looks like one that broke off: 2 of 23",
  "  tests of the client failed. It puts system, architecture and versions into each request. Of all that the events of a",
  "  stream are no longer ours: `eventsource-parser` takes them apart, 8 MB in one line in 7 ms.",
  "- **Lines of stdin** (`@std/streams` `TextLineStream`): one line of 8 MB in pieces of 64 KB takes 1.6 s, one of 64 MB 50",
  "  s, since each piece is searched with all before it; here 0.3 s and 0.5 s. It has no bound.",
  "- **stdio** (`StdioServerTransport` of `@modelcontextprotocol/server` 2.4.0): a line above its bound ends the connection,",
  "  one that is not JSON gets no answer, `params: []` neither; 100,000 requests of a client that reads nothing are all taken",
  "  in. What mends that has to read each line before it, so the message would be parsed twice. The SDK's `serveStdio` runs on",
  "  an own transport of 130 lines instead, which bounds lines, calls under way and unread bytes, and answers broken lines.",
  "- **Terminal**: `@std/fmt/colors` can't be turned on where NO_COLOR is set, and `--color always` is to: `styleText` of",
  "  `node:util` is used. `@std/cli` `unicodeWidth` does not load from npm (`deno-std` leaves its table out);",
  "  `string-width` 9.0.0 agrees with the 30 own lines on all 2,229 sentences of this program, and is 6 kB.",
  "- `@std` comes from npm as `deno-std` 1.3.1 (1.4.0 has no `fs`), through typed re-exports (`src/std/`, `tests/std/`): no",
  "  build needs JSR.",
];

/** What was measured for secrets. */
const WEIGHED = [
  "## Weighed, and not used",
  "",
  "What `consult_files` must not send is found by this program's own rules. Measured beside them, on 524 made-up shapes of",
  "secrets (tests/engine/secret_shapes.ts), 1 MB of minified JavaScript and a bundle of 1.0 MB, on the same machine:",
  "",
  "- `@secretlint/core` and `@secretlint/secretlint-rule-preset-recommend` 12.0.0 (MIT, 8 packages with what they need)",
  "  find 54 of the first 432 shapes: 23 services' tokens, PEM as it is, passwords in URLs, all of which the own rules",
  "  find. 76 KB more in the bundle (the rules alone 58), 113 ms for 1 MB. They know no names, so no `apiKey: string = …`.",
  "  The core reads the environment as it is loaded and fails where it may not, as in the threads that read files.",
  "- The rules of gitleaks are a file of its repository (MIT) in the syntax of Go's RE2, which runs in linear time;",
  "  JavaScript's engine goes back and forth, and has no `(?i)` within a pattern. No package has them as data.",
  "- The own rules find 524 of 524 (202 before they were rewritten), 22 to 45 ms for 1 MB; their patterns have bounded",
  "  repeats, and the slowest of 64 texts made to be slow takes 2 s for 1 MB.",
];

/** The page for these packages. */
export function page(packages: readonly Package[]): string {
  const shipped = packages.filter((one) => one.shipped), others = packages.filter((one) => !one.shipped);
  return [
    "# Dependencies",
    "",
    "Every package that `deno.lock` locks, each by its hash. Written by `deno task audit --write`; the tests fail when the",
    "lock has one that is not here, or this page one that is not locked. Programs of others that tests and benches only run",
    "(the conformance suite, the Inspector, fff, two servers to compare with) are fetched by their exact version and are no",
    "part of this.",
    "",
    `## In what users run: ${shipped.length}`,
    "",
    table(shipped),
    "",
    `## In tests and tools only: ${others.length}`,
    "",
    table(others),
    "",
    ...OURS,
    "",
    ...WEIGHED,
    "",
  ].join("\n");
}

/** The page as it stands. */
export function standing(): string {
  return Deno.readTextFileSync(FILE);
}

/** Writes the page. */
export function writePage(packages: readonly Package[]): void {
  Deno.writeTextFileSync(FILE, page(packages));
}

/** The packages a page lists, as `name@version`. */
export function listed(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| ([^ |]+)/gm)].map(([, name, version]) => `${name}@${version}`).sort();
}

/** The licence that the standing page gives a package: for those that are not on this machine. */
export function licenceOnPage({ name, version }: Package): string | undefined {
  const row = standing().split("\n").find((line) =>
    line.startsWith(`| \`${name}\` `) && line.includes(`| ${version} `)
  );
  return row?.split("|")[3].trim();
}

function table(packages: readonly Package[]): string {
  const rows = packages.map((
    { name, version, licence, reason },
  ) => [`\`${name}\``, version, licence ?? "?", reason ?? "?"]);
  const all = [["package", "version", "licence", "why"], ...rows];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => row[i].length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(all[0]), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Every `name@version` in a lock file's own words. */
export function lockedIn(lock: unknown): string[] {
  const packages = at(lock, "npm");
  return isRecord(packages) ? Object.keys(packages).map((key) => key.replace(/_.*$/, "")).sort() : [];
}
