/**
 * The messages that an engine sends to the watching thread, and how it handles the replies.
 * @module
 */
import { assertEquals } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import { findRoots } from "../../src/door/roots.ts";
import { list } from "../../src/engine/ops/list.ts";
import { FileCache } from "../../src/engine/cache/file_cache.ts";
import { Scheduler } from "../../src/engine/run/scheduler.ts";
import { connectWatcher } from "../../src/worker/watch_client.ts";
import type { EngineToWatch, WatchToEngine } from "../../src/worker/watch_main.ts";
import { yieldThread } from "../../src/engine/task/yield_thread.ts";
import { listAll } from "../engine/requests.ts";
import { tempTree } from "../program.ts";

/** The message that directories are watched, in the root that is at a path now. */
function watching(dirs: readonly string[], root: string, isFull = false): WatchToEngine {
  const { dev, ino } = Deno.lstatSync(root);
  return { type: "watching", dirs, roots: [`${dev}:${ino}`], isFull };
}

/** A scheduler on a tree, and the messages that it sends to its watcher; `reply` plays the watching thread. */
function watched(path: string, reply: (message: EngineToWatch, send: (message: WatchToEngine) => void) => void) {
  const roots = findRoots([path], path);
  const scheduler = new Scheduler(new FileCache(new DiskDoor(roots), 2 ** 20));
  const { port1, port2 } = new MessageChannel(), received: string[] = [];
  port1.onmessage = ({ data }: MessageEvent<EngineToWatch>) => {
    received.push(data.type);
    reply(data, (message) => port1.postMessage(message));
  };
  connectWatcher(() => port2, roots, scheduler);
  return {
    received,
    send: (message: WatchToEngine) => port1.postMessage(message),
    changes: () => scheduler.cache.freshness.changeCount,
    /** Lists everything, and waits until all messages to either side have arrived. */
    list: async () => {
      const { total } = await scheduler.run((job) => list(listAll(), job), { timeoutMs: 10_000, priority: "small" });
      for (let turn = 0; turn < 8; turn++) await yieldThread(true);
      return total;
    },
    [Symbol.dispose]: () => (port1.close(), port2.close()),
  };
}

Deno.test("after one late reply everything is checked and the watcher is asked again; after two it is not, for a while", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  let isMute = false;
  using watcher = watched(files.path, (message, send) => {
    if (message.type === "watch") send(watching(message.dirs, files.path));
    else if (message.type === "drain" && !isMute) send({ type: "drained", id: message.id });
  });
  assertEquals([await watcher.list(), await watcher.list()], [3, 3]);
  isMute = true;
  watcher.received.length = 0;
  Deno.writeTextFileSync(`${files.path}/a/new.txt`, "");
  assertEquals([await watcher.list(), await watcher.list(), await watcher.list()], [4, 4, 4]);
  assertEquals(watcher.received, ["drain", "drain"]);
});

Deno.test("a watcher that is beginning to watch may be late more than twice", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  let isMute = false;
  using watcher = watched(files.path, (message, send) => {
    if (isMute) return;
    if (message.type === "watch") send(watching(message.dirs, files.path));
    else if (message.type === "drain") send({ type: "drained", id: message.id });
  });
  assertEquals([await watcher.list(), await watcher.list()], [3, 3]);
  isMute = true;
  watcher.received.length = 0;
  Deno.mkdirSync(`${files.path}/new`);
  assertEquals([await watcher.list(), await watcher.list(), await watcher.list(), await watcher.list()], [4, 4, 4, 4]);
  assertEquals(watcher.received.filter((type) => type === "drain").length, 4);
});

Deno.test("if no directory can be watched, no further watch is requested for a while", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  using watcher = watched(files.path, (_, send) => send(watching([], files.path)));
  const totals: number[] = [];
  for (let i = 0; i < 5; i++) totals.push(await watcher.list());
  assertEquals([totals, watcher.received], [[3, 3, 3, 3, 3], ["watch"]]);
});

Deno.test("if the watcher is full, the remaining directories are not requested again for a while", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  using watcher = watched(files.path, (message, send) => {
    if (message.type === "watch") send(watching(message.dirs.filter((dir) => dir === files.path), files.path, true));
    else if (message.type === "drain") send({ type: "drained", id: message.id });
  });
  const totals: number[] = [];
  for (let i = 0; i < 3; i++) totals.push(await watcher.list());
  assertEquals([totals, watcher.received.filter((type) => type === "watch")], [[3, 3, 3], ["watch"]]);
});

Deno.test("a watch requested before a root was replaced is not relied on, and is requested again", async () => {
  using files = tempTree({ "up/root/a.txt": "", "next/root/b.txt": "", "next/root/c.txt": "" });
  const root = `${files.path}/up/root`, replies: WatchToEngine[] = [];
  using watcher = watched(root, (message, send) => {
    if (message.type === "watch") replies.push(watching(message.dirs, root));
    else if (message.type === "drain") send({ type: "drained", id: message.id });
  });
  const totals = [await watcher.list()];
  Deno.renameSync(`${files.path}/up`, `${files.path}/old`);
  Deno.renameSync(`${files.path}/next`, `${files.path}/up`);
  totals.push(await watcher.list());
  watcher.send(replies[0]);
  totals.push(await watcher.list());
  assertEquals([totals, watcher.received], [[1, 2, 2], ["watch", "watch", "watch"]]);
});

Deno.test("a root that was replaced while the watch began, and then put back, does not count as watched", async () => {
  using files = tempTree({ "up/root/d/a.txt": "", "next/root/d/b.txt": "" });
  const root = `${files.path}/up/root`,
    move = (from: string, to: string) => Deno.renameSync(`${files.path}/${from}`, to);
  using watcher = watched(root, (message, send) => {
    if (message.type === "drain") return send({ type: "drained", id: message.id });
    if (message.type !== "watch") return;
    move("up", `${files.path}/old`);
    move("next", `${files.path}/up`);
    send(watching(message.dirs, root));
    move("up", `${files.path}/next`);
    move("old", `${files.path}/up`);
  });
  // If the root counted as watched, the second list would request a drain.
  assertEquals([await watcher.list(), await watcher.list(), watcher.received], [2, 2, ["watch", "watch"]]);
});
