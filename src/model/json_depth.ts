/**
 * How deep a JSON text nests: a parser, and all that goes through what it gives, takes seconds for millions of levels.
 * @module
 */

const QUOTE = 0x22, BACKSLASH = 0x5c, ARRAY = 0x5b, ARRAY_END = 0x5d, OBJECT = 0x7b, OBJECT_END = 0x7d;

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
