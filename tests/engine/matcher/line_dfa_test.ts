import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { type DfaTable, Kernel, LINE_START_STATES } from "../../../src/engine/simd/kernel.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { assert, assertEquals } from "@std/assert";
import { compileOrRefused, countMatchingLines, placeInKernel } from "./expected_lines.ts";
import { randomTextFor, randomWordPattern } from "./random_query.ts";

/** The lines of a text, breaks included. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(10, from), end = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, end));
    from = end;
  }
  return lines;
}

function concat(lines: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(lines.flatMap((line) => [...line]));
}

const PIECES = [
  ..."a b ab [ab] \\w . \\s [^a] \\d (ab|c)* x{2,} (?i:k) a? (?:a|bc)+ [k-t]{3,5} .* .{0,4} - \\W+ \\S (a*)* s é".split(
    " ",
  ),
];
const EDGES = ["", "", "", "^", "$", "\\b", "\\b{start}", "\\b{end}", "\\B", "\\b{start-half}", "\\b{end-half}"];

function piecedPattern(random: Random): string {
  const branch = () =>
    Array.from({ length: 1 + random.int(4) }, () => random.pick(PIECES) + random.pick(EDGES)).join("");
  const all = random.pick(EDGES) + branch();
  return random.chance(0.3) ? `${all}|${branch()}` : all;
}

function piecedText(random: Random): Uint8Array {
  const length = random.chance(0.1) ? 3000 : random.int(60);
  const text = Array.from({ length }, () => random.pick([..."aabbcABkKsx 1-_\n\n\r\té\0ſK"])).join("");
  const bytes = new TextEncoder().encode(random.chance(0.6) ? text.replaceAll(/[éſK]/g, "_") : text);
  if (bytes.length > 0 && random.chance(0.1)) bytes[random.int(bytes.length)] = 0xe3;
  return bytes;
}

Deno.test("an automaton counts the lines in which the expression matches; only lines with other bytes than ASCII stay undecided", () => {
  const random = seeded("line automata");
  const kernel = new Kernel();
  let decided = 0, matches = 0, open = 0;
  for (let round = 0; round < 150; round++) {
    const kind = random.int(3), caseRule = random.pick(["sensitive", "insensitive", "smart"] as const);
    const pattern = [piecedPattern, randomWordPattern, randomPattern][kind](random);
    const asked = query(pattern, { caseRule, word: random.chance(0.15) });
    const matcher = compileOrRefused(asked);
    if (matcher === undefined) continue;
    const automaton = matcher.lineDfa();
    if (automaton === undefined) continue;
    kernel.setDfa(automaton.next);
    for (let i = 0; i < 3; i++) {
      const bytes = kind === 0 ? piecedText(random) : randomTextFor(random, asked),
        { at, end } = placeInKernel(bytes, kernel);
      const { matched, undecided = [] } = kernel.decideLines(at, end, false);
      const ends = new Set(undecided.map((address) => address - at)), rest: Uint8Array[] = [];
      let behind = 0;
      for (const line of linesOf(bytes)) {
        behind += line.length;
        if (!ends.delete(behind)) rest.push(line);
        else assert(line.some((byte) => byte >= 0x80), `${JSON.stringify(asked)} leaves ASCII open`);
      }
      assertEquals(ends.size, 0);
      const wanted = countMatchingLines(matcher, concat(rest));
      if (wanted === undefined) continue;
      assertEquals(matched, wanted, `${JSON.stringify(asked)} in ${JSON.stringify(new TextDecoder().decode(bytes))}`);
      open += undecided.length;
      decided += rest.length;
      matches += matched;
    }
  }
  assert(decided > 1700 && matches > 130 && open > 75, `${decided} lines, ${matches} matches, ${open} open`);
});

Deno.test("a long text gives the same result in four parts as line by line, wherever its breaks are", () => {
  const random = seeded("four parts"), kernel = new Kernel();
  const { lineDfa: lineAutomaton } = compileQuery(query("^a|b.*b|c$"));
  const automaton = lineAutomaton();
  assert(automaton);
  kernel.setDfa(automaton.next);
  for (let round = 0; round < 150; round++) {
    const breaks = random.pick([0, 0.001, 0.01, 0.2, 1]);
    const text = Array.from(
      { length: 900 + random.int(1500) },
      () => random.chance(breaks) ? "\n" : random.pick([..."abcdé"]),
    );
    const bytes = new TextEncoder().encode(text.join("")), { at, end } = placeInKernel(bytes, kernel);
    const each = linesOf(bytes).map((line) => stateBehind(automaton, line));
    const { matched, undecided } = kernel.decideLines(at, end, false);
    assertEquals(matched, each.filter((state) => state === LINE_START_STATES.matched).length);
    const ends = linesOf(bytes).reduce<number[]>((all, line) => [...all, (all.at(-1) ?? at) + line.length], []);
    assertEquals(undecided, ends.filter((_, i) => each[i] === LINE_START_STATES.undecided));
  }
});

/** The state after a line; a missing break is added. */
function stateBehind({ next }: DfaTable, line: Uint8Array): number {
  let state: number = LINE_START_STATES.none;
  for (const byte of line.at(-1) === 10 ? line : [...line, 10]) state = next[256 * state + byte];
  return state;
}

Deno.test("the list of undecided lines is absent if it would be too long", () => {
  const kernel = new Kernel(), { at, end } = placeInKernel(new TextEncoder().encode("é\n".repeat(4097)), kernel);
  const automaton = compileQuery(query("a+b")).lineDfa();
  assert(automaton);
  kernel.setDfa(automaton.next);
  assertEquals(kernel.decideLines(at, end, false), { matched: 0 });
  assertEquals(kernel.decideLines(at, end - 3, false).undecided?.length, 4096);
});

Deno.test("patterns that need too many states, or that an automaton can't decide, have none", () => {
  const of = (pattern: string) => compileQuery(query(pattern)).lineDfa();
  const without = ["(a+)\\1", "a(?=b)", "(?<!a)b", "[ab].{30}a", "(?:abc|def){400}"];
  for (const pattern of without) assertEquals(of(pattern), undefined, pattern);
  for (const pattern of ["a.*b.*c", "^.{60,}$", "\\b[a-z]{10}\\b", "(a+)+$", "\\w+\\s+\\w+"]) {
    assert(of(pattern), pattern);
  }
});
