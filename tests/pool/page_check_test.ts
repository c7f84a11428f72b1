import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { findRoots } from "../../src/door/roots.ts";
import { createEngine } from "../../src/pool/create_engine.ts";
import { reportFor } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { withPageCheck } from "../../src/pool/engine_decorators.ts";
import { searchFor } from "../engine/requests.ts";
import { openEngine } from "../open_engine.ts";
import { threadHeap } from "../../src/worker/idle_gc.ts";
import { tempTree } from "../program.ts";

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

/** An engine that always runs the same search. */
async function finding(root: string): Promise<Engine> {
  const engine = await createEngine({ roots: findRoots([root]), thread: false });
  return {
    status: engine.status,
    execute: async <R extends Request>({ op }: R) => reportFor<R["op"]>(op, await engine.execute(searchFor("gold"))),
    close: () => engine.close(),
  };
}

Deno.test("long searches take little memory, and no two are confused", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const engine = withPageCheck(await finding(files.path));
  const page = async (i: number, skip: number) =>
    (await engine.execute(searchFor(`${"x".repeat(2 ** 20)}${i}`, { skip }))).treeChanged ?? false;
  const heap = await threadHeap();
  try {
    heap?.collect();
    const before = heap?.size() ?? 0;
    for (let i = 0; i < 40; i++) await page(i, 0);
    heap?.collect();
    const kept = (heap?.size() ?? 0) - before;
    assert(kept < 2 ** 24, `${kept} bytes are kept`);
    Deno.writeTextFileSync(join(files.path, "b.txt"), "gold\n");
    assertEquals([await page(39, 1), await page(40, 1), await page(40, 1)], [true, false, false]);
  } finally {
    engine.close();
  }
});
