/**
 * What another program writes to this one's stdin.
 * @module
 */

/**
 * All of stdin as text, once its writer has closed it.
 * @param most bytes
 * @returns undefined where there are more, or they are no UTF-8
 */
export function stdinText(most: number): string | undefined {
  const pieces: Uint8Array<ArrayBuffer>[] = [], piece = new Uint8Array(64 * 1024);
  let total = 0;
  for (let count = Deno.stdin.readSync(piece); count !== null; count = Deno.stdin.readSync(piece)) {
    if ((total += count) > most) return undefined;
    pieces.push(piece.slice(0, count));
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const some of pieces) {
    all.set(some, at);
    at += some.length;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(all);
  } catch {
    return undefined;
  }
}
