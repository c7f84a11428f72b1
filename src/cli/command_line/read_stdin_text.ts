/**
 * Reads text from stdin.
 * @module
 */

/**
 * All of stdin, after its writer has closed it.
 * @param most bytes
 * @returns undefined if there are more bytes, or if they are not UTF-8
 */
export function readStdinText(most: number): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true }), piece = new Uint8Array(64 * 1024);
  let text = "", total = 0;
  try {
    for (let count = Deno.stdin.readSync(piece); count !== null; count = Deno.stdin.readSync(piece)) {
      if ((total += count) > most) return undefined;
      text += decoder.decode(piece.subarray(0, count), { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
