/**
 * Random patterns in the syntax that ripgrep and fossick share, and random texts to search.
 * @module
 */
import type { Random } from "../seed.ts";

/** Special characters: case pairs of one to three members, marks, separators, wide ones. */
const CHARS = [
  ..."aabbcABCkKsSxyz019__  ..-=",
  "ſ",
  "K",
  "é",
  "É",
  "σ",
  "ς",
  "Σ",
  "ß",
  "ẞ",
  "я",
  "Я",
  "日",
  "本",
  "😀",
  "𝒜",
  "\u0301",
];
const SPACES = [" ", "\t", "\r", "\u00a0", "\u2028", "\u0085", "\u200d", "\x0b", "\x0c", "\x1c", "\ufeff"];
/** Invalid bytes. No stray continuation byte: after a whole character, ripgrep's \b treats it as part of that. */
const INVALID = [[0xff], [0xfe], [0xc3], [0xe6, 0x97], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];

/** A random text as bytes: lines, also empty ones, sometimes no last line break, sometimes invalid UTF-8. */
export function randomText(random: Random, ascii: boolean): Uint8Array {
  const bytes: number[] = [];
  const lines = random.int(9);
  for (let line = 0; line < lines; line++) {
    const length = random.chance(0.2) ? 0 : random.int(14);
    for (let i = 0; i < length; i++) bytes.push(...randomBytes(random, ascii));
    if (random.chance(0.15)) bytes.push(13);
    // No CR LF: ripgrep treats the CR as a character.
    if (bytes.at(-1) === 13) bytes.push(9);
    bytes.push(10);
  }
  if (random.chance(0.3)) bytes.push(...new TextEncoder().encode("ab"));
  // No bytes that could be a byte-order mark.
  return new Uint8Array(bytes[0] < 0x80 ? bytes : [0x61, ...bytes]);
}

function randomBytes(random: Random, ascii: boolean): Iterable<number> {
  if (!ascii && random.chance(0.04)) return random.pick(INVALID);
  const char = random.pick(random.chance(0.12) ? SPACES : CHARS);
  return ascii && char > "\x7f" ? [97 + random.int(3)] : new TextEncoder().encode(char);
}

/** Splits a table of words. */
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const CLASSES = words(String.raw`
  [abc] [^abc] [a-z] [A-Z] [^a-z] [A-Za-z0-9_] [^\W_] [\W_] [\w.] [^\s] [\s\S] [^\S\t] [\d\s] [^\d\s]
  [[:alpha:]] [[:^alpha:]] [[:^upper:]x] [^[:lower:]] [[:space:]] [[:punct:][:digit:]] [[:word:]é] [α-ω]
  [^α-ω] [À-ÿ] [\x00-\x{ffff}] [^\x00-\x7f] [ks] [^ks] [^k\W] [ſ]
  [\P{Lu}x] [^\P{Ll}x] [^\p{L}] [.] [^\n] [a\n] [\p{Lu}\d] [\D] [^\D] [\r\t] [-a] [a-] [\]a] []a] []}),] [^]a] [\^a] [!-~] [日-本]
  [😀-😎] [^😀]
`);
const SETS = words(String.raw`
  . . \w \W \d \D \s \S \pL \p{Lu} \p{Ll} \P{Lu} \P{Ll} \p{Greek} \P{Greek} \p{Han} \p{M} \p{Nd} \p{N} \p{Z}
  \p{Cc} \p{C} \P{C} \p{Emoji} \p{Alphabetic} \p{Any} \p{Cyrillic} \p{S} \p{P} \p{White_Space} \P{White_Space}
  \p{Uppercase} \p{sc=Latin} \p{scx:Greek} \p{gc=Lu}
`);
const EDGES = words(String.raw`
  ^ $ \b \b \B \< \> \b{start} \b{end} \b{start-half} \b{end-half} \z
`);
const QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}", "{0,2}", "{1,2}?", "{1}"];
const ESCAPES = ["\\.", "\\-", "\\x61", "\\x{e9}", "\\u{1F600}", "\\t", "\\x{4B}", "\\u212A", '\\"', "\\ "];

/** A piece of a pattern. One that can be empty is never repeated: JavaScript drops an empty iteration, Rust keeps it. */
interface Piece {
  readonly text: string;
  readonly empty: boolean;
}

/** A pattern that both engines parse. */
export function randomPattern(random: Random): string {
  const flags = random.chance(0.15) ? random.pick(["(?i)", "(?s)", "(?-s)", "(?x)", "(?is)"]) : "";
  return flags + alternation(random, 3).text;
}

/** Plain text with the same characters. */
export function randomLiteral(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(CHARS)).join("");
}

function alternation(random: Random, depth: number): Piece {
  const branches = Array.from({ length: random.chance(0.25) ? 2 + random.int(2) : 1 }, () => sequence(random, depth));
  return { text: branches.map((it) => it.text).join("|"), empty: branches.some((it) => it.empty) };
}

function sequence(random: Random, depth: number): Piece {
  const parts = Array.from({ length: random.chance(0.03) ? 0 : 1 + random.int(4) }, () => quantified(random, depth));
  return { text: parts.map((it) => it.text).join(""), empty: parts.every((it) => it.empty) };
}

function quantified(random: Random, depth: number): Piece {
  const piece = atom(random, depth);
  // Under (?x) a blank is no piece; its quantifier would be a second one of the piece before it.
  if (piece.empty || piece.text === " " || !random.chance(0.35)) return piece;
  const quantifier = random.pick(QUANTIFIERS);
  return { text: piece.text + quantifier, empty: /^[*?]|^\{0/.test(quantifier) };
}

function atom(random: Random, depth: number): Piece {
  const roll = random.next();
  if (roll < 0.14 && depth > 0) return group(random, depth - 1);
  if (roll < 0.24) return { text: random.pick(EDGES), empty: true };
  if (roll < 0.4) return { text: random.pick(CLASSES), empty: false };
  if (roll < 0.55) return { text: random.pick(SETS), empty: false };
  if (roll < 0.6) return { text: random.pick(ESCAPES), empty: false };
  return { text: random.pick(CHARS).replace(/[.]/, "\\."), empty: false };
}

function group(random: Random, depth: number): Piece {
  const { text, empty } = alternation(random, depth);
  const head = random.pick(["(", "(?:", "(?:", "(?i:", "(?-i:", "(?s:", "(?-s:", `(?P<n${random.int(1e6)}>`, "(?i-s:"]);
  return { text: `${head}${text})`, empty };
}
