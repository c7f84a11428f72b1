import { DiskDoor } from "../../../src/door/disk_door.ts";
import type { Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { FakeDisk } from "../../door/support/fake_disk.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { scopeOf } from "../requests.ts";
import { withTree } from "../with_tree.ts";
import { assertEquals } from "@std/assert";
import { errorKey, findIn, pathsIn } from "./find_in.ts";

/** Roots listed one by one, in a directory four levels down. */
const NAMED = Array.from({ length: 300 }, (_, i) => `a/b/c/d/${i}.ts`);
const FOUR_DOWN = { w: { root: { a: { b: { c: { d: Object.fromEntries(NAMED.map((_, i) => [`${i}.ts`, ""])) } } } } } };
const FOUR_DOWN_ROOTS = [{ path: "/w/root", ioPath: "/w/root", aliases: [] }];

Deno.test("a root is found whatever the rules say", () => {
  const tree = { ".gitignore": "out/\n*.log\n", "out/a": "", "out/b.log": "", "x.log": "", ".env": "" };
  withTree(tree, (door) => {
    assertEquals(pathsIn(door, { roots: ["out", "x.log", ".env"] }), [".env", "out/a", "x.log"]);
    assertEquals(errorKey(() => pathsIn(door, { roots: ["nope"] })), "not_found");
    assertEquals(errorKey(() => pathsIn(door, { roots: ["../root-other"] })), "outside");
  });
});

Deno.test("nested roots give each entry once, in order, even if a rule excludes the inner one", () => {
  const tree = { ".gitignore": "out/\n", "a": "", "out/b": "", "sub/c": "", "sub/deep/d": "", "z": "" };
  withTree(tree, (door) => {
    const all = ["a", "out/b", "sub", "sub/c", "sub/deep", "sub/deep/d", "z"];
    assertEquals(pathsIn(door, { roots: ["sub/deep", ".", "out", "sub", "sub/c", "./sub", "z"] }), all);
    assertEquals(findIn(door, { roots: ["sub", "."] }).examined, 6);
  });
});

Deno.test("many roots are resolved in time slices and until the deadline, also in a directory that has just changed", () => {
  for (const age of [0, 5000]) {
    const door = new DiskDoor(FOUR_DOWN_ROOTS, new FakeDisk(FOUR_DOWN, age, false));
    let left = 100;
    const operation = find(
      scopeOf({ roots: NAMED }),
      undefined,
      jobOn(door, { shouldYield: () => true, remainingMs: () => left }),
    );
    for (let slice = 0; slice < 20; slice++) assertEquals(operation.next().done, false);
    left = 0;
    assertEquals(errorKey(() => finish(operation)), "timeout");
  }
});

Deno.test("of several roots an unreadable one is noted and the others are answered; alone it is refused", () => {
  withTree({ "a/x.ts": "", "shut/y.ts": "", "shut/deep/z.ts": "" }, (_, root) => {
    const { door: open } = agedDoor(root), refuse = (path: string) => new ToolError("unreadable", { path });
    const door: Door = {
      ...open,
      list: (dir) => {
        if (dir.path === "shut") throw refuse("shut");
        return open.list(dir);
      },
      resolve: (text) => {
        if (text === "shut/deep") throw refuse(text);
        return open.resolve(text);
      },
    };
    const ask = (...roots: string[]) => {
      const job = jobOn(door), { entries } = finish(find(scopeOf({ roots }), undefined, job));
      return [entries.map(({ shown }) => shown), job.pathNotes.notes];
    };
    const unreadable = ["shut/deep", "shut"];
    assertEquals(ask("a", "shut", "shut/deep"), [["a/x.ts"], { lookAlikes: [], missing: [], unreadable }]);
    assertEquals(ask("a", "nope", "shut"), [["a/x.ts"], { lookAlikes: [], missing: ["nope"], unreadable: ["shut"] }]);
    for (const roots of [["shut"], ["shut/deep"], ["shut", "shut/deep"], ["shut/deep", "nope"]]) {
      assertEquals([roots, errorKey(() => ask(...roots))], [roots, "unreadable"]);
    }
  });
});
