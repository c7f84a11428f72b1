/**
 * The lines that bytes find are those in which the expression matches, whichever strategy a query allows.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { parseLiteral } from "../../../src/engine/matcher/parse_query.ts";
import type { Char, CharClass, Node } from "../../../src/engine/regex/ast.ts";
import { emitRegex } from "../../../src/engine/regex/emit.ts";
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { type Block, splitBlock, wholeBlock } from "../../../src/engine/scan/block.ts";
import { decodeUtf8 } from "../../../src/engine/text/encoding.ts";
import { LineFinder, UNKNOWN } from "../../../src/engine/scan/line_finder.ts";
import { matchBlock } from "../../../src/engine/scan/match_block.ts";
import { blocksOfLines, wholeText } from "../../../src/engine/scan/stored_text.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Query } from "../../../src/model/request.ts";
import { randomLiteral, randomPattern, randomText } from "../../oracle/random_pattern.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { placeInKernel } from "../simd/place_in_kernel.ts";

/** Words, case pairs of different lengths in UTF-8, and surrounding source text. */
const WORDS = [
  ..."Error TODO FIXME handle task KEY straße ΣΑΣ \u017fs \u212a日本 é 2024-01-02 ABCDE12 foo_bar https:// fn( \\1 éÉ ß ẞ"
    .split(" "),
  ..."😀 \u0130\u0131 \u017f \u212a k s".split(" "),
];

/** Classes and repeats, some with more forms than the most needles. */
const REPEATS = [
  ..."[A-Z]{5,} \\d{4} \\w+ .* [a-z]+ \\s [äöü]? (?i:[a-k]{2}) (?i:[r-t]{3}) (?:ab){1,2} q(?:a|bc|dEf){3}z".split(" "),
];

/** A pattern with searchable bytes: words and pieces of the oracle's random patterns in sequence. */
function randomWordPattern(random: Random): string {
  const parts = Array.from({ length: 1 + random.int(4) }, () => {
    const roll = random.next(), word = random.pick(WORDS).replace(/[\\(]/g, "\\$&");
    if (roll < 0.35) return word;
    if (roll < 0.5) return `(?:${word}|${random.pick(WORDS).replace(/[\\(]/g, "\\$&")})`;
    if (roll < 0.6) return `(?:${word})${random.pick(["?", "*", "+", "{2}", "{1,3}"])}`;
    if (roll < 0.7) return `(?i:${word})`;
    if (roll < 0.8) return random.pick(REPEATS);
    if (roll < 0.87) {
      return random.pick([`(${word})(?:\\1)`, `(?=${word})`, `(?!${word})`, `(?<=${word})`, `(?<!${word})`]);
    }
    return `(?:${randomPattern(random).replace(/^\(\?i?[sx]?-?s?\)/, "")})`;
  });
  return parts.join("");
}

/** Text of the pattern's own characters in any letter case, which almost matches. */
function nearText(random: Random, pattern: string): Uint8Array {
  const pieces = [...pattern.matchAll(/[\p{L}\p{N}\p{S}_:/. -]+/gu)].map(([piece]) => piece);
  const all = [...pieces, ...WORDS, "\n", " ", "ABCDEF123", "x", "k", "S", "\u017f", "\u212a"];
  const text = Array.from({ length: 1 + random.int(8) }, () => {
    const piece = random.pick(all), roll = random.next();
    return roll < 0.6 ? piece : roll < 0.75 ? piece.toUpperCase() : roll < 0.9 ? piece.toLowerCase() : piece.slice(1);
  }).join("");
  const bytes = new TextEncoder().encode(text.replaceAll("\ufeff", ""));
  if (bytes.length > 0 && random.chance(0.15)) bytes[random.int(bytes.length)] = random.int(256);
  return bytes;
}

/** A text that matches, almost matches, or is unrelated. */
function randomTextFor(random: Random, { pattern, fixed, caseRule }: Query): Uint8Array {
  const roll = random.next();
  if (roll < 0.15) return randomText(random, random.chance(0.5));
  if (roll < 0.3) return nearText(random, pattern);
  const { root } = (fixed ? parseLiteral : parsePattern)(pattern, caseRule === "insensitive");
  const around = [random.pick(["", " ", "\n", "a", "é"]), random.pick(["", " ", "\n", "a", "é"])];
  const ascii = random.chance(0.5);
  const text = around.join(sampleOf(root, random)).replaceAll("\ufeff", "");
  return new TextEncoder().encode(ascii ? text.replaceAll(/[^\0-\x7f]/g, () => random.pick(["a", "K", "s"])) : text);
}

/** ASCII, and characters with unusual letter cases or lengths in UTF-8. */
const POOL = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u017f\u212aéÉσςΣßẞяЯäöüαω日本😀😎𝒜\u0130\u0131\u0301\u00a0\u2028\u0085\u200d\u0663\u2167",
];

/** A text that probably matches `node`, apart from look-arounds and assertions. */
function sampleOf(node: Node, random: Random): string {
  const groups = new Map<number, string>();
  const walk = (part: Node): string => {
    switch (part.type) {
      case "char":
      case "class":
        return character(part, random);
      case "sequence":
        return part.parts.map(walk).join("");
      case "alternation":
        return walk(random.pick(part.branches));
      case "repeat": {
        const most = Math.min(part.max, part.min + 3);
        return Array.from({ length: part.min + random.int(most - part.min + 1) }, () => walk(part.body)).join("");
      }
      case "group": {
        const text = walk(part.body);
        groups.set(part.index, text);
        return text;
      }
      case "look_around":
        return random.chance(0.3) ? walk(part.body) : "";
      case "back_reference":
        return groups.get(part.index) ?? "";
      case "assertion":
        return "";
    }
  };
  return walk(node);
}

const members = new Map<string, readonly string[]>();

/** A character that the leaf matches, if it is in the pool. */
function character(leaf: Char | CharClass, random: Random): string {
  const { text, flags } = emitRegex(leaf, { unicode: true, byLine: false, keepsCrlf: false });
  const key = `${flags} ${text}`;
  let all = members.get(key);
  if (all === undefined) {
    const regex = new RegExp(`^(?:${text})$`, flags.replace("g", ""));
    members.set(key, all = POOL.filter((char) => regex.test(char)));
  }
  if (all.length === 0) return leaf.type === "char" ? String.fromCodePoint(leaf.code) : "";
  // Prefer the unusual ones.
  const odd = all.filter((char) => char > "\x7f");
  return random.pick(odd.length > 0 && random.chance(0.3) ? odd : all);
}

const PIECES = [
  ..."a b ab [ab] \\w . \\s [^a] \\d x{2} a.*b (?i:k) - (a|b)*c (?:ab)+ é [a-z]{2,} abc abc (?<=b)abc".split(" "),
  ..."a? x{2,} [k-t]{3,5} .* .{0,4} \\W+ \\S (a*)* s (?:a|bc)+ (ab|c)*".split(" "),
];
const EDGES = ["", "", "", "^", "$", "\\b", "\\B", "\\b{start}", "\\b{end}", "\\b{start-half}", "\\b{end-half}"];

/** A pattern of some pieces. */
function randomLinePattern(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(EDGES) + random.pick(PIECES)).join("") +
    random.pick(EDGES);
}

/** A query of pieces, of words, or of anything that ripgrep knows. */
function randomAsked(random: Random): Query {
  const fixed = random.chance(0.1), caseRule = random.pick(["sensitive", "insensitive", "smart"] as const);
  const make = fixed ? randomLiteral : random.pick([randomLinePattern, randomWordPattern, randomPattern]);
  return query(make(random), { fixed, caseRule, word: random.chance(0.15) });
}

/** A compiled query; undefined if it is refused. */
function compileOrRefused(query: Query): Matcher | undefined {
  try {
    return compileQuery(query);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

const GUARD = new VmTimeout();

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
    isUtf8: true,
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
    for (let round = 0; round < 120; round++) {
      const asked = randomAsked(random), matcher = compileOrRefused(asked);
      if (matcher === undefined) continue;
      const finder = new LineFinder(arena, matcher), { scratch } = arena;
      // So many bytes that an automaton is worth it.
      if (withDfa) finder.count({ kind: "ascii", at: scratch.at, end: scratch.at + 2 ** 18 });
      const matches = (block: Parameters<typeof matchBlock>[0]) =>
        matchBlock(block, { matcher, maxGroups: 1, maxCount: Infinity });
      const texts = Array.from(
        { length: 4 },
        () => random.chance(0.5) ? randomLineText(random) : randomTextFor(random, asked),
      );
      const wanted: Block[][] = [];
      const match = () => {
        for (const text of texts) {
          wanted.push([...splitBlock(wholeBlock(decodeUtf8(text)))].filter((block) => matches(block).count > 0));
        }
      };
      // Some patterns run away.
      if (!GUARD.runWithTimeout(match, 500)) continue;
      for (const [i, expected] of wanted.entries()) {
        const file = cachedText(texts[i], arena), about = JSON.stringify([asked, decodeUtf8(texts[i]).text]);
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
