/** Which tokens hold. */
import { assertEquals } from "@std/assert";
import { Freshness } from "../../../src/engine/cache/freshness.ts";

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
