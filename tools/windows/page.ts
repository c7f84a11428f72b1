/**
 * The page docs/windows.md: what runs on Windows, and what does not.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT, DENO } from "../../packaging/project.ts";
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
    `\`deno task windows --write\` writes this page, last with Deno ${DENO} for Windows under Wine 8.`,
    "",
    ...table(tallies),
    "",
    "## Failures and their causes",
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
  return ["| part | passed | not under Wine | the test needs POSIX | broken |", "|---|---:|---:|---:|---:|", ...rows];
}

function reasons(tallies: readonly Tally[]): string[] {
  const sums = new Map<string, number>();
  for (const [reason, count] of tallies.flatMap((one) => Object.entries(one.reasons))) {
    sums.set(reason, (sums.get(reason) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([reason, count]) => `- ${count}: ${reason}.`);
}

const LIMITS = `## Limits of Wine

- Symbolic links and junctions: Wine shows links of the underlying system as plain entries.
- Real shares, alternate data streams, 8.3 names and the case of names on an NTFS disk: tests check only the syntax of
  such paths (\`tests/door/path_syntax_test.ts\` and its neighbours).
- Times, memory and the watching of directories: on Windows no directory is watched, and every call checks each file's
  time and size.`;
