/**
 * What another program writes to this one's stdin.
 * @module
 */

/**
 * All of stdin as text, once its writer has closed it.
 * @param most bytes
 * @returns undefined where there are more, or they are no UTF-8
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
