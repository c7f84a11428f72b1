/**
 * The lines that bytes find are those in which the expression matches, whichever strategy a query allows.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { type Block, splitBlock, wholeBlock } from "../../../src/engine/scan/block.ts";
import { LineFinder, UNKNOWN } from "../../../src/engine/scan/line_finder.ts";
import { matchBlock } from "../../../src/engine/scan/match_block.ts";
import { blocksOfLines, decodeStored, wholeText } from "../../../src/engine/scan/stored_text.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { type Random, seeded } from "../../seed.ts";
import { placeInKernel } from "../matcher/expected_lines.ts";
import { query } from "../requests.ts";

const PIECES = [
  ..."a b ab [ab] \\w . \\s [^a] \\d x{2} a.*b (?i:k) - (a|b)*c (?:ab)+ é [a-z]{2,} abc abc (?<=b)abc".split(" "),
];
const EDGES = ["", "", "", "^", "$", "\\b", "\\B", "\\b{start}", "\\b{end-half}"];

/** A pattern of some pieces. */
function randomLinePattern(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(EDGES) + random.pick(PIECES)).join("") +
    random.pick(EDGES);
}

const CHARS = [..."aabbckKx1 -\n\n\r\ré\0ſ", "abc", "abc", "abc"];

/** Lines, some not ASCII; sometimes with an invalid byte. */
function randomLineText(random: Random): Uint8Array {
  const text = Array.from({ length: random.int(90) }, () => random.pick(CHARS)).join("");
  const chars = random.pick([/[\0éſ]/g, /\0/g, /\0/g, /x/g]);
  const bytes = new TextEncoder().encode(text.replaceAll(chars, ""));
  if (bytes.length > 0 && random.chance(0.15)) bytes[random.int(bytes.length)] = 0xe3;
  return bytes;
}

/** A text in the scratch area, as after reading. */
function cachedText(bytes: Uint8Array, { kernel, scratch }: ContentArena): CachedFile {
  const ascii = bytes.every((byte) => byte > 0 && byte < 0x80);
  return {
    kind: ascii ? "ascii" : "utf8",
    hasCrlf: false,
    ...placeInKernel(bytes, kernel, scratch.at),
    size: bytes.length,
    readAt: 0,
    token: 0,
  };
}

const lineOf = ({ text, start, end, line }: Block) => [line, text.slice(start, end)];

for (const withDfa of [true, false]) {
  Deno.test(`the lines found by bytes are those that match, ${withDfa ? "with" : "without"} an automaton`, () => {
    const random = seeded("lines by bytes"), arena = new ContentArena(new Kernel(), 2 ** 23);
    const seen = { byNeedles: 0, listed: 0, matched: 0, undecided: 0 };
    for (let round = 0; round < 150; round++) {
      const asked = query(randomLinePattern(random), { word: random.chance(0.1) }), matcher = compileQuery(asked);
      const finder = new LineFinder(arena, matcher), { scratch } = arena;
      // So many bytes that an automaton is worth it.
      if (withDfa) finder.count({ kind: "ascii", at: scratch.at, end: scratch.at + 2 ** 18 });
      for (let i = 0; i < 4; i++) {
        const file = cachedText(randomLineText(random), arena), decoded = decodeStored(file, arena);
        const about = JSON.stringify([asked.pattern, decoded.text]);
        const matches = (block: Parameters<typeof matchBlock>[0]) =>
          matchBlock(block, { matcher, maxGroups: 1, maxCount: Infinity });
        const expected = [...splitBlock(wholeBlock(decoded))].filter((block) => matches(block).count > 0);
        const quick = finder.countByNeedles(file, Infinity), most = 1 + random.int(3);
        if (quick !== UNKNOWN) {
          assertEquals(quick, expected.length, about);
          assertEquals(finder.countByNeedles(file, most), Math.min(most, expected.length), about);
          seen.byNeedles++;
        }
        const options = { isNumbered: true, hasContext: true };
        const { ends, areMatches } = finder.list(file);
        const blocks = blocksOfLines(wholeText(file), ends, arena, options);
        const found = blocks.filter((block) => matches(block).count > 0);
        assertEquals(found.map(lineOf), expected.map(lineOf), about);
        if (areMatches) assertEquals(found.length, blocks.length, about);
        const { matched, ends: undecided } = finder.count(file);
        const decided = blocksOfLines(wholeText(file), undecided, arena, options).map((block) => matches(block).count);
        assertEquals(matched + decided.reduce((sum, count) => sum + count, 0), expected.length, about);
        seen.listed += found.length;
        seen.matched += matched;
        seen.undecided += undecided.length;
      }
    }
    assert(seen.byNeedles > 100 && seen.listed > 100 && seen.undecided > 50, JSON.stringify(seen));
    assertEquals(seen.matched > 50, withDfa, JSON.stringify(seen));
  });
}
