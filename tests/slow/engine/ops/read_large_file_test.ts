import { assertEquals } from "@std/assert";
import type { Door } from "../../../../src/door/door.ts";
import { read } from "../../../../src/engine/ops/read.ts";
import type { ByteRange, LineRange } from "../../../../src/model/request.ts";
import { finish, jobOn } from "../../../engine/job_on.ts";
import { withTree } from "../../../engine/with_tree.ts";

function readAt(door: Door, path: string, range: ByteRange | LineRange) {
  return finish(read({ op: "read", path, range, timeoutMs: 4000 }, jobOn(door)));
}

Deno.test("lines around the millionth of 200 MB are found from both ends", () => {
  withTree({}, (door, dir) => {
    const lines = 2_000_000, width = 100;
    writeNumbered(`${dir}/large.txt`, lines, width);
    const numbered = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => String(from + i).padStart(width - 1, ".")).join("\n");
    const read = (start: number) => readAt(door, "large.txt", { type: "lines", start, max: 3, maxBytes: 65536 });
    for (const start of [999_999, 1_000_000, lines - 1]) {
      const count = Math.min(3, lines - start + 1);
      const page = read(start);
      assertEquals(page.content, numbered(start, count));
      assertEquals(page.given, { type: "lines", start, count, lineCut: false });
      assertEquals(read(start - lines - 1).content, page.content);
    }
    // Too large to count its lines for the answer, so they are numbered from the end.
    const tail = read(-2);
    assertEquals([tail.given, tail.totalLines], [{ type: "lines", start: -2, count: 2, lineCut: false }, undefined]);
    assertEquals(read(lines + 1).totalLines, lines);
    assertEquals(read(-lines - 5).given, { type: "lines", start: 1, count: 3, lineCut: false });
  });
});

/** Lines of `width` bytes; each holds its number. */
function writeNumbered(path: string, lines: number, width: number): void {
  using file = Deno.openSync(path, { write: true, create: true });
  const encoder = new TextEncoder();
  for (let from = 1; from <= lines; from += 10_000) {
    const block = Array.from({ length: 10_000 }, (_, i) => String(from + i).padStart(width - 1, ".") + "\n");
    file.writeSync(encoder.encode(block.join("")));
  }
}

Deno.test("a file of 64 GB is read at both ends without its middle", () => {
  withTree({}, (door, dir) => {
    const hole = 64 * 2 ** 30, end = "\nsecond to last\nlast\n";
    using file = Deno.openSync(`${dir}/sparse.log`, { write: true, create: true });
    file.writeSync(new TextEncoder().encode("first\n"));
    file.truncateSync(hole);
    file.seekSync(hole, Deno.SeekMode.Start);
    file.writeSync(new TextEncoder().encode(end));
    const read = (range: ByteRange | LineRange) => readAt(door, "sparse.log", range);
    const bytes = read({ type: "bytes", offset: hole + 1, max: 65536 });
    assertEquals([bytes.content, bytes.more, bytes.size], [end.slice(1), false, hole + end.length]);
    const head = read({ type: "lines", start: 1, max: 1, maxBytes: 65536 });
    assertEquals([head.content, head.more, head.totalLines], ["first", true, undefined]);
    const tail = read({ type: "lines", start: -2, max: 5, maxBytes: 65536 });
    assertEquals([tail.content, tail.more], ["second to last\nlast", false]);
  });
});
