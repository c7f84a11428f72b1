import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { createEngine } from "../../src/pool/create_engine.ts";
import { searchFor } from "../engine/requests.ts";

Deno.test("a later page says that the tree has changed since the first, and only then", async () => {
  const root = Deno.makeTempDirSync({ prefix: "fossick-" });
  const engine = await createEngine({ roots: [root], cwd: root, threads: 0 });
  try {
    for (const name of ["a", "b", "c"]) Deno.writeTextFileSync(join(root, name), "hit\nhit\n");
    const page = async (skip: number) => (await engine.run(searchFor("hit", { skip, limit: 2 }))).treeChanged ?? false;
    assertEquals([await page(0), await page(2)], [false, false]);
    Deno.writeTextFileSync(join(root, "aa"), "hit\n");
    assertEquals([await page(2), await page(4)], [true, true]);
    assertEquals([await page(0), await page(2)], [false, false]);
    Deno.removeSync(join(root, "aa"));
    assertEquals(await page(4), true);
  } finally {
    engine.close();
    Deno.removeSync(root, { recursive: true });
  }
});
