/** Multiline searches, compared with ripgrep 15: the lines it shows together, and the spans it marks. @module */
import { assert, assertEquals } from "@std/assert";
import { rgPath } from "@vscode/ripgrep";
import { compileQuery } from "../../src/engine/matcher/compile_query.ts";
import { matchesOf } from "../engine/scan/expected_matches.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { leftmostFirst } from "./leftmost.ts";

const TEXTS = 40;
/** The number of random cases. */
const PATTERNS = 40;

/** Two letters and the line break, so that matches often touch each other. */
const PIECES = [
  "a",
  "b",
  "\\n",
  ".",
  "(?s:.)",
  "(?:(?s)b.)",
  "(?-s:.)",
  "[a\\n]",
  "[b\\n]",
  "[^b]",
  "\\w",
  "\\s",
  "(?:ab|\\n)",
  "(?:a|b\\n)",
];
const EDGES = ["^", "$", "\\b", "\\B", "\\A", "\\z", "\\<", "\\>"];
const QUANTIFIERS = ["", "", "", "*", "+", "?", "*?", "??", "{2}"];

Deno.test("a multiline search shows and marks what ripgrep shows and marks", async () => {
  const random = seeded("multi-line oracle");
  using directory = tempTree({});
  const dir = directory.path;
  const texts = Array.from({ length: TEXTS }, (_, i) => {
    const text = Array.from({ length: 1 + random.int(12) }, () => random.pick([..."aab\n\n"])).join("") + "\n";
    Deno.writeTextFileSync(`${dir}/${i}.txt`, text);
    return text;
  });
  let same = 0;
  for (let i = 0; i < PATTERNS; i++) {
    const pattern = randomPattern(random), theirs = await ripgrep(dir, pattern);
    if (theirs === undefined) continue;
    for (const [at, text] of texts.entries()) {
      const label = `${JSON.stringify(pattern)} in ${JSON.stringify(text)}`;
      assertEquals(shownOf(pattern, text), theirs.get(`${at}.txt`) ?? NOTHING, label);
    }
    same++;
  }
  assert(same > PATTERNS * 0.8, "most random patterns are fit to be compared");
});

/** Only branches that begin differently: of others ripgrep sometimes takes one that is not the first. */
function randomPattern(random: Random): string {
  const part = () => random.chance(0.3) ? random.pick(EDGES) : random.pick(PIECES) + random.pick(QUANTIFIERS);
  return Array.from({ length: 1 + random.int(3) }, part).join("");
}

/** Groups of lines that are shown together, their marks, and the number of marks. */
interface Shown {
  readonly count: number;
  readonly groups: readonly Group[];
}

interface Group {
  readonly line: number;
  readonly lines: string;
  /** The marks without those at the end, where the last line break is not shown. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

const NOTHING: Shown = { count: 0, groups: [] };

function groupOf(line: number, lines: string, marks: readonly (readonly [number, number])[]): Group {
  const within = marks.filter(([start]) => start < lines.length);
  return { line, lines, marks: within.map(([start, end]) => [start, Math.min(end, lines.length)]) };
}

function shownOf(pattern: string, text: string): Shown {
  const matcher = compileQuery({ pattern, fixed: false, word: false, caseRule: "sensitive", multiline: true });
  const found = matchesOf(matcher, { text, ascii: true }, { most: 100 }), { hits, count } = found;
  assertEquals(matchesOf(matcher, { text, ascii: true }, { most: 100, maxCount: 1000 }), found, pattern);
  // Where no match can cross lines, lines are counted.
  return {
    count: matcher.multiline ? count : total(hits.map(({ spans }) => spans.length)),
    groups: hits.map(({ lineNumber, line, spans }) => groupOf(lineNumber, line, spans)),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** ripgrep's groups; undefined where it refuses the pattern, or its JSON printer panics. */
async function ripgrep(dir: string, pattern: string): Promise<Map<string, Shown> | undefined> {
  const flags = ["--no-config", "-j1", "--no-ignore", "--json", "-U"];
  const args = [...flags, "-e", leftmostFirst(pattern), "."];
  const { code, stdout } = await new Deno.Command(rgPath, { args, cwd: dir, stdin: "null", stderr: "null" }).output();
  if (code > 1) return undefined;
  const shown = new Map<string, Shown>();
  for (const row of new TextDecoder().decode(stdout).split("\n")) {
    if (!row.startsWith('{"type":"match"')) continue;
    const { path, lines, line_number: line, submatches } = JSON.parse(row).data;
    const spans: readonly { readonly start: number; readonly end: number }[] = submatches;
    const group = groupOf(line, lines.text.replace(/\n$/, ""), spans.map(({ start, end }) => [start, end]));
    const name = path.text.slice(2), { count, groups } = shown.get(name) ?? NOTHING;
    shown.set(name, { count: count + spans.length, groups: [...groups, group] });
  }
  return shown;
}
