/** Caches of whole file arrays while some of the files change: answers are those of an engine without a cache. */
import { assertEquals } from "@std/assert";
import { search } from "../../../src/engine/ops/search.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { FileClock } from "../../../src/engine/cache/file_clock.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { type Random, seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { ChangingTree } from "../changing_tree.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { scopeOf, searchFor } from "../requests.ts";
import { withTree } from "../with_tree.ts";

const WORDS = ["alpha", "beta", "gamma", "delta", "naïve", "epsilon"];
const DIRS = ["", "a/", "a/b/", "c/", "c/d/e/"];

function text(random: Random): string {
  if (random.chance(0.1)) return "\0";
  return Array.from({ length: random.int(6) }, () => `${random.pick(WORDS)} ${random.pick(WORDS)}\n`).join("");
}

function path(random: Random): string {
  return `${random.pick(DIRS)}f${random.int(200)}.txt`;
}

/** A job on a tree, which a watcher watches or which is checked on disk. */
function jobOnTree(root: string, isWatched = true): { job: Job; tree: ChangingTree; opened: () => string[] } {
  const { door, opened } = agedDoor(root);
  // Between two looks at the clock so much time passes that no file changes twice in a second.
  let time = 0;
  const clock = new FileClock({ wall: () => Date.now() + time, monotonic: () => time += 5000 });
  const cache = new FileCache(door, 2 ** 24, undefined, clock), job = { ...jobOn(door), cache }, { freshness } = cache;
  if (isWatched) freshness.setWatcher({ watch: (dirs) => freshness.watchBegan(dirs), drained: () => undefined });
  return { job, opened, tree: new ChangingTree(root, (change) => isWatched && cache.applyChange(change)) };
}

/** A report without its times and reads; directories asked to be watched are watched from then on. */
function answer(job: Job, request: SearchRequest): Omit<SearchReport, "findMs" | "searchMs" | "reads"> {
  const { findMs: _, searchMs: __, reads: ___, ...facts } = finish(search(request, nextRequest(job)));
  job.cache.freshness.sendWatchRequests();
  return facts;
}

function request(random: Random): SearchRequest {
  const query = random.pick([...WORDS, "alpha|delta", "a.*ta", "^$", "qqq"]);
  const rules = random.pick([{}, { globs: ["f1*"] }, { hidden: true }, { noIgnore: true, followSymlinks: true }]);
  return searchFor(query, {
    need: random.pick(["total", "counts", "samples", "lines"]),
    scope: scopeOf({ ...rules, ...(random.chance(0.3) && { roots: [random.pick(["a", "a/b"])] }) }),
    maxFileSize: random.pick([60, 1000]),
    skip: random.int(5),
    limit: random.pick([3, 1000]),
  });
}

for (const isWatched of [true, false]) {
  const how = isWatched ? "reported" : "found on disk";
  Deno.test(`whatever changes between two searches, the second finds the current content, ${how}`, () => {
    const random = seeded(`changed trees, ${how}`);
    const files = Object.fromEntries(Array.from({ length: 400 }, () => [path(random), text(random)]));
    withTree(files, (_, root) => {
      const { job, tree } = jobOnTree(root, isWatched);
      for (let step = 0; step < 15; step++) {
        for (let n = random.pick([0, 1, 1, 1, 2, random.chance(0.1) ? 50 : 3]); n > 0; n--) change(tree, random);
        const asking = request(random);
        assertEquals(answer(job, asking), answer(jobOn(openDoor([root])), asking), `step ${step}`);
      }
    });
  });
}

Deno.test("changes under new links are found, after a few of them and after many", () => {
  const names = Array.from({ length: 100 }, (_, i) => `f${i}.txt`);
  withTree(Object.fromEntries(names.map((name) => [name, "word\n"])), (_, root) => {
    const { job, tree } = jobOnTree(root);
    const asks = (query: string) => answer(job, searchFor(query, { need: "total" })).total;
    const totals: number[] = [];
    for (const { from, to } of [{ from: 0, to: 3 }, { from: 3, to: 50 }]) {
      asks("nothing"), asks("nothing");
      for (const name of names.slice(from, to)) tree.link(name, `linked_${name}`);
      // Reported under that name only.
      tree.write(`linked_f${from}.txt`, "wordless\n");
      totals.push(asks("wordless"));
    }
    assertEquals(totals, [2, 4]);
  });
});

function change(tree: ChangingTree, random: Random): void {
  const act = random.int(13);
  try {
    if (random.chance(0.2)) changeRules(tree, random);
    else if (act < 6) tree.write(path(random), text(random));
    else if (act < 9) tree.remove(path(random));
    else if (act < 11 || random.chance(0.7)) tree.move(path(random), path(random));
    else if (random.chance(0.5)) tree.move("c", "a/c");
    else tree.move("a/c", "c");
  } catch (error) {
    // A missing path can't be moved or removed.
    if (!(error instanceof Deno.errors.NotFound) && !(error instanceof Error && "code" in error)) throw error;
  }
}

/** Ignore files come, change and go; directories become repositories, in each of the two ways, and stop being one. */
function changeRules(tree: ChangingTree, random: Random): void {
  const dir = random.pick(DIRS), ignored = () => random.pick(["*1.txt\n", "b/\n", "f*\n", "!f2*\n"]);
  switch (random.int(7)) {
    case 0:
    case 1:
      return tree.write(`${dir}.gitignore`, ignored());
    case 2:
      return tree.remove(`${dir}.gitignore`);
    case 3:
      return tree.write(`${dir}.git/info/exclude`, ignored());
    case 4:
      return tree.write(`${dir}.git`, "gitdir: ../store\n");
    case 5:
      return tree.write("store/info/exclude", ignored());
    default:
      return tree.remove(`${dir}.git`);
  }
}
