import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { type DfaTable, Kernel, LINE_START_STATES } from "../../../src/engine/simd/kernel.ts";
import { seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { assert, assertEquals } from "@std/assert";
import { placeInKernel } from "../simd/place_in_kernel.ts";

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
