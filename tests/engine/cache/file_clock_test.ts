/** A process whose clock differs from the file system's, or is set back together with it, sees every change. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { FileClock } from "../../../src/engine/cache/file_clock.ts";
import { list } from "../../../src/engine/ops/list.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { listAll, searchFor } from "../requests.ts";

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
