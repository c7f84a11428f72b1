/**
 * Slices text by offsets in its UTF-8 bytes, as spans count them.
 * @module
 */

const BEYOND_ASCII = /[^\0-\x7f]/;
const encoder = new TextEncoder();
// A span may begin with U+FEFF, which a decoder would swallow.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The length of `text` in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The part of `line` between two byte offsets. */
export function byteSlice(line: string, start: number, end: number): string {
  return byteSlices(line, [[start, end]])[0];
}

/** The parts of `line` between pairs of byte offsets. */
export function byteSlices(line: string, spans: readonly (readonly [start: number, end: number])[]): string[] {
  if (!BEYOND_ASCII.test(line)) return spans.map(([start, end]) => line.slice(start, end));
  const bytes = encoder.encode(line);
  return spans.map(([start, end]) => decoder.decode(bytes.subarray(start, end)));
}

/** Cuts `text` to `max` UTF-16 units around byte `at`, never inside a character, with `…` on each cut side. */
export function clipAround(text: string, at: number, max: number): string {
  if (text.length <= max) return text;
  const middle = byteSlice(text, 0, at).length;
  const from = characterStart(text, Math.max(0, Math.min(middle - Math.floor(max / 4), text.length - max)));
  const to = characterStart(text, Math.min(text.length, from + max));
  return (from > 0 ? "…" : "") + text.slice(from, to) + (to < text.length ? "…" : "");
}

/** The last index at or before `index` that does not split a surrogate pair. */
function characterStart(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code < 0xe000 && index > 0 ? index - 1 : index;
}
