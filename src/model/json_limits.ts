/**
 * Limits on the nesting and the number of values of a JSON text. Parsing it and traversing the result take seconds for
 * millions of levels, and half a minute for millions of keys.
 * @module
 */
import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, COMMA = 0x2c, BACKSLASH = 0x5c, ARRAY = 0x5b, ARRAY_END = 0x5d, OBJECT = 0x7b, OBJECT_END = 0x7d;

/** The limits of a message from a client. */
const MESSAGE = { depth: LIMITS.jsonDepth, values: LIMITS.jsonValues } as const;

/**
 * Why a JSON text (or its UTF-8 bytes) exceeds limits, as a text that follows its name; undefined if it does not. Values
 * are counted by the commas between them. The result is unspecified if the text is not JSON.
 *
 * @example
 * ```ts
 * jsonExcess('[["[[["]]', { depth: 1 }); // "nests more than 1 levels deep"
 * jsonExcess('[["[[["]]', { depth: 2 }); // undefined
 * ```
 */
export function jsonExcess(
  text: string | Uint8Array,
  { depth: maxDepth, values = Infinity }: { readonly depth: number; readonly values?: number } = MESSAGE,
): string | undefined {
  const { length } = text;
  const codeAt = typeof text === "string" ? (at: number) => text.charCodeAt(at) : (at: number) => text[at];
  let depth = 0, commas = 0, quoted = false;
  for (let at = 0; at < length; at++) {
    const code = codeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === ARRAY || code === OBJECT) {
      if (++depth > maxDepth) return `nests more than ${maxDepth} levels deep`;
    } else if (code === ARRAY_END || code === OBJECT_END) depth--;
    else if (code === COMMA && ++commas >= values) return `has more than ${values} values`;
  }
}
