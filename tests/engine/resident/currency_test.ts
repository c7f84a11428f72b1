/** What is known of the present. */
import { assertEquals } from "@std/assert";
import { Currency } from "../../../src/engine/resident/currency.ts";

const A = { root: 0, path: "a" }, B = { root: 0, path: "a/b" };

Deno.test("what lies below a directory that was let go counts as watched only when that is watched again", () => {
  const currency = new Currency();
  currency.watching([{ root: 0, path: "" }, A]);
  // Another stands there, of which nothing is watched but what was wanted before that was heard of.
  currency.unwatch(A);
  currency.watching([B]);
  const before = currency.isWatched(B);
  currency.watching([B, A]);
  assertEquals([before, currency.isWatched(B)], [false, true]);
});
