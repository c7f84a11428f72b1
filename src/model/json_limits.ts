/**
 * Limits on the nesting and the number of values of a JSON text. Parsing it and traversing the result take seconds for
 * millions of levels, and half a minute for millions of keys.
 * @module
 */
import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, COMMA = 0x2c, BACKSLASH = 0x5c, ARRAY = 0x5b, ARRAY_END = 0x5d, OBJECT = 0x7b, OBJECT_END = 0x7d;

/**
 * Whether arrays and objects in `text` (or its UTF-8 bytes) nest more than `maxDepth` levels deep. The result is
 * unspecified if the text is not JSON.
 *
 * @example
 * ```ts
 * nestsDeeper('[["[[["]]', 1); // true
 * nestsDeeper('[["[[["]]', 2); // false
 * ```
 */
export function nestsDeeper(text: string | Uint8Array, maxDepth: number): boolean {
  const { length } = text;
  if (length <= maxDepth) return false;
  const codeAt = typeof text === "string" ? (at: number) => text.charCodeAt(at) : (at: number) => text[at];
  let depth = 0, quoted = false;
  for (let at = 0; at < length; at++) {
    const code = codeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === ARRAY || code === OBJECT) {
      if (++depth > maxDepth) return true;
    } else if (code === ARRAY_END || code === OBJECT_END) depth--;
  }
  return false;
}

/** Why a message is too large to be parsed, as a text that follows its name; undefined if it is not. */
export function jsonExcess(bytes: Uint8Array): string | undefined {
  if (nestsDeeper(bytes, LIMITS.jsonDepth)) return `nests more than ${LIMITS.jsonDepth} levels deep`;
  if (hasMoreValues(bytes, LIMITS.jsonValues)) return `has more than ${LIMITS.jsonValues} values`;
}

/** Whether there are more than `maxValues` values, counted by the commas between them. */
function hasMoreValues(bytes: Uint8Array, maxValues: number): boolean {
  const { length } = bytes;
  if (length <= maxValues) return false;
  let commas = 0, quoted = false;
  for (let at = 0; at < length; at++) {
    const code = bytes[at];
    if (code === QUOTE) quoted = !quoted;
    else if (quoted && code === BACKSLASH) at++;
    else if (!quoted && code === COMMA && ++commas >= maxValues) return true;
  }
  return false;
}
