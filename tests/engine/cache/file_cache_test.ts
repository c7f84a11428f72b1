/** The cache of files, and when it is cleared. */
import { makeCachedFile } from "../../../src/engine/cache/cached_file.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { searchFor } from "../requests.ts";
import { withTree } from "../with_tree.ts";
import { assertEquals } from "@std/assert";

Deno.test("a tree with more files and directories than the cache holds is searched and counted completely", () => {
  const names = Array.from({ length: 600 }, (_, i) => `d${i % 60}/f${i}.txt`);
  withTree(Object.fromEntries(names.map((name) => [name, "needle\n"])), (door) => {
    for (const most of [10, 59, 60, 250, 599, 600]) {
      const cache = new FileCache(door, 2 ** 24, most);
      const totals = [1, 2, 3].map(() => {
        const job = { ...jobOn(door), cache, epoch: cache.beginRequest() };
        const { total, searched, skipped } = finish(search(searchFor("needle"), job));
        return [total, searched, skipped];
      });
      assertEquals(totals, Array(3).fill([600, 600, {}]), `${most} at most`);
    }
  });
});

Deno.test("a file read without a stamp stays cached while its directory is the one it was read in", () => {
  withTree({ "old/f": "one\n", "new/f": "two\n" }, (_, root) => {
    const { door } = agedDoor(root), cache = new FileCache(door, 2 ** 24);
    const place = { root: 0, path: "old/f" }, dir = door.statUnproved({ root: 0, path: "old" });
    const text = { kind: "aside", at: 0, end: 0, isUtf8: true, hasCrlf: false } as const;
    const read = { ...text, size: 4, readAt: Date.now(), token: 0, dir };
    const isKnown = () => {
      cache.store(place, makeCachedFile(read), cache.beginRequest());
      return cache.freshFile(place, cache.beginRequest()) !== undefined;
    };
    const before = isKnown();
    Deno.renameSync(`${root}/old`, `${root}/aside`);
    Deno.renameSync(`${root}/new`, `${root}/old`);
    assertEquals([before, isKnown()], [true, false]);
  });
});

Deno.test("a root replaced by a link is a different root, even if the link leads to the same directory", () => {
  withTree({ a: "" }, (door, root) => {
    const cache = new FileCache(door, 2 ** 24);
    const inode = () => (cache.beginRequest(), cache.rootId(0));
    const [before, again] = [inode(), inode()];
    Deno.renameSync(root, `${root}-away`);
    Deno.symlinkSync(`${root}-away`, root);
    const after = inode();
    assertEquals([before === again, before === after, after === undefined], [true, false, false]);
  });
});
