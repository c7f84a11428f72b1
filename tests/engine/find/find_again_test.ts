/** A tree that has changed is found as if for the first time, for the price of the directories that changed. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { DirMark, Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import { findExcluded } from "../../../src/engine/find/find_excluded.ts";
import type { FindResult, WantedKinds } from "../../../src/engine/walk/find_result.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import type { Scope } from "../../../src/model/request.ts";
import { type Random, seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { ChangingTree } from "../changing_tree.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { type Planted, withTree } from "../with_tree.ts";
import { scopeOf } from "../requests.ts";

/** A door on which every directory has settled, and the directories it has listed since one asked. */
function watchedDoor(root: string): { door: Door; listed: () => string[] } {
  const { door } = agedDoor(root), listed: string[] = [];
  const list: Door["list"] = (dir) => {
    listed.push(dir.path);
    const listing = door.list(dir), { dev, ino, mtime, ctime: changed } = listing.stamp;
    return { ...listing, mark: { dev, ino, mtime, ctime: changed, entryCount: listing.entries.length } };
  };
  return { door: { ...door, list }, listed: () => listed.splice(0).sort() };
}

/** All of a finding that a caller can see, marks included, and what it rests on. */
function shown({ entries, examined: looked, skipped, deepest, excluded: leftOut }: FindResult) {
  return {
    entries: entries.map(({ shown, place, kind, dirMark: dir }) => ({ shown, place, kind, marks: chain(dir) })),
    looked,
    skipped,
    deepest,
    leftOut: { count: leftOut.count, ...leftOut.skipped },
  };
}

function chain(mark: DirMark | undefined): string[] {
  return mark === undefined ? [] : [`${mark.ino} ${mark.mtime} ${mark.entryCount}`, ...chain(mark.parent)];
}

const TREE: Planted = {
  ".gitignore": "*.log\nbuild/\n",
  "a/b/c/d.ts": "",
  "a/b/c/e.log": "",
  "a/b/f.ts": "",
  "a/b-c/g.ts": "",
  "a/b.ts": "",
  "a/h.ts": "",
  "build/i.ts": "",
  ".j/k.ts": "",
  "l/m.ts": "",
  "z.ts": "",
};

Deno.test("a new file costs a listing of its directory, a moved directory those that are moved", () => {
  withTree(TREE, (_, root) => {
    const { door, listed } = watchedDoor(root), job = jobOn(door);
    const again = () => shown(finish(find(scopeOf({}), undefined, nextRequest(job), "entries")));
    again();
    const costs: string[][] = [];
    const changes: (() => void)[] = [
      () => Deno.writeTextFileSync(join(root, "a/b/c/new.ts"), ""),
      () => Deno.writeTextFileSync(join(root, "new.ts"), ""),
      () => Deno.renameSync(join(root, "a/b"), join(root, "l/b")),
      () => Deno.removeSync(join(root, "l/b"), { recursive: true }),
    ];
    const dirs = ["a/b/c", ".", "a l", "l"];
    changes.forEach((change, i) => {
      change();
      for (const dir of dirs[i].split(" ")) Deno.utimeSync(join(root, dir), 0, i + 1);
      listed();
      const known = again();
      costs.push(listed());
      assertEquals(known, shown(finish(find(scopeOf({}), undefined, jobOn(door), "entries"))));
    });
    assertEquals(costs, [["a/b/c"], [""], ["a", "l", "l/b", "l/b/c"], ["l"]]);
  });
});

Deno.test("a finding of more entries than are remembered is made anew each time", () => {
  withTree(TREE, (_, root) => {
    const { door } = watchedDoor(root);
    for (const [most, isKept] of [[2, false], [100, true]] as const) {
      const residence = new FileCache(door, 2 ** 24, most), job = { ...jobOn(door), cache: residence };
      const again = () => finish(find(scopeOf({}), undefined, nextRequest(job)));
      const first = again(), second = again();
      assertEquals(first.entries.length, 7);
      assertEquals(second.entries, first.entries);
      assertEquals(second === first, isKept);
    }
  });
});

Deno.test("what was found under a limit to the depth that left nothing out serves without one, until the tree grows", () => {
  withTree({ "a/x.ts": "" }, (_, root) => {
    const { door } = watchedDoor(root), job = jobOn(door);
    const found = (scope: Partial<Scope>) =>
      finish(find(scopeOf(scope), undefined, nextRequest(job))).entries.map((entry) => entry.shown);
    const before = found({ depth: 3 });
    Deno.mkdirSync(join(root, "a/b/c/d"), { recursive: true });
    for (const path of ["a/b/y.ts", "a/b/c/d/z.ts"]) Deno.writeTextFileSync(join(root, path), "");
    Deno.utimeSync(join(root, "a"), 0, 1);
    const after = [found({}), found({ depth: 3 })];
    assertEquals([before, ...after], [["a/x.ts"], ["a/b/c/d/z.ts", "a/b/y.ts", "a/x.ts"], ["a/b/y.ts", "a/x.ts"]]);
  });
});

const SCOPES: readonly Partial<Scope>[] = [
  {},
  { hidden: true },
  { noIgnore: true },
  { globs: ["*.ts", "!c"] },
  { globs: ["a", "*.log"], dirsMustMatch: true },
  { depth: 2 },
  // No directory comes near these at first.
  { depth: 5 },
  { depth: 5, hidden: true },
  { roots: ["a"] },
  { roots: ["a", "l"] },
  { followSymlinks: true },
];

Deno.test("whatever becomes of a tree, what is found with a memory is what is found without one", () => {
  const random = seeded("findings of a changing tree");
  for (let trial = 0; trial < 12; trial++) {
    withTree(TREE, (_, root) => {
      const { door } = watchedDoor(root), tree = new ChangingTree(root), job = jobOn(door);
      const one = random.pick(SCOPES),
        { depth: __, ...unlimited } = one,
        scopes = [one, random.pick(SCOPES), unlimited],
        wanted: WantedKinds = random.pick(["files", "files_and_dirs", "entries"]);
      for (let step = 0; step < 25; step++) {
        for (let n = random.int(3); n >= 0; n--) attempt(() => change(tree, random));
        const scope = random.pick(scopes);
        const [known, anew] = [nextRequest(job), jobOn(door)].map((job) => seenBy(job, scope, wanted));
        assertEquals(known, anew, JSON.stringify([scope, wanted, trial, step]));
      }
    });
  }
});

function seenBy(job: Job, scope: Partial<Scope>, wanted: WantedKinds) {
  try {
    const found = shown(finish(find(scopeOf(scope), undefined, job, wanted)));
    const leftOut = (["ignored", "hidden", "globs"] as const).map((by) =>
      finish(findExcluded(scopeOf(scope), [by], undefined, job, wanted)).entries.map((entry) => entry.shown)
    );
    return { found, leftOut };
  } catch (error) {
    return String(error);
  }
}

/** What can't be done, such as to move a directory into itself, is not done. */
function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound) && !(error instanceof Error && "code" in error)) throw error;
  }
}

const NAMES = ["a", "b", "b-c", "b.ts", "c", "build", ".j", "l", "m.log", "d.ts"];

function change(tree: ChangingTree, random: Random): void {
  const path = () => Array.from({ length: 1 + random.int(4) }, () => random.pick(NAMES)).join("/");
  const act = random.int(20);
  if (act < 10) tree.write(path());
  else if (act < 12) tree.makeDir(path());
  else if (act < 15) tree.remove(path());
  else if (act < 19) tree.move(path(), path());
  else tree.write(join(path(), ".gitignore"), random.pick(["*.ts\n", "!*.log\n", "c/\n", ""]));
}
