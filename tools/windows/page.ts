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
    `Written by \`deno task windows --write\`, last with Deno ${DENO} for Windows under Wine 8.`,
    "",
    ...table(tallies),
    "",
    "## What could not be run, and why",
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
  return ["| part | hold | not under Wine | the test wants POSIX | broken |", "|---|---:|---:|---:|---:|", ...rows];
}

function reasons(tallies: readonly Tally[]): string[] {
  const sums = new Map<string, number>();
  for (const [reason, count] of tallies.flatMap((one) => Object.entries(one.reasons))) {
    sums.set(reason, (sums.get(reason) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([reason, count]) => `- ${count}: ${reason}.`);
}

const LIMITS = `## What Wine does not show

- Symbolic links and junctions: Wine shows links of the system below as plain entries.
- Real shares, alternate data streams, 8.3 names and the case of names on an NTFS disk: that they are refused or mean
  what they say is tested by name alone (\`tests/door/path_syntax_test.ts\` and its neighbours).
- Times, memory and the watching of directories: on Windows nothing is watched, and every call looks at each file's
  time and size.`;
