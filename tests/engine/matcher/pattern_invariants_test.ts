/** Invariants of compiled patterns, on random ones. @module */
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { iterateMatches } from "../../../src/engine/scan/match_block.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Query } from "../../../src/model/request.ts";
import { randomPattern, randomText } from "../../oracle/random_pattern.ts";
import { decodeBytes } from "../../oracle/surrogates.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { assert, assertEquals } from "@std/assert";

const ROUNDS = 50;
const GUARD = new VmTimeout();

function randomQuery(random: Random): Query {
  const caseRule = random.pick(["smart", "sensitive", "insensitive"] as const);
  return { pattern: randomPattern(random), fixed: false, word: random.chance(0.2), caseRule, multiline: false };
}

/** Runs `check` and returns false if it times out, as with catastrophic backtracking. */
function guarded(check: () => void): boolean {
  let failure: unknown;
  const ended = GUARD.runWithTimeout(() => {
    try {
      check();
    } catch (error) {
      failure = error;
    }
  }, 2000);
  if (failure !== undefined) throw failure;
  return ended;
}

Deno.test("a text has the same matches as its lines one by one", () => {
  const random = seeded("lines of a block");
  let ended = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const query = randomQuery(random);
    const text = decodeBytes(randomText(random, random.chance(0.3)));
    const { unicode } = compileQuery(query);
    if (
      guarded(() =>
        assertEquals([...iterateMatches(unicode, text)], lineByLine(unicode, text), JSON.stringify([query, text]))
      )
    ) ended++;
  }
  assert(ended > ROUNDS * 0.95);
});

/** The matches of each line as a text of its own, with spans shifted to the line's place. */
function lineByLine(regex: RegExp, text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let start = 0;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    for (const [from, to] of iterateMatches(regex, line)) spans.push([start + from, start + to]);
    start += line.length;
  }
  return spans;
}

Deno.test("both expressions of a query find the same matches in ASCII", () => {
  const random = seeded("ascii and unicode");
  let ended = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const query = { ...randomQuery(random), multiline: random.chance(0.3) };
    const text = decodeBytes(randomText(random, true));
    const { ascii, unicode } = compileQuery(query);
    const same = () =>
      assertEquals([...iterateMatches(ascii, text)], [...iterateMatches(unicode, text)], JSON.stringify([query, text]));
    if (guarded(same)) ended++;
  }
  assert(ended > ROUNDS * 0.95);
});

Deno.test("a pattern that V8 parses in Unicode mode has the same matches as in V8", () => {
  const random = seeded("JavaScript's own");
  let compared = 0;
  for (let i = 0; i < ROUNDS * 4; i++) {
    const pattern = javascriptPattern(random, 3), ignoreCase = random.chance(0.3);
    const native = nativeRegex(pattern, ignoreCase ? "giu" : "gu");
    // A reference to a name shared by two groups is refused.
    if (native === undefined || pattern.split("(?<n>").length > 2) continue;
    const { ascii, unicode } = compileQuery(query(pattern, { caseRule: ignoreCase ? "insensitive" : "sensitive" }));
    const line = Array.from({ length: random.int(12) }, () => random.pick([..."aabbAB01_- .([{"])).join("");
    for (const ours of [ascii, unicode]) {
      guarded(() =>
        assertEquals(everyStart(ours, line), everyStart(native, line), JSON.stringify([pattern, line, ignoreCase]))
      );
    }
    compared++;
  }
  assert(compared > ROUNDS);
});

function nativeRegex(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The first match from each start index. */
function everyStart(regex: RegExp, line: string): unknown[] {
  return Array.from({ length: line.length + 1 }, (_, i) => {
    regex.lastIndex = i;
    const found = regex.exec(line);
    return found && [found.index, found[0]];
  });
}

const ATOMS = String.raw`
  a a b b A B 0 1 . \w \W \d \D \s \S \b \B ^ $ [ab] [^ab] [a-b0-1] [\w-] [^\W_] [^]* \. \- \( \x61 \u0062 \u{41} \cA
  \1 \2 \k<n> \p{Lu} \P{L} \[ \{ [.[({] [\b]`.trim().split(/\s+/);
/** No (?i:…): V8 loses its end when it unrolls a repeat. The ripgrep oracle tests those. */
const OPENERS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"];

/** A random pattern, which may be invalid: V8 is tried first. */
function javascriptPattern(random: Random, depth: number): string {
  let pattern = "";
  for (let i = 1 + random.int(4); i > 0; i--) {
    const nested = depth > 0 && random.chance(0.3);
    pattern += nested ? random.pick(OPENERS) + javascriptPattern(random, depth - 1) + ")" : random.pick(ATOMS);
    if (random.chance(0.25)) pattern += random.pick(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"]);
    if (random.chance(0.1)) pattern += "|";
  }
  return pattern;
}
