/** Counts by directory of random trees, compared with the lists of other programs, summed here. */
import { assertEquals } from "@std/assert";
import { rgPath } from "@vscode/ripgrep";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { list } from "../../src/engine/ops/list.ts";
import type { ListRequest } from "../../src/model/request.ts";
import { openDoor } from "../door/support/open_door.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { listAll, scopeOf, testsOf } from "../engine/requests.ts";
import { isInstalled, tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { plantTree, randomIgnoreFiles } from "./random_tree.ts";

const TREES = 3;

/** Rules that git and ripgrep read alike. */
const RULES = ["*.ts", "build/", "/a", "!a.ts", "!b", "node_modules", "src/lib", "**/c", "foo*", ".hidden", "*.log"];

/** Files and directories below each directory. */
type Counts = Record<string, readonly [files: number, directories: number]>;

/** An entry's path; a directory's ends with a slash. */
type Listed = readonly string[];

Deno.test("files are counted by directory as in the list of ripgrep, under random ignore rules", () => {
  const random = seeded("tree of ripgrep");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root) => {
      for (const hidden of [false, true]) {
        const flags = ["--files", "--null", "--no-config", "--no-ignore-global", "--no-ignore-parent"];
        const listed = linesOf(rgPath, [...flags, ...hidden ? ["--hidden"] : [], "./"], root)
          .map((path) => path.slice(2)).filter((path) => !/(?:^|\/)\.git\//.test(path));
        const scope = scopeOf({ hidden }), tests = testsOf({ types: ["f"] });
        assertEquals(treeOf(root, { scope, tests }), countsOf(listed), `hidden: ${hidden}`);
      }
    });
  }
});

Deno.test("files are counted by directory as git lists them", { ignore: !isInstalled("git") }, () => {
  const random = seeded("tree of git");
  for (let t = 0; t < TREES; t++) {
    using directory = tempTree({});
    const rules = () => Array.from({ length: 1 + random.int(3) }, () => random.pick(RULES) + "\n").join("");
    const ignoreFiles = (): Record<string, string> => random.chance(0.4) ? { ".gitignore": rules() } : {};
    plantTree(random, directory.path, { depth: 3, width: 9, ignoreFiles });
    linesOf("git", ["init", "-q"], directory.path);
    const listed = linesOf("git", ["ls-files", "-z", "--others", "--exclude-standard"], directory.path);
    const scope = scopeOf({ hidden: true }), tests = testsOf({ types: ["f"] });
    assertEquals(treeOf(directory.path, { scope, tests }), countsOf(listed));
  }
});

Deno.test("files and directories are counted as node:fs lists them, whatever the depth that is shown", () => {
  const random = seeded("tree of node:fs");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root, dirs) => {
      const top = random.pick(dirs), depth = random.chance(0.5) ? 1 + random.int(4) : undefined;
      const listed = entriesBelow(root, top), tree = { limit: 10_000, ...depth !== undefined && { depth } };
      const scope = scopeOf({ roots: [top || "."], hidden: true, noIgnore: true });
      const expected = countsOf(listed, top || ".", depth);
      assertEquals(treeOf(root, { scope, tree }), expected, JSON.stringify({ top, depth }));
    });
  }
});

Deno.test("the first directories of a tree are whole levels, and of the last level those with most entries", () => {
  const random = seeded("levels of a tree");
  for (let t = 0; t < TREES; t++) {
    inTree(random, (root) => {
      const scope = scopeOf({ hidden: true, noIgnore: true }), whole = report(root, { scope }).directories;
      const levels: number[] = [];
      for (const { parent } of whole) levels.push(parent === undefined ? 0 : levels[parent] + 1);
      const weights = whole.map(({ files, directories }) => files + directories);
      for (let i = 1; i < whole.length; i++) {
        const order = levels[i - 1] - levels[i] || weights[i] - weights[i - 1];
        assertEquals(order <= 0, true, `${whole[i - 1].path} before ${whole[i].path}`);
      }
      const limit = 1 + random.int(whole.length), cut = report(root, { scope, tree: { limit } });
      assertEquals(cut, { directories: whole.slice(0, limit), total: whole.length });
    });
  }
});

function inTree(random: Random, work: (root: string, dirs: readonly string[]) => void): void {
  // The top is a repository, so that plain ripgrep reads its .gitignores.
  using directory = tempTree({ ".git/HEAD": "" });
  const shape = { depth: 4, width: 9, ignoreFiles: (dir: string) => randomIgnoreFiles(random, dir) };
  work(directory.path, plantTree(random, directory.path, shape));
}

function report(root: string, request: Partial<ListRequest>) {
  const { tree } = finish(list(listAll({ tree: { limit: 10_000 }, ...request }), jobOn(openDoor([root]))));
  if (tree === undefined) throw new Error("no tree");
  return tree;
}

function treeOf(root: string, request: Partial<ListRequest>): Counts {
  const { directories, total } = report(root, request);
  assertEquals(directories.length, total);
  return Object.fromEntries(directories.map(({ path, files, directories }) => [path, [files, directories]]));
}

function linesOf(program: string, args: readonly string[], cwd: string): Listed {
  const { stdout } = new Deno.Command(program, { args: [...args], cwd, env: { LC_ALL: "C" } }).outputSync();
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
}

function entriesBelow(root: string, dir: string): Listed {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = dir === "" ? entry.name : `${dir}/${entry.name}`;
    if (entry.name === ".git" && entry.isDirectory()) return [];
    return entry.isDirectory() ? [path + "/", ...entriesBelow(root, path)] : [path];
  });
}

/** The counts, without directories that hold nothing but one directory. */
function countsOf(listed: Listed, top = ".", depth = Infinity): Counts {
  if (listed.length === 0) return {};
  const below = (dir: string) =>
    dir === "." ? listed : listed.filter((path) => path.startsWith(dir + "/") && path !== dir + "/");
  const all = new Set([top, ...listed.flatMap((path) => dirsAbove(path))].filter((dir) => levelOf(dir, top) >= 0));
  const childrenOf = (dir: string) =>
    [...all].filter((one) => one !== dir && levelOf(one, dir) === 1 && levelOf(one, top) <= depth);
  const shown = [...all].filter((dir) => {
    if (levelOf(dir, top) > depth) return false;
    const children = childrenOf(dir), direct = below(dir).filter((path) => directlyIn(path, dir));
    const holdsFiles = direct.some((path) => !path.endsWith("/"));
    return holdsFiles || children.length !== 1;
  });
  return Object.fromEntries(shown.map((dir) => {
    const paths = below(dir), directories = paths.filter((path) => path.endsWith("/")).length;
    return [dir, [paths.length - directories, directories]];
  }));
}

function dirsAbove(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** Levels of `dir` below `top`; negative if it is not there. */
function levelOf(dir: string, top: string): number {
  if (dir === top) return 0;
  if (top === ".") return dir.split("/").length;
  return dir.startsWith(top + "/") ? dir.split("/").length - top.split("/").length : -1;
}

function directlyIn(path: string, dir: string): boolean {
  const name = dir === "." ? path : path.slice(dir.length + 1);
  return !name.replace(/\/$/, "").includes("/");
}
