/**
 * A decoder for comparison with the product's: each byte that is not UTF-8 becomes the lone surrogate U+DC00 + byte.
 * @module
 */

/** Decodes any bytes. */
export function decodeBytes(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes, i);
    text += length === 0
      ? String.fromCharCode(0xdc00 + bytes[i])
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(i, i + length));
    i += Math.max(1, length);
  }
  return text;
}

/** The number of bytes of the well-formed character at `i`, 0 for none. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const lead = bytes[i];
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let k = 1; k < length; k++) if ((bytes[i + k] & 0xc0) !== 0x80) return 0;
  const second = bytes[i + 1];
  const bad = (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f);
  return bad ? 0 : length;
}

/** The number of bytes that the first `end` UTF-16 units represent. */
export function byteLengthOf(text: string, end: number): number {
  let bytes = 0;
  for (const char of text.slice(0, end)) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code >= 0xdc80 && code <= 0xdcff ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
