/** list_files' reports. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { DiskDoor } from "../../../src/door/disk_door.ts";
import { list } from "../../../src/engine/ops/list.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import type { ListRequest } from "../../../src/model/request.ts";
import { finish, jobOn } from "../job_on.ts";
import { scopeOf, testsOf } from "../requests.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { withTree } from "../with_tree.ts";

function listing(request: Partial<ListRequest> = {}): ListRequest {
  return {
    op: "list",
    scope: scopeOf(),
    tests: testsOf(),
    metadata: false,
    skip: 0,
    limit: 2000,
    timeoutMs: 4000,
    ...request,
  };
}

const TREE = { "a": "12345", "d/b.ts": "", "d/c.ts": "x", "l": { link: "a" }, "z": "" };

Deno.test("pages of a listing join to the whole, and each counts all", () => {
  withTree(TREE, (door) => {
    const { fingerprint, ...whole } = finish(list(listing(), jobOn(door)));
    assertEquals(whole, {
      op: "list",
      entries: [
        { path: "a", kind: "file" },
        { path: "d", kind: "dir" },
        { path: "d/b.ts", kind: "file" },
        { path: "d/c.ts", kind: "file" },
        { path: "l", kind: "link" },
        { path: "z", kind: "file" },
      ],
      total: 6,
      searched: 6,
      skipped: {},
    });
    const pages = [0, 2, 4, 6].map((skip) => finish(list(listing({ skip, limit: 2 }), jobOn(door))));
    assertEquals(pages.flatMap((page) => page.entries), whole.entries);
    assertEquals(pages.map((page) => page.total), [6, 6, 6, 6]);
    assertEquals(pages.map((page) => page.fingerprint), Array(4).fill(fingerprint));
  });
});

Deno.test("a sorted listing has the stamps of its page; its fingerprint changes with the order", () => {
  withTree(TREE, (door, root) => {
    const at = (seconds: number, ...names: string[]) =>
      names.forEach((name) => Deno.utimeSync(join(root, name), seconds + 0.9, seconds + 0.9));
    at(1_700_000_000, "a", "d/b.ts", "d", "z"), at(1_700_000_060, "d/c.ts");
    const request = listing({ sort: "mtime", tests: testsOf({ types: ["f", "d"] }), skip: 1, limit: 2 });
    const { entries, total, fingerprint } = finish(list(request, jobOn(door)));
    assertEquals([entries, total], [[
      { path: "a", kind: "file", size: 5, mtime: 1_700_000_000 },
      { path: "d", kind: "dir", size: Deno.statSync(join(root, "d")).size, mtime: 1_700_000_000 },
    ], 5]);
    assertEquals(finish(list(request, jobOn(door))).fingerprint, fingerprint);
    at(1_700_000_120, "z");
    assertEquals(finish(list(request, jobOn(door))).fingerprint === fingerprint, false);
  });
});

/** A job on `door` with `ms` milliseconds, each `stat` taking one. */
function hurried(door: DiskDoor, ms: number): Job {
  let now = 0;
  const look = door.stat.bind(door);
  door.stat = (place) => {
    now++;
    return look(place);
  };
  return jobOn(door, { remainingMs: () => ms - now });
}

Deno.test("when time runs out over stamps, the entries with stamps are listed and the cut is reported", () => {
  const files = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`f${i}`, "x"]));
  const sizes = testsOf({ sizes: [{ sign: "=", bytes: 1 }] });
  withTree(files, (_, root) => {
    for (const request of [{ metadata: true }, { tests: sizes }, { sort: "size" }, { sort: "mtime" }] as const) {
      const cut = finish(list(listing(request), hurried(openDoor([root]), 300)));
      assertEquals([cut.cutBy, cut.entries.length >= 256, cut.entries.length < 600], ["timeout", true, true]);
      const whole = finish(list(listing(request), hurried(openDoor([root]), 3000)));
      assertEquals([whole.cutBy, whole.entries.length], [undefined, 900]);
    }
  });
});

Deno.test("when time runs out over many roots, the directories found so far are counted", () => {
  const names = Array.from({ length: 300 }, (_, i) => `d${String(i).padStart(3, "0")}`);
  withTree(Object.fromEntries(names.map((name) => [`${name}/f`, "x"])), (door) => {
    let now = 0;
    const listed = door.list.bind(door);
    door.list = (place) => {
      now++;
      return listed(place);
    };
    const request = listing({ scope: scopeOf({ roots: names }), tree: { limit: 1000 } });
    const { tree, total, cutBy } = finish(list(request, jobOn(door, { remainingMs: () => 100 - now })));
    assertEquals([cutBy, total > 50, total < 300], ["timeout", true, true]);
    const counted = names.slice(0, total).map((path) => ({ path, files: 1, directories: 0, children: 0 }));
    assertEquals(tree, { directories: counted, total });
  });
});
