/**
 * The figures that the README has in its own words are those of the measurements, rounded.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { LANGUAGES } from "../../src/engine/structure/languages.ts";
import { listedTools } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { CASES } from "../sandbox/cases/all.ts";

const README = page("README.md"), TOKENS = page("docs/evidence.md");

function page(path: string): string {
  return Deno.readTextFileSync(join(CHECKOUT, path));
}

/** Fossick's tokens and another contestant's, in the first table of docs/evidence.md that compares them. */
function tokensAgainst(contestant: string): readonly [ours: number, theirs: number] {
  const comparisons = TOKENS.slice(TOKENS.indexOf("| compared with"));
  const [, theirs, ours] = row(comparisons, contestant).map(([number]) => number ?? NaN);
  return [ours ?? NaN, theirs ?? NaN];
}

/** The numbers in each cell of a table's row, after its head. */
function row(text: string, head: string): number[][] {
  const line = text.split("\n").find((line) => line.startsWith(`| ${head} `)) ?? "";
  return line.split("|").slice(2, -1).map((cell) =>
    [...cell.matchAll(/\d[\d,.]*/g)].map(([number]) => Number(number.replaceAll(",", "")))
  );
}

/** Within a sixth, as figures are that were rounded for a reader. */
function assertNear(shown: number | undefined, measured: number, what: string) {
  assert(shown !== undefined && Math.abs(shown / measured - 1) < 1 / 6, `${what}: ${shown}, measured ${measured}`);
}

Deno.test("the README's tokens of twenty questions are those of docs/evidence.md", () => {
  const [shell, reference, fossick] = row(README, "tokens of 20 questions");
  const [ours, theirs] = tokensAgainst("shell");
  assertNear(shell?.[0], theirs, "shell");
  assertNear(reference?.[0], tokensAgainst("`server-filesystem`")[1] / 1e6, "reference server, in millions");
  assertNear(fossick?.[0], ours, "fossick");
});

Deno.test("fossick takes a third of the tokens of mcp-ripgrep, as the README says", () => {
  const [ours, theirs] = tokensAgainst("`mcp-ripgrep`");
  assertNear(3, theirs / ours, "times as many");
});

Deno.test("the README and the changelog have the number of languages whose definitions are found", () => {
  const parsed = LANGUAGES.filter((language) => "grammar" in language).map(({ name }) => name);
  const count = parsed.filter((name) => name !== "tsx").length;
  assertEquals(parsed.length - count, 1, "TSX is a form of TypeScript");
  assert(README.includes(`| yes, in ${count} languages `), `README: ${count}`);
  assert(page("CHANGELOG.md").includes(`Definitions of ${count} programming languages `), `CHANGELOG.md: ${count}`);
});

Deno.test("the README's costs of the list of tools, and its number of attacks, are true", () => {
  const shown = Number(/list of tools, which\s+takes ([\d,]+) tokens/.exec(README)?.[1]?.replace(",", ""));
  const listed = listedTools(toolsOf("default"), { sentAs: "text" }).map(({ _meta, ...tool }) => tool);
  assertNear(shown, countTokens(JSON.stringify(listed)), "tokens of the list");
  assertEquals([/Over 450\s+attacks/.test(README), CASES.length > 450], [true, true]);
});
