import { assertEquals } from "@std/assert";
import type { Changeable, Explanation } from "../../../src/model/explanation.ts";
import type { Request } from "../../../src/model/request.ts";
import { dispatch } from "../../../src/engine/ops/dispatch.ts";
import { openEngine } from "../../open_engine.ts";
import { finish, jobOn } from "../job_on.ts";
import { globFor, listAll, scopeOf, searchFor, testsOf } from "../requests.ts";
import { withTree } from "../with_tree.ts";

const TREE = { "aa.txt": "gold\ngold\n", "src/ab.txt": "Silver (x)\n", ".h.txt": "tin\n", "bin": "c\0o\0p\0p\0e\0r\0" };
const ALL: Changeable = {
  ...{ rules: ["ignored", "hidden", "links"], paths: true, globs: true, encoding: true, anyCase: true, text: true },
};

const CASES: readonly (readonly [request: Request, why: Explanation | undefined])[] = [
  [searchFor("gold", { explain: ALL }), undefined],
  [searchFor("lead", { explain: ALL }), { total: 0 }],
  [searchFor("tin", { explain: ALL }), { change: { kind: "rules", rules: ["hidden"] }, total: 1 }],
  [searchFor("tin", { explain: { ...ALL, rules: ["ignored"] } }), { total: 0 }],
  [searchFor("copper", { explain: ALL }), { change: { kind: "encoding", label: "utf-16le" }, total: 1 }],
  [searchFor("SILVER", { explain: ALL }), { change: { kind: "any_case" }, total: 1 }],
  [searchFor("r (x)", { explain: ALL }), { change: { kind: "text", pattern: "r (x)" }, total: 1 }],
  [
    searchFor("gold", { explain: ALL, scope: scopeOf({ globs: ["a.txt"] }) }),
    { change: { kind: "path", path: "a.txt", nearest: ["aa.txt", "src/ab.txt"] }, total: 2 },
  ],
  [
    listAll({ explain: ALL, scope: scopeOf({ globs: ["x/ab.txt", "/ab.txt"] }), tests: testsOf({ types: ["f"] }) }),
    { change: { kind: "globs", globs: ["**/x/ab.txt", "**/ab.txt"] }, total: 1 },
  ],
  [{ ...globFor("b.txt/*"), explain: ALL }, { total: 0 }],
];

Deno.test("the first change that finds something explains a zero, of those that the tool can ask for", () => {
  withTree(TREE, (door) => {
    for (const [request, why] of CASES) {
      assertEquals([request, Object(finish(dispatch(request, jobOn(door)))).why], [request, why]);
    }
    const late = finish(dispatch(searchFor("tin", { explain: ALL }), jobOn(door, { remainingMs: () => 10 })));
    assertEquals(Object(late).why, { total: 0, isCut: true });
  });
});

Deno.test("a change that takes too long leaves time for the next", async () => {
  using opened = await openEngine(false);
  const { engine, root } = opened, pattern = "^(?=(a+)+$)";
  Deno.writeTextFileSync(`${root}/.a.txt`, `${"a".repeat(40)}!\n`.repeat(1000));
  Deno.writeTextFileSync(`${root}/b.txt`, `${pattern}\n`);
  const explain: Changeable = { rules: ["hidden"], text: true };
  const found = await engine.execute(searchFor(pattern, { explain, timeoutMs: 2000 }));
  assertEquals(Object(found).why, { change: { kind: "text", pattern }, total: 1 });
  const cut = await engine.execute(searchFor(pattern, { explain: { rules: ["hidden"] }, timeoutMs: 200 }));
  assertEquals(Object(cut).why, { total: 0, isCut: true });
});
