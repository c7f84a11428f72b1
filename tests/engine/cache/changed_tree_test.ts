/** Caches of whole file arrays while some of the files change: answers are those of an engine without a cache. */
import { assert, assertEquals } from "@std/assert";
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

/** A job on a tree that a watcher watches. */
function watchedJob(root: string): { job: Job; tree: ChangingTree; opened: () => string[] } {
  const { door, opened } = agedDoor(root);
  // Between two looks at the clock so much time passes that no file changes twice in a second.
  let time = 0;
  const clock = new FileClock({ wall: () => Date.now() + time, monotonic: () => time += 5000 });
  const cache = new FileCache(door, 2 ** 24, undefined, clock), job = { ...jobOn(door), cache }, { freshness } = cache;
  freshness.setWatcher({ watch: (dirs) => freshness.watchBegan(dirs), drained: () => undefined });
  return { job, opened, tree: new ChangingTree(root, (change) => cache.applyChange(change)) };
}

/** A report without its times and reads; directories asked to be watched are watched from then on. */
function answer(job: Job, request: SearchRequest): Omit<SearchReport, "findMs" | "searchMs" | "reads"> {
  const { findMs: _, searchMs: __, reads: ___, ...facts } = finish(search(request, nextRequest(job)));
  job.cache.freshness.sendWatchRequests();
  return facts;
}

function request(random: Random): SearchRequest {
  const query = random.pick([...WORDS, "alpha|delta", "a.*ta", "^$", "qqq"]);
  const need = random.pick(["total", "counts", "lines"] as const);
  return searchFor(query, {
    need,
    scope: scopeOf(random.chance(0.7) ? {} : { roots: [random.pick(["a", "a/b"])] }),
  });
}

Deno.test("whatever changes between two searches, the second finds the current content", () => {
  const random = seeded("changed trees");
  const files = Object.fromEntries(Array.from({ length: 400 }, () => [path(random), text(random)]));
  withTree(files, (_, root) => {
    const { job, tree } = watchedJob(root);
    for (let step = 0; step < 15; step++) {
      for (let n = random.pick([0, 1, 1, 1, 2, random.chance(0.1) ? 50 : 3]); n > 0; n--) change(tree, random);
      const asking = request(random);
      assertEquals(answer(job, asking), answer(jobOn(openDoor([root])), asking), `step ${step}`);
    }
  });
});

Deno.test("after a few new links those files are checked again, after many all files, and changes under them are found", () => {
  const names = Array.from({ length: 100 }, (_, i) => `f${i}.txt`);
  withTree(Object.fromEntries(names.map((name) => [name, "word\n"])), (_, root) => {
    const { job, tree } = watchedJob(root), { door } = job, { isUnchanged } = door;
    const asks = (query: string) => answer(job, searchFor(query, { need: "total" })).total;
    const checked = new Set<string>();
    door.isUnchanged = (place, stamp) => {
      if (names.includes(place.path)) checked.add(place.path);
      return isUnchanged(place, stamp);
    };
    const totals: number[] = [], areManyChecked: boolean[] = [];
    for (const { from, to } of [{ from: 0, to: 3 }, { from: 3, to: 50 }]) {
      asks("nothing"), asks("nothing");
      for (const name of names.slice(from, to)) tree.link(name, `linked_${name}`);
      // Reported under that name only.
      tree.write(`linked_f${from}.txt`, "wordless\n");
      checked.clear();
      totals.push(asks("wordless"));
      areManyChecked.push(checked.size > 50);
    }
    assertEquals([totals, areManyChecked], [[2, 4], [false, true]]);
  });
});

Deno.test("after a change only the changed file is read, and the cached list of the others stays", () => {
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`d${i % 5}/f${i}.txt`, `word ${i}\n`]));
  withTree(files, (_, root) => {
    const { job, tree, opened } = watchedJob(root);
    const asks = (query: string) => answer(job, searchFor(query, { need: "total" })).total;
    // A file read before it was watched is checked once more.
    assertEquals([asks("word"), asks("word 7"), asks("word 19$")], [200, 11, 1]);
    assertEquals(opened().length, 200);
    const isOneRead: boolean[] = [];
    const changes = [() => tree.write("d1/f1.txt", "words 1\n"), () => tree.write("d2/new.txt", "word 999\n")];
    for (const change of changes) {
      change();
      assertEquals(asks("9$"), change === changes[0] ? 20 : 21);
      isOneRead.push(opened().length === 1);
    }
    tree.remove("d3");
    assertEquals(asks("word"), 161);
    assertEquals([isOneRead, opened()], [[true, true], []]);
    assert(job.cache.status.files >= 161);
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
