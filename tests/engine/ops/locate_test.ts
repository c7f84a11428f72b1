import { assertEquals, assertThrows } from "@std/assert";
import type { Door } from "../../../src/door/door.ts";
import { locate } from "../../../src/engine/ops/nearest_paths.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { finish, jobOn } from "../job_on.ts";
import { withTree } from "../with_tree.ts";

const TREE = { "a/b/c.txt": "", "in": { link: "a/b" }, "out": { link: "../elsewhere" }, "dangling": { link: "a/x" } };

function located(door: Door, ...paths: string[]): readonly string[] {
  return finish(locate({ op: "locate", paths, timeoutMs: 1000 }, jobOn(door))).kinds;
}

Deno.test("a path is told by what is there, after its links; one that leads out of the roots only as outside", () => {
  withTree(TREE, (door, root) => {
    assertEquals(located(door, "a/b/c.txt", "in", `${root}/in/c.txt`, "", "a/b/x", "a/b/c.txt/x", "dangling"), [
      ...["file", "dir", "file", "dir"],
      ...["missing", "missing", "missing"],
    ]);
    assertEquals(located(door, "out/x", "../a", "x/../../a"), ["outside", "outside", "outside"]);
  });
});

Deno.test("a path of 100,000 characters, or with one that no disk has, is located like any other", () => {
  withTree(TREE, (door) => {
    assertEquals(located(door, "a/".repeat(49_999) + "x", "a/b/\0/x", "a/\ud800"), ["missing", "missing", "missing"]);
  });
});

Deno.test("locating ends with its time", () => {
  withTree(TREE, (door) => {
    let left = 3;
    const job = jobOn(door, { shouldYield: () => true, remainingMs: () => left-- });
    const request = { op: "locate", paths: Array(10).fill("a"), timeoutMs: 1000 } as const;
    assertThrows(() => finish(locate(request, job)), ToolError, "timeout");
  });
});
