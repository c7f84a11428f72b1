/**
 * The page docs/windows.md: what runs on Windows, and what does not.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT, DENO, NAME } from "../../packaging/project.ts";
import { markdown } from "../../packaging/docs.ts";
import { PARTS } from "./parts.ts";
import type { Tally } from "./tally.ts";

/** The page's path. */
export const PAGE = join(CHECKOUT, "docs", "windows.md");

/** The page for these tallies, formatted. */
export async function pageOf(tallies: Readonly<Record<string, Tally>>): Promise<string> {
  return await markdown([
    "# fossick on Windows",
    "",
    "For people who run fossick on Windows, and want to know how far it was tried there.",
    "",
    DIFFERENCES,
    "",
    "## Tests",
    "",
    `fossick was not tried on Windows itself. Deno ${DENO} for Windows ran these tests under Wine 8, on Linux. ` +
    "`deno task windows --write` runs them and writes this page.",
    "",
    ...table(tallies),
    "",
    MEANINGS,
    "",
    ...brokenTests(tallies),
    "## Why tests fail there",
    "",
    ...reasons(Object.values(tallies)),
    "",
    LIMITS,
    "",
  ].join("\n"));
}

function table(tallies: Readonly<Record<string, Tally>>): string[] {
  const rows = PARTS.flatMap(({ title }) => {
    const one = tallies[title];
    return one === undefined ? [] : [`| ${title} | ${one.hold} | ${one.wine} | ${one.test} | ${one.broken} |`];
  });
  return [
    "| part | passed | fails under Wine only | the test needs Linux or macOS | broken |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ];
}

/** The names of broken tests, by part; empty if there are none. */
function brokenTests(tallies: Readonly<Record<string, Tally>>): string[] {
  const named = PARTS.flatMap(({ title }) => (tallies[title]?.brokenTests ?? []).map((name) => `- ${title}: ${name}`));
  return named.length === 0 ? [] : [...named, ""];
}

function reasons(tallies: readonly Tally[]): string[] {
  const sums = new Map<string, number>();
  for (const [reason, count] of tallies.flatMap((one) => Object.entries(one.reasons))) {
    sums.set(reason, (sums.get(reason) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([reason, count]) => `- ${count}: ${reason}.`);
}

const MEANINGS = `- Passed: fossick did there what it does on Linux.
- Fails under Wine only: Wine lacks something that Windows has.
- The test needs Linux or macOS: it makes a file, a link or a process that Windows can't have.
- Broken: neither explains the failure, so fossick may be wrong there. Such tests are named here.`;

const DIFFERENCES = `## What differs

- Start it as everywhere: \`npx -y ${NAME}\`. A host starts \`cmd /c npx …\`; \`config HOST\` prints it so.
- Paths may have \`\\\` or \`/\`, a drive in either case, or be a \`file:\` URL. Answers have \`/\`.
- No directory is watched. Each call checks the date and size of each file, which takes longer in large trees.
- Names such as \`aux\` or \`a.txt:stream\`, which Windows does not take for files, are refused.`;

const LIMITS = `## Not tried

- Symbolic links and junctions. Wine shows those of Linux as plain files and directories.
- Real network shares, alternate data streams, 8.3 names, and the case of names on an NTFS disk. Tests check only how
  such paths are written (\`tests/door/path_syntax_test.ts\` and its neighbours).
- Times and memory.`;
