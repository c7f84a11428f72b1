/**
 * What an engine thread says to the watching thread.
 * @module
 */
import { assertEquals } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import { findRoots } from "../../src/door/roots.ts";
import { VmTimeout } from "../../src/engine/task/vm_timeout.ts";
import { list } from "../../src/engine/ops/list.ts";
import { FileCache } from "../../src/engine/cache/file_cache.ts";
import { Scheduler } from "../../src/engine/run/scheduler.ts";
import { connectWatcher } from "../../src/worker/watch_client.ts";
import type { EngineToWatch, WatchToEngine } from "../../src/worker/watch_main.ts";
import { yieldThread } from "../../src/worker/yield_thread.ts";
import { listAll } from "../engine/requests.ts";
import { tempTree } from "../program.ts";

/** That directories are watched in the root that stands at a path now. */
function watching(dirs: readonly string[], root: string, isFull = false): WatchToEngine {
  const { dev, ino } = Deno.lstatSync(root);
  return { type: "watching", dirs, roots: [`${dev}:${ino}`], isFull };
}

/** A scheduler on a tree, and what its watcher is asked; `answers` are what the watching thread says to it. */
function watched(path: string, answers: (asked: EngineToWatch, say: (message: WatchToEngine) => void) => void) {
  const roots = findRoots([path], path), door = new DiskDoor(roots);
  const scheduler = new Scheduler(door, new VmTimeout(), yieldThread, new FileCache(door, 2 ** 20));
  const { port1, port2 } = new MessageChannel(), heard: string[] = [];
  port1.onmessage = ({ data }: MessageEvent<EngineToWatch>) => {
    heard.push(data.type);
    answers(data, (message) => port1.postMessage(message));
  };
  connectWatcher(port2, roots, scheduler);
  return {
    heard,
    say: (message: WatchToEngine) => port1.postMessage(message),
    changes: () => scheduler.cache.freshness.changeCount,
    /** Asks for everything, and waits until what was sent to either side is there. */
    list: async (call?: number) => {
      const { total } = await scheduler.run((job) => list(listAll(), job), {
        timeoutMs: 10_000,
        priority: "small",
        call,
      });
      for (let turn = 0; turn < 8; turn++) await yieldThread(true);
      return total;
    },
    [Symbol.dispose]: () => (port1.close(), port2.close()),
  };
}

Deno.test("a watcher that is late twice is not asked for a while; once, everything is looked at and it is asked again", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  let isMute = false;
  using watcher = watched(files.path, (asked, say) => {
    if (asked.type === "watch") say(watching(asked.dirs, files.path));
    else if (!isMute) say({ type: "told", id: asked.id });
  });
  assertEquals([await watcher.list(), await watcher.list()], [3, 3]);
  isMute = true;
  watcher.heard.length = 0;
  Deno.writeTextFileSync(`${files.path}/a/new.txt`, "");
  assertEquals([await watcher.list(), await watcher.list(), await watcher.list()], [4, 4, 4]);
  assertEquals(watcher.heard, ["ask", "ask"]);
});

Deno.test("a watcher that is just beginning to watch may be late more often", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  let isMute = false;
  using watcher = watched(files.path, (asked, say) => {
    if (isMute) return;
    if (asked.type === "watch") say(watching(asked.dirs, files.path));
    else say({ type: "told", id: asked.id });
  });
  assertEquals([await watcher.list(), await watcher.list()], [3, 3]);
  isMute = true;
  watcher.heard.length = 0;
  Deno.mkdirSync(`${files.path}/new`);
  assertEquals([await watcher.list(), await watcher.list(), await watcher.list(), await watcher.list()], [4, 4, 4, 4]);
  assertEquals(watcher.heard.filter((type) => type === "ask").length, 4);
});

Deno.test("what main has asked for a call is waited for, or has come; what came for a later call is enough, and nothing is asked twice", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  using watcher = watched(files.path, (asked, say) => {
    if (asked.type === "watch") say(watching(asked.dirs, files.path));
  });
  assertEquals([await watcher.list(1), await watcher.list(2)], [3, 3]);
  watcher.heard.length = 0;
  const waits = watcher.list(3), waitsToo = watcher.list(3);
  Deno.writeTextFileSync(`${files.path}/a/new.txt`, "");
  watcher.say({ type: "changed", content: [], entries: [`${files.path}/a/new.txt`] });
  watcher.say({ type: "told_all", call: 4 });
  const before = watcher.changes();
  assertEquals([await waits, await waitsToo], [4, 4]);
  assertEquals([await watcher.list(3), await watcher.list(4)], [4, 4]);
  // TimeAllowance that is lost counts as one more: anything may have changed.
  assertEquals(watcher.changes(), before + 1);
  assertEquals(watcher.heard.filter((type) => type === "ask"), []);
});

Deno.test("where no directory can be watched it is not asked for again and again", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  using watcher = watched(files.path, (_, say) => say(watching([], files.path)));
  const totals: number[] = [];
  for (let i = 0; i < 5; i++) totals.push(await watcher.list());
  assertEquals([totals, watcher.heard], [[3, 3, 3, 3, 3], ["watch"]]);
});

Deno.test("where no more directories are watched it is not asked for the rest again and again", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  using watcher = watched(files.path, (asked, say) => {
    if (asked.type === "watch") say(watching(asked.dirs.filter((dir) => dir === files.path), files.path, true));
    else say({ type: "told", id: asked.id });
  });
  const totals: number[] = [];
  for (let i = 0; i < 3; i++) totals.push(await watcher.list());
  assertEquals([totals, watcher.heard.filter((type) => type === "watch")], [[3, 3, 3], ["watch"]]);
});

Deno.test("what was to be watched before a root was replaced is not relied on, but wanted once more", async () => {
  using files = tempTree({ "up/root/a.txt": "", "next/root/b.txt": "", "next/root/c.txt": "" });
  const root = `${files.path}/up/root`, wishes: WatchToEngine[] = [];
  using watcher = watched(root, (asked, say) => {
    if (asked.type === "watch") wishes.push(watching(asked.dirs, root));
    else say({ type: "told", id: asked.id });
  });
  const totals = [await watcher.list()];
  Deno.renameSync(`${files.path}/up`, `${files.path}/old`);
  Deno.renameSync(`${files.path}/next`, `${files.path}/up`);
  totals.push(await watcher.list());
  watcher.say(wishes[0]);
  totals.push(await watcher.list());
  assertEquals([totals, watcher.heard], [[1, 2, 2], ["watch", "watch", "watch"]]);
});

Deno.test("where another root stood there as it began to be watched, and is gone again, the one that is back does not count as watched", async () => {
  using files = tempTree({ "up/root/d/a.txt": "", "next/root/d/b.txt": "" });
  const root = `${files.path}/up/root`,
    move = (from: string, to: string) => Deno.renameSync(`${files.path}/${from}`, to);
  using watcher = watched(root, (asked, say) => {
    if (asked.type === "ask") return say({ type: "told", id: asked.id });
    move("up", `${files.path}/old`);
    move("next", `${files.path}/up`);
    say(watching(asked.dirs, root));
    move("up", `${files.path}/next`);
    move("old", `${files.path}/up`);
  });
  // Where something is watched, it is asked what has changed.
  assertEquals([await watcher.list(), await watcher.list(), watcher.heard], [2, 2, ["watch", "watch"]]);
});
