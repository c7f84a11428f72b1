/**
 * Random patterns with words in them, and texts that match them or almost match them.
 * @module
 */
import type { Char, CharClass, Node } from "../../../src/engine/regex/ast.ts";
import { emitRegex } from "../../../src/engine/regex/emit.ts";
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { parseLiteral } from "../../../src/engine/matcher/parse_query.ts";
import type { Query } from "../../../src/model/request.ts";
import { randomPattern, randomText } from "../../oracle/random_pattern.ts";
import type { Random } from "../../seed.ts";

/** Words, case pairs of different lengths in UTF-8, and surrounding source text. */
const WORDS = [
  ..."Error TODO FIXME handle task KEY straße ΣΑΣ \u017fs \u212a日本 é 2024-01-02 ABCDE12 foo_bar https:// fn( \\1 éÉ ß ẞ"
    .split(" "),
  ..."😀 \u0130\u0131 \u017f \u212a k s".split(" "),
];

/** Classes and repeats, some with more forms than the most needles. */
const PIECES = [
  ..."[A-Z]{5,} \\d{4} \\w+ .* [a-z]+ \\s [äöü]? (?i:[a-k]{2}) (?i:[r-t]{3}) (?:ab){1,2} q(?:a|bc|dEf){3}z".split(" "),
];

/** A pattern with searchable bytes: words and pieces of the oracle's random patterns in sequence. */
export function randomWordPattern(random: Random): string {
  const parts = Array.from({ length: 1 + random.int(4) }, () => {
    const roll = random.next(), word = random.pick(WORDS).replace(/[\\(]/g, "\\$&");
    if (roll < 0.35) return word;
    if (roll < 0.5) return `(?:${word}|${random.pick(WORDS).replace(/[\\(]/g, "\\$&")})`;
    if (roll < 0.6) return `(?:${word})${random.pick(["?", "*", "+", "{2}", "{1,3}"])}`;
    if (roll < 0.7) return `(?i:${word})`;
    if (roll < 0.8) return random.pick(PIECES);
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
export function randomTextFor(random: Random, { pattern, fixed, caseRule }: Query): Uint8Array {
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
