/**
 * docs/windows.md: what ran on Windows, and what could not.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT, DENO } from "../../packaging/project.ts";
import { markdown } from "../../packaging/docs.ts";
import type { Judged, Result } from "./parts.ts";

/** The page's file. */
export const PAGE = join(CHECKOUT, "docs", "windows.md");

/** The page for these results, as `deno fmt` would have it. */
export async function pageOf(results: readonly Result[], isWine: boolean): Promise<string> {
  return await markdown([
    "# fossick on Windows",
    "",
    `Written by \`deno task windows --write\` with Deno ${DENO} for Windows${isWine ? " under Wine" : ""}.`,
    "",
    ...table(results),
    "",
    "## What could not be run, and why",
    "",
    ...reasons(results.flatMap(({ outcomes }) => outcomes)),
    "",
    LIMITS,
    "",
  ].join("\n"));
}

function table(results: readonly Result[]): string[] {
  const rows = results.map(({ title, outcomes }) => {
    const [passed, wine, test, broken] = countsOf(outcomes);
    return `| ${title} | ${passed} | ${wine} | ${test} | ${broken} |`;
  });
  return ["| part | hold | not under Wine | the test wants POSIX | broken |", "|---|---:|---:|---:|---:|", ...rows];
}

/** Passed; failed for Wine; for the test; for fossick. Ignored tests count as wanting POSIX: they say so themselves. */
export function countsOf(outcomes: readonly Judged[]): [number, number, number, number] {
  const count = (holds: (one: Judged) => boolean) => outcomes.filter(holds).length;
  const failed = (of?: string) => count(({ state, cause }) => state === "failed" && cause?.of === of);
  const ignored = count(({ state }) => state === "ignored");
  return [count(({ state }) => state === "passed"), failed("Wine"), failed("the test") + ignored, failed()];
}

function reasons(outcomes: readonly Judged[]): string[] {
  const why = outcomes.flatMap(({ state, cause }) => {
    if (state === "ignored") return ["the test says itself that it is for other systems"];
    return cause === undefined ? [] : [`${cause.of} ${cause.why}`];
  });
  const counts = Map.groupBy(why, (reason) => reason);
  return [...counts].map(([reason, all]) => `- ${all.length}: ${reason}.`).sort();
}

const LIMITS = `## What Wine does not show

- Symbolic links and junctions: Wine shows links of the system below as plain entries.
- Real shares, alternate data streams, 8.3 names and the case of names on an NTFS disk: that they are refused or mean
  what they say is tested by name alone (\`tests/door/path_style_test.ts\` and its neighbours).
- Times, memory and the watching of directories: on Windows nothing is watched, and every call looks at each file's
  time and size.`;
