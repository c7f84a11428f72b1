import { assertEquals } from "@std/assert";
import type { CountedRequest } from "../../../src/model/request.ts";
import { openEngine } from "../../open_engine.ts";
import { finish, jobOn } from "../job_on.ts";
import { globFor, listAll, scopeOf, searchFor } from "../requests.ts";
import { explainZero } from "../../../src/engine/ops/explain_zero.ts";
import { withTree } from "../with_tree.ts";

const TREE = { "aa.txt": "gold\ngold\n", "ab.txt": "x\n" };
const NONE = searchFor("silver"), REFUSED = searchFor("("), GOLD = searchFor("gold");
const nearest = (path: string) => ({ op: "nearest", path, limit: 1, timeoutMs: 1000 }) as const;

const CASES: readonly (readonly [candidates: readonly CountedRequest[], index?: number, total?: number])[] = [
  [[]],
  [[NONE, globFor("*.js"), listAll({ scope: scopeOf({ globs: ["*.js"] }) }), nearest("aa.txt")]],
  [[NONE, GOLD, globFor("*b.txt")], 1, 2],
  [[REFUSED, globFor("*b.txt"), GOLD], 1, 1],
  [[NONE, listAll(), GOLD], 1, 2],
];

Deno.test("the first candidate that finds something counts; one that is refused, or that does not apply, finds nothing; without time none does", () => {
  withTree(TREE, (door) => {
    for (const [candidates, index, total] of CASES) {
      const { found, isCut } = finish(explainZero({ op: "explain_zero", candidates, timeoutMs: 1000 }, jobOn(door)));
      assertEquals([found?.index, found?.total, isCut], [index, total, undefined]);
    }
    const request = { op: "explain_zero", candidates: [nearest("aa.tx")], timeoutMs: 1000 } as const;
    assertEquals(finish(explainZero(request, jobOn(door))).found?.paths, ["aa.txt"]);
    const late = finish(explainZero(request, jobOn(door, { remainingMs: () => 0 })));
    assertEquals(late, { op: "explain_zero", isCut: true });
  });
});

Deno.test("a candidate that takes too long leaves time for the next", async () => {
  using opened = await openEngine(false);
  const { engine, root } = opened;
  Deno.writeTextFileSync(`${root}/a.txt`, `${"a".repeat(40)}!\n`.repeat(1000) + "gold\n");
  const candidates = [searchFor("^(?=(a+)+$)"), GOLD];
  const { found } = await engine.execute({ op: "explain_zero", candidates, timeoutMs: 2000 });
  assertEquals([found?.index, found?.total], [1, 1]);
  const cut = await engine.execute({ op: "explain_zero", candidates: candidates.slice(0, 1), timeoutMs: 200 });
  assertEquals([cut.found, cut.isCut], [undefined, true]);
});
