import { assertEquals } from "@std/assert";
import { LineSplitter } from "../../../src/mcp/stdio/parse_line.ts";
import { type Random, seeded } from "../../seed.ts";

const MAX = 10_000;

Deno.test("lines do not depend on how their bytes are chunked, and outlive their chunks", () => {
  const random = seeded("line_splitter");
  for (let round = 0; round < 30; round++) {
    const lines = Array.from({ length: random.int(6) }, () => randomLine(random));
    const bytes = new TextEncoder().encode(lines.map((line) => line + "\n").join("") + "unfinished");
    assertEquals(linesOf(inChunks(bytes, random)), lines.map(expected));
  }
});

Deno.test("a line may arrive byte by byte, at the longest size and one above", () => {
  for (const length of [MAX, MAX + 1]) {
    const bytes = new TextEncoder().encode("x".repeat(length) + "\n");
    const found = linesOf(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    assertEquals(found, [expected("x".repeat(length))]);
  }
});

type Told = readonly [text: string, isCut: boolean];

/** The lines of the chunks. Each chunk is overwritten after it was pushed. */
function linesOf(chunks: readonly Uint8Array[]): Told[] {
  const splitter = new LineSplitter(MAX);
  return chunks.flatMap((chunk) => {
    const told = Array.from(splitter.push(chunk), ({ bytes, isCut }): Told => [new TextDecoder().decode(bytes), isCut]);
    chunk.fill(0);
    return told;
  });
}

function expected(line: string): Told {
  return line.length <= MAX ? [line, false] : [line.slice(0, 4096) + line.slice(-256), true];
}

function randomLine(random: Random): string {
  const length = random.pick([0, 1, 300, 4000, MAX - 1, MAX, MAX + 1, MAX + 100, 3 * MAX]);
  return Array.from({ length }, () => random.pick(["a", "b", "c"])).join("");
}

function inChunks(bytes: Uint8Array, random: Random): Uint8Array[] {
  const most = random.pick([1, 7, 500, 5000, 4 * MAX]), chunks: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + random.int(most);
    chunks.push(bytes.slice(from, to));
    from = to;
  }
  return chunks;
}
