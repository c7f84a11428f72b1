/** The cache of files: when it is cleared, and how it tells that a file has changed. @module */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { makeCachedFile } from "../../../src/engine/cache/cached_file.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { FileClock } from "../../../src/engine/cache/file_clock.ts";
import { Freshness } from "../../../src/engine/cache/freshness.ts";
import { list } from "../../../src/engine/ops/list.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { listAll, searchFor } from "../requests.ts";
import { withTree } from "../with_tree.ts";

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

/** A process whose clock differs from the file system's, or is set back together with it, sees every change. */

for (
  const { aheadMs, setBackMs = 0 } of [{ aheadMs: 0 }, { aheadMs: 3000 }, { aheadMs: -10_800_000 }, {
    aheadMs: 0,
    setBackMs: 3_600_000,
  }]
) {
  Deno.test(`each of several edits within a second is seen by a process ${aheadMs} ms ahead, set back by ${setBackMs} ms`, () => {
    using directory = tempTree({ "a": "one\n", "dir/b": "one\n" });
    const door = openDoor([directory.path]), path = join(directory.path, "a"), place = { root: 0, path: "a" };
    let offset = aheadMs + setBackMs;
    const clock = new FileClock({ wall: () => Date.now() + offset, monotonic: () => performance.now() });
    clock.now();
    clock.see({ ...door.stat(place), ctime: Date.now() + setBackMs });
    offset = aheadMs;
    const cache = new FileCache(door, 2 ** 24, undefined, clock), job = { ...jobOn(door), cache };
    const old = new Date(Date.now() - 3_600_000);
    for (const text of ["one\n", "two\n", "six\n", "ten\n", "two\n", "one\n"]) {
      Deno.writeTextFileSync(path, text);
      // The same modification time: only the change time tells, in whole seconds.
      Deno.utimeSync(path, old, old);
      const { files: [file] } = finish(search(searchFor("^\\w+$", { limit: 1 }), nextRequest(job)));
      assertEquals(file.hits.map(({ line }) => line), [text.trim()]);
      Deno.writeTextFileSync(join(directory.path, "dir", text.trim()), "");
      const names = finish(list(listAll(), nextRequest(job))).entries.map(({ path }) => path);
      assertEquals(names.includes(`dir/${text.trim()}`), true);
      Deno.removeSync(join(directory.path, "dir", text.trim()));
    }
  });
}

/** Which tokens hold. */

const A = { root: 0, path: "a" }, B = { root: 0, path: "a/b" };

Deno.test("a directory below one that stopped being watched counts as watched only when both are watched again", () => {
  const freshness = new Freshness();
  freshness.watchBegan([{ root: 0, path: "" }, A]);
  // The directory was replaced; only B, asked for before that was known, is watched below it.
  freshness.unwatch(A);
  freshness.watchBegan([B]);
  const before = freshness.isWatched(B);
  freshness.watchBegan([B, A]);
  assertEquals([before, freshness.isWatched(B)], [false, true]);
});
