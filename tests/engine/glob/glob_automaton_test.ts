/** Automata of globs, compared with regular expressions made of the same tokens, and with hostile patterns. */
import { GlobAutomaton } from "../../../src/engine/glob/glob_automaton.ts";
import { GLOB_DIALECTS, type GlobDialect, type GlobToken, parseGlob } from "../../../src/engine/glob/parse_glob.ts";
import { type Random, seeded } from "../../seed.ts";
import { assert, assertEquals } from "@std/assert";

const CHARACTERS: GlobDialect = { ...GLOB_DIALECTS.path, looseClass: true };

Deno.test("an automaton matches the same paths as an equivalent regular expression", () => {
  const random = seeded("automaton");
  for (let i = 0; i < 200; i++) {
    const globs = Array.from({ length: 1 + random.int(4) }, () => randomGlob(random));
    const lines = globs.map((glob) => ({ tokens: parseGlob(glob, CHARACTERS), dirOnly: random.chance(0.2) }));
    const automaton = new GlobAutomaton(lines, CHARACTERS);
    const regexes = lines.map(({ tokens }) => new RegExp(`^${sourceOf(tokens)}$`, "su"));
    for (let t = 0; t < 8; t++) {
      const text = randomPath(random);
      const { fileMatch: file, dirMatch: dir } = automaton.advance(automaton.start, text);
      const matching = regexes.map((regex) => regex.test(text));
      const expected = {
        dir: matching.lastIndexOf(true),
        file: matching.findLastIndex((m, l) => m && !lines[l].dirOnly),
      };
      assertEquals({ file, dir }, expected, JSON.stringify({ globs, text }));
    }
  }
});

Deno.test("hundreds of wildcards match in bounded time", () => {
  const hostile = [
    "*a".repeat(200) + "b",
    "{a,{a,{a,{a,a}}}}*".repeat(60) + "b",
    "**/a*/".repeat(40) + "b",
    "{*a,a*}".repeat(99) + "x",
  ];
  for (const glob of hostile) {
    const automaton = new GlobAutomaton([{ tokens: parseGlob(glob, CHARACTERS), dirOnly: false }], CHARACTERS);
    assertEquals(automaton.advance(automaton.start, "a".repeat(255)).fileMatch, -1, glob);
    assertEquals(automaton.advance(automaton.start, "a/".repeat(2000)).fileMatch, -1, glob);
  }
});

Deno.test("a state in use does not keep evicted states alive", () => {
  const random = seeded("automaton held");
  const tokens = parseGlob(`*a${"?".repeat(18)}`, CHARACTERS);
  const automaton = new GlobAutomaton([{ tokens, dirOnly: false }], CHARACTERS);
  const held = automaton.advance(automaton.start, "a");
  for (let i = 0; i < 8000; i++) {
    const text = Array.from({ length: 30 }, () => random.pick(["a", "b"])).join("");
    assertEquals(automaton.advance(automaton.start, text).fileMatch >= 0, text.at(-19) === "a", text);
    if (i % 100 === 0) {
      assertEquals(automaton.advance(held, text).fileMatch, automaton.advance(automaton.start, "a" + text).fileMatch);
    }
  }
  assert(objectsIn([automaton.start, held]) < 40_000);
});

/** How many objects can be reached from `root`, including itself. */
function objectsIn(root: object): number {
  const all = new Set<unknown>([root]);
  for (const one of all) {
    if (typeof one !== "object" || one === null) continue;
    for (const inside of Object.values(one)) if (typeof inside === "object") all.add(inside);
  }
  return all.size;
}

Deno.test("a question mark is a character in one dialect and a byte in the other", () => {
  const lines = [{ tokens: parseGlob("?", CHARACTERS), dirOnly: false }];
  const matches = (unit: GlobDialect["unit"], text: string) => {
    const automaton = new GlobAutomaton(lines, { ...CHARACTERS, unit });
    return automaton.advance(automaton.start, text).fileMatch === 0;
  };
  assertEquals(["a", "é", "🙂", "ab", "/"].map((text) => matches("character", text)), [true, true, true, false, false]);
  assertEquals(["a", "é", "🙂", "ab", "/"].map((text) => matches("byte", text)), [true, false, false, false, false]);
});

function sourceOf(tokens: readonly GlobToken[]): string {
  return tokens.map(sourceOfToken).join("");
}

function sourceOfToken(token: GlobToken): string {
  switch (token.kind) {
    case "literal":
      return `\\u{${token.code.toString(16)}}`;
    case "star":
      return "[^/]*";
    case "deep":
      return "(?:.*/)?";
    case "below":
      return ".*";
    case "either":
      return `(?:${token.branches.map((branch) => branch.map(sourceOfToken).join("")).join("|")})`;
    case "class": {
      const hex = (code: number) => `\\u{${code.toString(16)}}`;
      const body = token.ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join("");
      return `(?!/)[${token.negated ? "^" : ""}${body}]`;
    }
  }
}

function randomGlob(random: Random): string {
  const pieces = "a b / * ** /**/ **/ /** ? [ab] [!a] [a-c/] [[:alpha:]] {a,b} {a,,b/} {*,a{b,?}} é .".split(" ");
  return Array.from({ length: 1 + random.int(5) }, () => random.pick(pieces)).join("");
}

function randomPath(random: Random): string {
  const length = random.int(9);
  const chars = Array.from({ length }, () => random.pick(["a", "b", "c", "/", "é", "."]));
  return chars.join("").replace(/^\/+/, "");
}
