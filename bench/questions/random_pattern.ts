/**
 * Random expressions from the tree's words that mean the same to fossick and to ripgrep.
 * @module
 */
import type { Random } from "../../tests/seed.ts";
import type { Vocabulary } from "./vocabulary.ts";

const CLASSES = ["\\w", "\\d", "[a-z]", "[A-Z]", "[aeiou]", "[^\\s\\w]", "\\s", "."];
const REPEATS = ["", "", "+", "{2}", "{1,3}", "{3,}"];
const FREQUENCIES = ["rare", "middling", "middling", "common"] as const;

/** Two to four parts: words, pieces of words, classes, alternations; sometimes anchored. */
export function randomPattern(words: Vocabulary, random: Random): string {
  const parts = Array.from({ length: 1 + random.int(3) }, () => part(words, random));
  // At least one part must not match the empty string.
  parts.splice(random.int(parts.length + 1), 0, literal(words, random));
  const anchors = random.chance(0.15) ? ["^\\s*", ""] : random.chance(0.1) ? ["", "$"] : ["", ""];
  return anchors[0] + parts.join("") + anchors[1];
}

function part(words: Vocabulary, random: Random): string {
  switch (random.int(5)) {
    case 0:
      return `(?:${literal(words, random)}|${literal(words, random)})`;
    case 1:
      return `(?:${literal(words, random)})?`;
    case 2:
      return "\\b";
    case 3:
      return ".{0,9}";
    default:
      return random.pick(CLASSES) + random.pick(REPEATS);
  }
}

/** A word of the tree, or a piece of it. */
function literal(words: Vocabulary, random: Random): string {
  const word = words.word(random.pick(FREQUENCIES));
  if (random.chance(0.5)) return word;
  const from = random.int(word.length - 2);
  return word.slice(from, from + 2 + random.int(4));
}
