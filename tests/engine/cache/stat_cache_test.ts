/** Cached stamps, and when they may be used. */
import { assertEquals } from "@std/assert";
import type { Stamp } from "../../../src/door/door.ts";
import { Freshness } from "../../../src/engine/cache/freshness.ts";
import { StatCache } from "../../../src/engine/cache/stat_cache.ts";

const FILE: Stamp = { kind: "file", size: 5, mtime: 1, ctime: 1, executable: false, dev: 1, ino: 7, linkCount: 1 };

/** A stamp cache of a root whose top and `d` are watched. */
function watched(): { freshness: Freshness; stats: StatCache } {
  const freshness = new Freshness();
  freshness.setWatcher({ watch: () => {}, drained: () => Promise.resolve() });
  freshness.watchBegan([at(""), at("d")]);
  return { freshness, stats: new StatCache(freshness) };
}

function at(path: string) {
  return { root: 0, path };
}

function look(stats: StatCache, path: string, stamp = FILE): void {
  stats.store(at(path), stamp, stats.tokenFor(at(path)));
}

Deno.test("a stamp is known until a change of the file, of a directory above or of its other names is reported", () => {
  const { stats } = watched();
  const known = () => ["a", "d/b", "d/c"].filter((path) => stats.find(at(path)) !== undefined);
  look(stats, "a");
  look(stats, "d/b");
  look(stats, "d/c", { ...FILE, ino: 8 });
  assertEquals(known(), ["a", "d/b", "d/c"]);
  stats.drop(at("a"));
  assertEquals(known(), ["d/b", "d/c"]);
  stats.dropInode(7);
  assertEquals(known(), ["d/c"]);
  look(stats, "a");
  stats.dropBelow(at("d"));
  assertEquals(known(), ["a"]);
  stats.clear();
  assertEquals(known(), []);
});

Deno.test("a stamp is not cached where changes are not reported: unwatched, with other names, not a file", () => {
  const { stats } = watched();
  look(stats, "unwatched/a");
  look(stats, "two names", { ...FILE, linkCount: 2 });
  look(stats, "d", { ...FILE, kind: "dir" });
  assertEquals(["unwatched/a", "two names", "d"].map((path) => stats.find(at(path))), Array(3).fill(undefined));
});

Deno.test("a stamp from before events were lost is not known, and is not stored afterwards", () => {
  const { freshness, stats } = watched();
  look(stats, "a");
  const token = stats.tokenFor(at("b"));
  freshness.invalidateAll();
  stats.store(at("b"), FILE, token);
  assertEquals([stats.find(at("a")), stats.find(at("b"))], [undefined, undefined]);
});
