/**
 * Extracts one file from a .tgz.
 * @module
 */

/** The content of `member` of the archive at `path`. */
export async function untar(path: string, member: string): Promise<Uint8Array> {
  const file = await Deno.open(path);
  const tar = new Uint8Array(
    await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
  for (let at = 0; at + 512 <= tar.length;) {
    const size = parseInt(text(tar, at + 124, 12), 8) || 0;
    if (text(tar, at, 100) === member) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${path} has no ${member}`);
}

/** A header field: NUL-terminated text. */
function text(tar: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "").trim();
}
