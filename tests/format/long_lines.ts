/**
 * Long lines of generated files, and long lines of many languages.
 * @module
 */
import type { Random } from "../seed.ts";
import { SAMPLES } from "./samples.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz", HEX = "0123456789abcdef";
const BASE64 = LETTERS + LETTERS.toUpperCase() + "0123456789+/";

/** The length of a line that is cut. */
const LENGTH = 490;

type Piece = (random: Random) => string;

const chars = (from: string, count: number): Piece => (random) =>
  Array.from({ length: count }, () => random.pick([...from])).join("");

const number = (random: Random) => String(random.int(1_000_000) / 100);

/** Generates a piece of a line. Pieces are joined until the line is long enough. */
const PIECES: Readonly<Record<string, Piece>> = {
  base64: chars(BASE64, 76),
  hash: (random) => chars(HEX, 40)(random) + " ",
  uuid: (random) => [8, 4, 4, 4, 12].map((count) => chars(HEX, count)(random)).join("-") + ",",
  numbers: (random) => number(random) + ",",
  vector: (random) => random.pick([..."MLCQZ"]) + number(random) + " " + number(random),
  minified: (random) => {
    const name = chars(LETTERS, 1 + random.int(2));
    return `${name(random)}.${name(random)}(${name(random)},${random.int(99)}),`;
  },
  expression: chars("()[]{}|\\.*+?^$sdwb", 20),
  quoted: (random) =>
    JSON.stringify(JSON.stringify({ [chars(LETTERS, 5)(random)]: number(random) })).slice(1, -1) + ",",
  encoded: (random) => "%" + chars("0123456789ABCDEF", 2)(random),
  url: (random) => `https://example.com/${chars(BASE64, 12)(random)}?q=${random.int(1e6)}&id=${chars(HEX, 8)(random)} `,
  capitals: chars(LETTERS.toUpperCase(), 30),
  letters: chars(LETTERS, 30),
};

/** All kinds of long lines. */
export const KINDS: readonly string[] = [...Object.keys(PIECES), ...Object.keys(SAMPLES)];

/** A long line of `kind`. */
export function longLine(kind: string, random: Random): string {
  const piece = PIECES[kind];
  if (piece === undefined) return partOf(SAMPLES[kind], random);
  let line = "";
  while (line.length < LENGTH) line += piece(random);
  return line.slice(0, LENGTH);
}

function partOf(sample: string, random: Random): string {
  const flat = sample.replaceAll("\n", " ").repeat(Math.ceil(2 * LENGTH / sample.length));
  const from = random.int(flat.length - LENGTH);
  return flat.slice(from, from + LENGTH).toWellFormed();
}
