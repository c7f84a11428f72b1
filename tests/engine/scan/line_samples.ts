/**
 * Random patterns, and texts whose lines bytes may or may not decide.
 * @module
 */
import type { ContentArena } from "../../../src/engine/cache/content_arena.ts";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import type { Random } from "../../seed.ts";
import { placeInKernel } from "../matcher/expected_lines.ts";

const PIECES = [
  ..."a b ab [ab] \\w . \\s [^a] \\d x{2} a.*b (?i:k) - (a|b)*c (?:ab)+ é [a-z]{2,} abc abc (?<=b)abc".split(" "),
];
const EDGES = ["", "", "", "^", "$", "\\b", "\\B", "\\b{start}", "\\b{end-half}"];

/** A pattern of some pieces. */
export function randomLinePattern(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(EDGES) + random.pick(PIECES)).join("") +
    random.pick(EDGES);
}

const CHARS = [..."aabbckKx1 -\n\n\r\ré\0ſ", "abc", "abc", "abc"];

/** Lines, some not ASCII; sometimes with an invalid byte. */
export function randomLineText(random: Random): Uint8Array {
  const text = Array.from({ length: random.int(90) }, () => random.pick(CHARS)).join("");
  const chars = random.pick([/[\0éſ]/g, /\0/g, /\0/g, /x/g]);
  const bytes = new TextEncoder().encode(text.replaceAll(chars, ""));
  if (bytes.length > 0 && random.chance(0.15)) bytes[random.int(bytes.length)] = 0xe3;
  return bytes;
}

/** A text in the scratch area, as after reading. */
export function cachedText(bytes: Uint8Array, { kernel, scratch }: ContentArena): CachedFile {
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
