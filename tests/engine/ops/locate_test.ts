import { assertEquals, assertThrows } from "@std/assert";
import type { Door } from "../../../src/door/door.ts";
import { locate } from "../../../src/engine/ops/locate.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { parentPath } from "../../../src/model/place.ts";
import type { LocatedPath } from "../../../src/model/report.ts";
import { seeded } from "../../seed.ts";
import { finish, jobOn } from "../job_on.ts";
import { withTree } from "../with_tree.ts";

const TREE = {
  "a/b/c.txt": "",
  "a/b/a": "",
  "b/a/b": null,
  // The disk gets U+FFFD for a lone surrogate.
  "a/\ufffd/x": "",
  "in": { link: "a/b" },
  "out": { link: "../elsewhere" },
  "dangling": { link: "a/nothing" },
  "round": { link: "round" },
};

function located(door: Door, ...paths: string[]): readonly (LocatedPath | null)[] {
  return finish(locate({ op: "locate", paths, timeoutMs: 1000 }, jobOn(door))).places;
}

/** The slow way: asks for each directory above in turn. */
function oneByOne(door: Door, path: string): LocatedPath | null {
  try {
    const { place, shown, kind } = door.resolve(path);
    return { shown, real: door.displayPath(place), kind };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const above = error.key === "outside" || path === "" ? null : oneByOne(door, parentPath(path));
    return above === null ? null : { shown: path, real: above.real, kind: "missing" };
  }
}

Deno.test("a missing path is resolved by its existing directories, as if each directory above were asked for", () => {
  const random = seeded("locate");
  const names = ["a", "b", "c.txt", "in", "out", "dangling", "round", "x", "", ".", "\ud800", "x".repeat(300)];
  withTree(TREE, (door, root) => {
    for (let i = 0; i < 200; i++) {
      const path = Array.from({ length: 1 + random.int(6) }, () => random.pick(names)).join("/");
      const text = random.pick(["", "", `${root}/`, `file://${root}/`]) + path;
      if (text.startsWith("file:") && !text.isWellFormed()) continue;
      assertEquals(located(door, text), [oneByOne(door, text)], text);
    }
  });
});

Deno.test("a path of 100,000 characters, or with one that no disk has, is resolved like any other", () => {
  withTree(TREE, (door) => {
    const paths = [
      "a/".repeat(49_999) + "x",
      "a/b/" + "x".repeat(99_996),
      "out/".repeat(25_000),
      "a/b/\0/x",
      "a/\ud800",
    ];
    assertEquals(located(door, ...paths).map((place) => place?.real), ["a", "a/b", undefined, "a/b", "a"]);
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
