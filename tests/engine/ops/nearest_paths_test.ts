import { assertEquals } from "@std/assert";
import { locate, nearestPaths } from "../../../src/engine/ops/nearest_paths.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { withTree } from "../with_tree.ts";

const TREE = {
  "src/wallet.ts": "",
  "src/wallet/index.ts": "",
  "lib/Wallet.ts": "",
  "yaml/__init__.py": "",
  "yaml/init_all.py": "",
  "yaml/init_dir": null,
  "json/__init__.py": "",
  "json/a.py": "",
  "dangling": { link: "nothing" },
  "sub/dangling": { link: "nothing" },
};

/** The paths reported as nearest to each path. */
function check(expected: Readonly<Record<string, readonly string[]>>): void {
  withTree(TREE, (door, root) => {
    for (const [path, paths] of Object.entries(expected)) {
      const request = { op: "nearest", path: path.replace("ROOT", root), limit: 3, timeoutMs: 1000 } as const;
      assertEquals(finish(nearestPaths(request, jobOn(door))).paths, paths, path);
    }
  });
}

Deno.test("a name is found up to two edits off, in other case, with another extension; nearest directory first", () => {
  check({
    "src/wllt.ts": ["src/wallet.ts", "lib/Wallet.ts"],
    "src/wallet.js": ["src/wallet", "src/wallet.ts", "lib/Wallet.ts"],
    "src/wlt.ts": [],
    "lib/index.js": ["src/wallet/index.ts"],
  });
});

Deno.test("files of the wanted directory whose name contains or is contained in the wanted one are listed last", () => {
  check({
    "yaml/init.py": ["yaml/__init__.py", "yaml/init_all.py"],
    "./yaml//init.py": ["yaml/__init__.py", "yaml/init_all.py"],
    "ROOT/json/init.py": ["json/__init__.py"],
    "src/wallet_of_mine.ts": ["src/wallet.ts"],
    "json/banana.py": [],
  });
});

Deno.test("a link that leads nowhere is not the nearest path to itself", () => {
  check({ "dangling": ["sub/dangling"], "./sub/dangling": ["dangling"] });
});

Deno.test("near paths in a further root are reported as absolute paths", () => {
  withTree({ "first/a.ts": "", "second/lib/wallet.ts": "", "second/gone": { link: "nothing" } }, (_, root) => {
    const door = openDoor([`${root}/first`, `${root}/second`]);
    const near = (path: string) => {
      const request = { op: "nearest", path, limit: 3, timeoutMs: 1000 } as const;
      return finish(nearestPaths(request, jobOn(door))).paths;
    };
    assertEquals(near("lib/wallet.js"), [`${root}/second/lib/wallet.ts`]);
    assertEquals(near(`${root}/second/wallet.ts`), [`${root}/second/lib/wallet.ts`]);
    assertEquals(near(`${root}/second/gone`), []);
  });
});

Deno.test("a path is told by what is there, after its links; one that leads out of the roots only as outside", () => {
  const tree = { "a/b/c.txt": "", "in": { link: "a/b" }, "out": { link: "../elsewhere" }, "dangling": { link: "a/x" } };
  withTree(tree, (door, root) => {
    const located = (...paths: string[]) => finish(locate({ op: "locate", paths, timeoutMs: 1000 }, jobOn(door))).kinds;
    assertEquals(located("a/b/c.txt", "in", `${root}/in/c.txt`, "", "a/b/x", "a/b/c.txt/x", "dangling"), [
      ...["file", "dir", "file", "dir"] as const,
      ...["missing", "missing", "missing"] as const,
    ]);
    assertEquals(located("out/x", "../a", "x/../../a"), ["outside", "outside", "outside"]);
  });
});
