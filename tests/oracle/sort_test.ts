/** Sorted listings, compared with `ls`, and on random trees with node:fs. */
import { assertEquals } from "@std/assert";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { list } from "../../src/engine/ops/list.ts";
import { baseName, comparePaths } from "../../src/model/place.ts";
import type { EntrySort } from "../../src/model/request.ts";
import { openDoor } from "../door/support/open_door.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { listAll, scopeOf } from "../engine/requests.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { plantTree } from "./random_tree.ts";

const ROUNDS = 2;

Deno.test("a directory's files are sorted as by ls -S and ls -t", () => {
  const random = seeded("sort of ls");
  for (let round = 0; round < ROUNDS; round++) {
    using directory = tempTree(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, ""])));
    for (let i = 0; i < 40; i++) vary(random, join(directory.path, `f${i}`));
    for (const [sort, flag] of [["size", "-1S"], ["mtime", "-1t"]] as const) {
      const { stdout } = new Deno.Command("ls", { args: [flag, directory.path], env: { LC_ALL: "C" } }).outputSync();
      assertEquals(pages(random, directory.path, sort), new TextDecoder().decode(stdout).trimEnd().split("\n"), sort);
    }
  }
});

Deno.test("the pages of a sorted tree join to its paths as sorted by what node:fs reads", () => {
  const random = seeded("sort of node:fs");
  for (let round = 0; round < ROUNDS; round++) {
    using directory = tempTree({});
    const root = directory.path;
    plantTree(random, root, { depth: 3, width: 9, ignoreFiles: () => ({}) });
    const paths = pages(random, root, "path");
    for (const path of paths) if (lstatSync(join(root, path)).isFile()) vary(random, join(root, path));
    const keys = new Map(paths.map((path) => [path, lstatSync(join(root, path))]));
    const sizeOf = (path: string) => keys.get(path)?.isFile() ? keys.get(path)?.size ?? 0 : -1;
    const timeOf = (path: string) => keys.get(path)?.mtimeMs ?? 0;
    const sortedBy = (key: (path: string) => number) => paths.toSorted((a, b) => key(b) - key(a) || comparePaths(a, b));
    assertEquals(pages(random, root, "size"), sortedBy(sizeOf));
    assertEquals(pages(random, root, "mtime"), sortedBy(timeOf));
    const byName = paths.toSorted((a, b) => comparePaths(baseName(a), baseName(b)) || comparePaths(a, b));
    assertEquals(pages(random, root, "name"), byName);
  }
});

/** Gives a file one of a few sizes and times, so that several are equal. */
function vary(random: Random, path: string): void {
  Deno.writeTextFileSync(path, "x".repeat(random.int(12)));
  const seconds = 1_700_000_000 + random.int(10) * 3600;
  Deno.utimeSync(path, seconds, seconds);
}

/** All paths of a listing, from pages of a random length. */
function pages(random: Random, root: string, sort: EntrySort): string[] {
  const job = jobOn(openDoor([root])), scope = scopeOf({ hidden: true, noIgnore: true }), limit = 1 + random.int(9);
  const paths: string[] = [];
  for (;;) {
    const { entries, total } = finish(list(listAll({ scope, sort, skip: paths.length, limit }), job));
    paths.push(...entries.map(({ path }) => path));
    if (entries.length === 0) {
      assertEquals(paths.length, total);
      return paths;
    }
  }
}
