/**
 * Random patterns with words in them, and texts that match them or nearly do.
 * @module
 */
import { parsePattern } from "../../../src/engine/regex/parse.ts";
import { parseLiteral } from "../../../src/engine/matcher/compile_query.ts";
import type { Query } from "../../../src/model/request.ts";
import { randomPattern, randomText } from "../../oracle/random_pattern.ts";
import type { Random } from "../../seed.ts";
import { sampleOf } from "./sample_text.ts";

/** Words, case pairs that change their length in UTF-8, and what stands around them in source. */
const WORDS = [
  ..."Error TODO FIXME handle task KEY straße ΣΑΣ \u017fs \u212a日本 é 2024-01-02 ABCDE12 foo_bar https:// fn( \\1 éÉ ß ẞ"
    .split(" "),
  ..."😀 \u0130\u0131 \u017f \u212a k s".split(" "),
];

/** Classes and repeats, some of more forms than there can be needles. */
const PIECES = [
  ..."[A-Z]{5,} \\d{4} \\w+ .* [a-z]+ \\s [äöü]? (?i:[a-k]{2}) (?i:[r-t]{3}) (?:ab){1,2} q(?:a|bc|dEf){3}z".split(" "),
];

/** A pattern with enough in it to look for: words and pieces of the oracle's random patterns, side by side. */
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

/** Text out of the pattern's own characters, so that it comes near to matching, in any letter case. */
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

/** What matches, or comes near to it, or is unrelated. */
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
