/** Low limits are in tests/slow/cli/doctor, in a user namespace of their own. */
import { assertEquals } from "@std/assert";
import { reachedWatchLimit } from "../../src/door/watch_limit.ts";
import { tempTree } from "../program.ts";

Deno.test("directories that can be watched reach no limit, and neither do missing ones", () => {
  using files = tempTree({ "a/x.txt": "", "b/y.txt": "" });
  const dirs = ["a", "b"].map((name) => `${files.path}/${name}`);
  assertEquals(reachedWatchLimit(dirs), undefined);
  assertEquals(reachedWatchLimit([...dirs, `${files.path}/gone`]), undefined);
});
