/** Found files that cross threads. */
import { assertEquals } from "@std/assert";
import type { FoundEntry } from "../../src/engine/found_entry.ts";
import { pack, unpack } from "../../src/worker/parcel.ts";
import { seeded } from "../seed.ts";

Deno.test("files come out of a parcel as they went in, with their directories' marks", () => {
  const random = seeded("parcels");
  for (let run = 0; run < 200; run++) {
    const marks = Array.from({ length: 3 }, (_, i) => ({ dev: 1, ino: i, mtime: 2.5, changed: 3000 }));
    const files = Array.from({ length: random.int(20) }, (_, i): FoundEntry => {
      const path = `d${random.int(4)}/é ${i}`, dir = random.pick([undefined, ...marks]);
      const root = run % 10 === 0 ? random.int(2) : 0;
      const file = { shown: path, place: { root, path }, kind: "file" } as const;
      return dir === undefined ? file : { ...file, dir };
    });
    const received = unpack(structuredClone(pack(files)));
    assertEquals(received, files);
    const distinct = new Set(files.map(({ dir }) => dir)).size;
    assertEquals(new Set(received.map(({ dir }) => dir)).size, distinct);
  }
});
