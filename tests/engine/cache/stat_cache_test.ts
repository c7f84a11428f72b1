/** States of files that were looked at, and when they may be used. */
import { assertEquals } from "@std/assert";
import type { Stamp } from "../../../src/door/door.ts";
import { Freshness } from "../../../src/engine/cache/freshness.ts";
import { StatCache } from "../../../src/engine/cache/stat_cache.ts";

const FILE: Stamp = { kind: "file", size: 5, mtime: 1, ctime: 1, executable: false, dev: 1, ino: 7, linkCount: 1 };

/** States in a root whose top and `d` are watched. */
function watched(): { currency: Freshness; states: StatCache } {
  const currency = new Freshness();
  currency.setWatcher({ watch: () => {}, drained: () => Promise.resolve() });
  currency.watchBegan([at(""), at("d")]);
  return { currency, states: new StatCache(currency) };
}

function at(path: string) {
  return { root: 0, path };
}

function look(states: StatCache, path: string, stamp = FILE): void {
  states.store(at(path), stamp, states.tokenFor(at(path)));
}

Deno.test("a file's state is known until a change of it, of a directory above or of its other names is told", () => {
  const { states } = watched();
  const known = () => ["a", "d/b", "d/c"].filter((path) => states.find(at(path)) !== undefined);
  look(states, "a");
  look(states, "d/b");
  look(states, "d/c", { ...FILE, ino: 8 });
  assertEquals(known(), ["a", "d/b", "d/c"]);
  states.drop(at("a"));
  assertEquals(known(), ["d/b", "d/c"]);
  states.dropInode(7);
  assertEquals(known(), ["d/c"]);
  look(states, "a");
  states.dropBelow(at("d"));
  assertEquals(known(), ["a"]);
  states.clear();
  assertEquals(known(), []);
});

Deno.test("a state is not kept where a change would not be told: unwatched, with other names, no file", () => {
  const { states } = watched();
  look(states, "unwatched/a");
  look(states, "two names", { ...FILE, linkCount: 2 });
  look(states, "d", { ...FILE, kind: "dir" });
  assertEquals(["unwatched/a", "two names", "d"].map((path) => states.find(at(path))), Array(3).fill(undefined));
});

Deno.test("what was looked at before the watcher lost its sight is not known, and is not kept afterwards", () => {
  const { currency, states } = watched();
  look(states, "a");
  const token = states.tokenFor(at("b"));
  currency.invalidateAll();
  states.store(at("b"), FILE, token);
  assertEquals([states.find(at("a")), states.find(at("b"))], [undefined, undefined]);
});
