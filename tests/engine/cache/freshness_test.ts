/** What is known of the present. */
import { assertEquals } from "@std/assert";
import { Freshness } from "../../../src/engine/cache/freshness.ts";

const A = { root: 0, path: "a" }, B = { root: 0, path: "a/b" };

Deno.test("what lies below a directory that was let go counts as watched only when that is watched again", () => {
  const currency = new Freshness();
  currency.watchBegan([{ root: 0, path: "" }, A]);
  // Another stands there, of which nothing is watched but what was wanted before that was heard of.
  currency.unwatch(A);
  currency.watchBegan([B]);
  const before = currency.isWatched(B);
  currency.watchBegan([B, A]);
  assertEquals([before, currency.isWatched(B)], [false, true]);
});
