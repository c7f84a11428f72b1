import type { OpenFile } from "../../../src/door/door.ts";
import { snapshotOf } from "../../../src/engine/text/text_file.ts";
import { assertEquals } from "@std/assert";

Deno.test("a snapshot of a growing file has one content and size", () => {
  const file = snapshotOf(growing("a\n", "b\n", 2));
  const head = new Uint8Array(2), all = new Uint8Array(100);
  assertEquals([file.read(head, 0), file.read(all, 0), file.stamp.size], [2, 4, 4]);
  assertEquals(file.read(all, 0), 4);
});

Deno.test("a file without size and end, and a large one, are not copied", () => {
  for (const size of [0, 2 ** 21]) {
    const file = growing("a".repeat(2 ** 20), "b", size);
    assertEquals(snapshotOf(file) === file, true);
  }
});

/** A file with the stamp's `size` to which `more` is appended at each read. */
function growing(text: string, more: string, size: number): OpenFile {
  let content = text;
  return {
    stamp: { kind: "file", size, mtime: 0, ctime: 0, executable: false, dev: 0, ino: 0, linkCount: 1 },
    read(into, at) {
      if (size === 2) content += more;
      const part = new TextEncoder().encode(content).subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    close() {},
  };
}
