import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openEngine } from "../../open_engine.ts";
import { searchFor } from "../requests.ts";

Deno.test("a later page says that the tree has changed since the first, and only then", async () => {
  using place = await openEngine();
  const { engine, root } = place;
  for (const name of ["a", "b", "c"]) Deno.writeTextFileSync(join(root, name), "hit\nhit\n");
  const page = async (skip: number) =>
    (await engine.execute(searchFor("hit", { skip, limit: 2 }))).treeChanged ?? false;
  assertEquals([await page(0), await page(2)], [false, false]);
  Deno.writeTextFileSync(join(root, "aa"), "hit\n");
  assertEquals([await page(2), await page(4)], [true, true]);
  assertEquals([await page(0), await page(2)], [false, false]);
  Deno.removeSync(join(root, "aa"));
  assertEquals(await page(4), true);
});

Deno.test("a question of more than 16 KiB is not remembered, and none is confused with another", async () => {
  using place = await openEngine();
  const { engine, root } = place;
  Deno.writeTextFileSync(join(root, "a.txt"), "gold\n");
  const page = async (units: number, skip: number) =>
    (await engine.execute(searchFor(`gold|${"x".repeat(units)}`, { skip }))).treeChanged ?? false;
  for (const units of [2000, 2001, 20_000]) await page(units, 0);
  Deno.writeTextFileSync(join(root, "b.txt"), "gold\n");
  assertEquals([await page(2000, 1), await page(2002, 1), await page(20_000, 1)], [true, false, false]);
});
