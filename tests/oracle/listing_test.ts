/** Listings of random trees, compared path by path with `rg --files`. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { rgPath } from "@vscode/ripgrep";
import type { DiskDoor } from "../../src/door/disk_door.ts";
import { openDoor } from "../door/support/open_door.ts";
import { find } from "../../src/engine/find/find.ts";
import { comparePaths } from "../../src/model/place.ts";
import type { Scope } from "../../src/model/request.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { scopeOf } from "../engine/requests.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { plantTree, randomGlob, randomIgnoreFiles } from "./random_tree.ts";

const TREES = 3;
const SCOPES = 8;

Deno.test("a listing of a random tree is ripgrep's", () => {
  const random = seeded("listing oracle");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root, dirs) => {
      const door = openDoor([root]);
      for (let s = 0; s < SCOPES; s++) compare(door, root, randomScope(random, dirs));
    });
  }
});

Deno.test("globs with several roots select ripgrep's files; they are relative to the project root", () => {
  const random = seeded("roots oracle");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root, dirs) => {
      const door = openDoor([root]), places = dirs.filter((dir) => dir !== "").map((dir) => [dir, `${dir}/*.ts`]);
      const someGlob = () =>
        places.length > 0 && random.chance(0.4) ? random.pick(random.pick(places)) : randomGlob(random);
      for (let s = 0; s < SCOPES; s++) {
        const globs = Array.from({ length: 1 + random.int(2) }, () => (random.chance(0.6) ? "!" : "") + someGlob());
        const roots = distinctDirs(random, dirs);
        // Given several directories, ripgrep 15 misreads some rules of the directories above them.
        if (roots.length > 1) compare(door, root, scopeOf({ roots, globs, hidden: true, noIgnore: true }));
      }
    });
  }
});

/** Directories none of which contains another: ripgrep would list files twice. */
function distinctDirs(random: Random, dirs: readonly string[]): string[] {
  const picked: string[] = [];
  for (const dir of dirs.slice(1).sort(comparePaths)) {
    if (random.chance(0.6) && !picked.some((other) => dir.startsWith(other + "/"))) picked.push(dir);
  }
  return picked;
}

Deno.test("a listing that follows links is ripgrep's", () => {
  const random = seeded("link oracle");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root, dirs) => {
      plantLinks(random, root, dirs);
      const door = openDoor([root]);
      for (const hidden of [false, true]) {
        compare(door, root, scopeOf({ followSymlinks: true, hidden, noIgnore: random.chance(0.5) }));
      }
    });
  }
});

for (const tree of ["/usr/include", "/usr/share/doc", "/usr/share/perl"]) {
  Deno.test(`a listing of ${tree} is ripgrep's`, { ignore: !isDir(tree) }, () => {
    const door = openDoor([tree]);
    compare(door, tree, scopeOf());
    compare(door, tree, scopeOf({ globs: ["*.h", "!**/linux/**"], hidden: true }));
  });
}

function inTree(random: Random, work: (root: string, dirs: string[]) => void): void {
  // The top is a repository, so that plain ripgrep reads its .gitignores; so are some directories below it.
  using directory = tempTree({ ".git/HEAD": "" });
  const shape = { depth: 4, width: 9, ignoreFiles: (dir: string) => randomIgnoreFiles(random, dir) };
  work(directory.path, plantTree(random, directory.path, shape));
}

function randomScope(random: Random, dirs: readonly string[]): Scope {
  const globs = random.chance(0.4)
    ? Array.from({ length: 1 + random.int(3) }, () => (random.chance(0.4) ? "!" : "") + randomGlob(random))
    : [];
  const root = globs.length === 0 && random.chance(0.2) ? random.pick(dirs) : "";
  return scopeOf({
    roots: [root === "" ? "." : root],
    globs,
    // Without it, wildcards of including globs match no leading dot: the contract's one difference.
    hidden: globs.some((glob) => !glob.startsWith("!")) || random.chance(0.4),
    noIgnore: random.chance(0.15),
    depth: random.chance(0.2) ? 1 + random.int(3) : undefined,
  });
}

/** Adds links between a tree's directories and files, also in circles, and dangling ones. */
function plantLinks(random: Random, root: string, dirs: readonly string[]): void {
  for (let i = 0; i < 6; i++) {
    const target = random.pick([join(root, random.pick(dirs)), join(root, random.pick(dirs), "a.ts"), "nowhere"]);
    try {
      Deno.symlinkSync(target, join(root, random.pick(dirs), random.pick(["l1", "l2", ".l3", "build"])));
    } catch {
      // The name is taken.
    }
  }
}

function compare(door: DiskDoor, root: string, scope: Scope): void {
  assertEquals(ours(door, scope), theirs(root, scope), JSON.stringify({ root, scope }));
}

function ours(door: DiskDoor, scope: Scope): readonly string[] | string {
  try {
    return finish(find(scope, undefined, jobOn(door))).entries.map((entry) => entry.shown);
  } catch (error) {
    if (error instanceof ToolError) return error.key;
    throw error;
  }
}

function theirs(root: string, scope: Scope): readonly string[] | string {
  const { stdout, stderr, code } = new Deno.Command(rgPath, {
    args: [...flagsOf(scope), "--", ...scope.roots.map((path) => path === "." ? "./" : path)],
    cwd: root,
    clearEnv: true,
    env: { LC_ALL: "C" },
  }).outputSync();
  if (code === 2 && /^rg: error parsing glob/m.test(new TextDecoder().decode(stderr))) return "glob";
  return new TextDecoder().decode(stdout).split("\0")
    .filter((path) => path !== "")
    .map((path) => path.replace(/^\.\//, ""))
    // By the contract `.git` is never entered.
    .filter((path) => !path.split("/").slice(0, -1).includes(".git"));
}

function flagsOf({ globs, hidden, noIgnore, followSymlinks, depth, roots }: Scope): string[] {
  return [
    "--files",
    "--null",
    "--sort=path",
    "--no-config",
    "--no-ignore-global",
    ...(roots[0] === "." ? ["--no-ignore-parent"] : []),
    ...(hidden ? ["--hidden"] : []),
    ...(noIgnore ? ["--no-ignore"] : []),
    ...(followSymlinks ? ["--follow"] : []),
    ...(depth === undefined ? [] : [`--max-depth=${depth}`]),
    ...globs.map((glob) => `--glob=${glob}`),
  ];
}

function isDir(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
