/** Finds that use cached results and listings of a tree that changes. @module */
import type { DirMark, Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import type { FindResult, WantedKinds } from "../../../src/engine/walk/find_result.ts";
import type { EntryTests, Scope } from "../../../src/model/request.ts";
import { type Random, seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { ChangingTree } from "../changing_tree.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { scopeOf, testsOf } from "../requests.ts";
import { type Planted, withTree } from "../with_tree.ts";
import { assertEquals } from "@std/assert";
import { join } from "@std/path";

/** A door on which every directory has settled, and the directories it has listed since the last call of `listed`. */
function watchedDoor(root: string): { door: Door; listed: () => string[] } {
  const { door } = agedDoor(root), listed: string[] = [];
  const list: Door["list"] = (dir) => {
    listed.push(dir.path);
    const listing = door.list(dir), { dev, ino, mtime, ctime } = listing.stamp;
    return { ...listing, mark: { dev, ino, mtime, ctime } };
  };
  return { door: { ...door, list }, listed: () => listed.splice(0).sort() };
}

/** All of a result that a caller can see, with the marks of its directories. */
function shown({ entries, examined, skipped }: FindResult) {
  return {
    entries: entries.map(({ shown, place, kind, dirMark }) => ({ shown, place, kind, marks: chain(dirMark) })),
    examined,
    skipped,
  };
}

function chain(mark: DirMark | undefined): string[] {
  return mark === undefined ? [] : [`${mark.ino} ${mark.mtime}`, ...chain(mark.parent)];
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

const TESTS: readonly (Partial<EntryTests> | undefined)[] = [
  undefined,
  { extensions: ["ts"] },
  { types: ["d"] },
  { types: ["e"] },
  { exclude: ["*.log", "b"] },
  { sizes: [{ sign: "-", bytes: 1 }], types: ["f"] },
  { changedAfter: 0 },
];

const SCOPES: readonly Partial<Scope>[] = [
  {},
  { hidden: true },
  { noIgnore: true },
  { globs: ["*.ts", "!c"] },
  { globs: ["a", "*.log"], dirsMustMatch: true },
  { depth: 2 },
  { depth: 5, hidden: true },
  { roots: ["a"] },
  { roots: ["a", "l"] },
  { followSymlinks: true },
];

Deno.test("random changes of a tree: a find with a cache finds the same as one without", () => {
  const random = seeded("findings of a changing tree");
  for (let trial = 0; trial < 3; trial++) {
    withTree(TREE, (_, root) => {
      const { door } = watchedDoor(root), tree = new ChangingTree(root), job = jobOn(door);
      const scope = random.pick(SCOPES), { depth: __, ...unlimited } = scope;
      const scopes = [scope, random.pick(SCOPES), unlimited];
      const wanted: WantedKinds = random.pick(["files", "files_and_dirs", "entries"]);
      for (let step = 0; step < 25; step++) {
        for (let n = random.int(3); n >= 0; n--) attempt(() => change(tree, random));
        const scope = random.pick(scopes), tests = random.pick(TESTS);
        const [cached, anew] = [nextRequest(job), jobOn(door)].map((job) => seenBy(job, scope, wanted, tests));
        assertEquals(cached, anew, JSON.stringify([scope, tests, wanted, trial, step]));
      }
    });
  }
});

Deno.test("a link that leads nowhere, or out of the root, is followed once its target is in it", () => {
  for (const target of ["b.ts", "../../b.ts"]) {
    const links = { to: { link: "build/mid" }, "build/mid": { link: target } };
    withTree({ ".gitignore": "build/\n", "build/a.ts": "", ...links }, (_, root) => {
      const { door } = agedDoor(root), job = jobOn(door);
      const count = () => finish(find(scopeOf({ followSymlinks: true }), undefined, nextRequest(job))).entries.length;
      Deno.writeTextFileSync(join(root, "../b.ts"), "");
      assertEquals(count(), 0);
      // No directory that was listed changes.
      Deno.removeSync(join(root, "build/mid"));
      Deno.symlinkSync("a.ts", join(root, "build/mid"));
      assertEquals(count(), 1);
    });
  }
});

function seenBy(job: Job, scope: Partial<Scope>, wanted: WantedKinds, tests?: Partial<EntryTests>) {
  try {
    return shown(finish(find(scopeOf(scope), tests && testsOf(tests), job, wanted)));
  } catch (error) {
    return String(error);
  }
}

/** Makes a change, unless it is impossible, such as moving a directory into itself. */
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
