/**
 * How deep a JSON text nests, and how much is in it: a parser, and all that goes through what it gives, takes seconds for
 * millions of levels, and half a minute for millions of keys.
 * @module
 */
import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, COMMA = 0x2c, BACKSLASH = 0x5c, ARRAY = 0x5b, ARRAY_END = 0x5d, OBJECT = 0x7b, OBJECT_END = 0x7d;

/**
 * Whether arrays and objects in `text` (its UTF-8 bytes, or itself) stand in one another more than `most` levels deep.
 * Of what is no JSON it may say either.
 *
 * @example
 * ```ts
 * nestsDeeper('[["[[["]]', 1); // true
 * nestsDeeper('[["[[["]]', 2); // false
 * ```
 */
export function nestsDeeper(text: string | Uint8Array, most: number): boolean {
  const { length } = text;
  if (length <= most) return false;
  const codeAt = typeof text === "string" ? (at: number) => text.charCodeAt(at) : (at: number) => text[at];
  let depth = 0, quoted = false;
  for (let at = 0; at < length; at++) {
    const code = codeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === ARRAY || code === OBJECT) {
      if (++depth > most) return true;
    } else if (code === ARRAY_END || code === OBJECT_END) depth--;
  }
  return false;
}

/** What a message has too much of to be parsed, in words that follow its name; undefined where it is in order. */
export function jsonExcess(bytes: Uint8Array): string | undefined {
  if (nestsDeeper(bytes, LIMITS.jsonDepth)) return `nests more than ${LIMITS.jsonDepth} levels deep`;
  if (hasMoreValues(bytes, LIMITS.jsonValues)) return `has more than ${LIMITS.jsonValues} values`;
}

/** Whether more than `most` values stand beside others: each but the first has a comma before it. */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  const { length } = bytes;
  if (length <= most) return false;
  let commas = 0, quoted = false;
  for (let at = 0; at < length; at++) {
    const code = bytes[at];
    if (code === QUOTE) quoted = !quoted;
    else if (quoted && code === BACKSLASH) at++;
    else if (!quoted && code === COMMA && ++commas >= most) return true;
  }
  return false;
}
