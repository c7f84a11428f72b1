/** The watching thread by itself, on real directories. @module */
import { assertEquals } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { startWatchThread } from "../../src/worker/watch_client.ts";
import {
  type EngineToWatch,
  lossDetector,
  makeEventDrain,
  type WatchScope,
  watchThreadMain,
  type WatchToEngine,
} from "../../src/worker/watch_main.ts";
import { inotifyWatchCount } from "../inotify_watches.ts";
import { HAS_PROC, untilIdle } from "../process_stats.ts";
import { type CommandLine, fossickWith, tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { StdioHost } from "../stdio_host.ts";

/** Keeps a processor busy most of the time, with pauses in which other threads wake up. */
const BUSY = `for (;;) {
  const end = performance.now() + 3 * Math.random();
  while (performance.now() < end);
  await new Promise((resolve) => setTimeout(resolve, 2 * Math.random()));
}`;

/** A watching thread, and its replies to messages sent one after another. */
class Watching implements Disposable {
  /** All reported paths. */
  readonly reported = new Set<string>();
  /** The watched ones of the directories requested last. */
  watched: readonly string[] = [];
  readonly #thread: Worker;
  #on: Partial<Record<WatchToEngine["type"], () => void>> = {};

  constructor(root: string, dirs = findRoots([root], root), most?: number) {
    this.#thread = startWatchThread(dirs, most);
    this.#thread.onmessage = ({ data }: MessageEvent<WatchToEngine>) => {
      if (data.type === "changed") { for (const path of [...data.content, ...data.entries]) this.reported.add(path); }
      if (data.type === "watching") this.watched = data.dirs;
      this.#on[data.type]?.();
    };
  }

  /** Resolves when the directories are watched. */
  begin(dirs: readonly string[]): Promise<void> {
    this.#thread.postMessage({ type: "watch", dirs });
    return this.#reply("watching");
  }

  /** Resolves when all changes until now have been reported. */
  drain(): Promise<void> {
    this.#thread.postMessage({ type: "drain", id: 0 });
    return this.#reply("drained");
  }

  [Symbol.dispose](): void {
    this.#thread.terminate();
  }

  #reply(type: WatchToEngine["type"]): Promise<void> {
    return new Promise((resolve) => this.#on = { [type]: resolve });
  }
}

Deno.test({
  name: "on busy processors, too, every change is reported before the drain is confirmed",
  ignore: !HAS_PROC,
  fn: async () => {
    const random = seeded("watched under load"), names = Array.from({ length: 40 }, (_, i) => `d${i}/f`);
    using files = tempTree(Object.fromEntries(names.map((name) => [name, ""])));
    using watching = new Watching(files.path);
    const busy = Array.from({ length: 2 }, () => new Worker(`data:text/javascript,${BUSY}`, { type: "module" }));
    try {
      await watching.begin([files.path, ...names.map((name) => `${files.path}/${name.slice(0, -2)}`)]);
      const missed: string[] = [];
      for (let call = 0; call < 600; call++) {
        const path = `${files.path}/${random.pick(names)}`;
        watching.reported.clear();
        Deno.writeTextFileSync(path, String(call));
        await watching.drain();
        if (!watching.reported.has(path)) missed.push(path);
      }
      assertEquals(missed, []);
    } finally {
      for (const worker of busy) worker.terminate();
    }
  },
});

Deno.test({
  name: "after a directory above the root was replaced, watches are of the new root",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "project/src/d/f": "before" });
    const project = `${files.path}/project`, root = `${project}/src`, file = `${root}/d/f`, beside = `${root}/f`;
    using watching = new Watching(root);
    await watching.begin([root, `${root}/d`]);
    Deno.renameSync(project, `${files.path}/aside`);
    Deno.mkdirSync(`${root}/d`, { recursive: true });
    Deno.writeTextFileSync(file, "after");
    await watching.begin([root, `${root}/d`]);
    Deno.writeTextFileSync(file, "once more");
    Deno.writeTextFileSync(beside, "in the root itself");
    await watching.drain();
    assertEquals([...watching.reported], [file, beside]);
  },
});

Deno.test({
  name:
    "a directory that is immediately replaced by a link out of the roots is reported, and so are changes after it is put back",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "root/d/e/f": "", "out/f": "" });
    const root = `${files.path}/root`, dir = `${root}/d`;
    using watching = new Watching(root);
    await watching.begin([root, dir, `${dir}/e`]);
    const missed: string[] = [];
    for (let time = 0; time < 20; time++) {
      watching.reported.clear();
      Deno.renameSync(dir, `${files.path}/aside`);
      Deno.symlinkSync(`${files.path}/out`, dir);
      await watching.drain();
      if (!watching.reported.has(dir)) missed.push(`link ${time}`);
      Deno.removeSync(dir);
      Deno.renameSync(`${files.path}/aside`, dir);
      await watching.begin([root, dir, `${dir}/e`]);
      watching.reported.clear();
      Deno.writeTextFileSync(`${dir}/e/f`, String(time));
      await watching.drain();
      if (!watching.reported.has(`${dir}/e/f`)) missed.push(`file ${time}`);
    }
    assertEquals(missed, []);
  },
});

Deno.test({
  name: "after the target of a root's alias was replaced, watches are of the new root",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "up/root/d/f": "" });
    const root = `${files.path}/alias`, file = `${root}/d/f`;
    Deno.symlinkSync(`${files.path}/up/root`, root);
    using watching = new Watching(root, [{ path: `${files.path}/up/root`, ioPath: root, aliases: [] }]);
    await watching.begin([root, `${root}/d`]);
    Deno.renameSync(`${files.path}/up`, `${files.path}/aside`);
    Deno.mkdirSync(`${files.path}/up/root/d`, { recursive: true });
    Deno.writeTextFileSync(file, "");
    await watching.begin([root, `${root}/d`]);
    Deno.writeTextFileSync(file, "after");
    await watching.drain();
    assertEquals([...watching.reported], [file]);
  },
});

Deno.test({
  name: "a directory that is replaced while those above it begin to be watched is watched as the new one",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "root/q/p/d/f": "", "next/d/f": "" });
    const root = `${files.path}/root`,
      dirs = ["q/p/d", "q/p", "q", ""].map((dir) => `${root}/${dir}`.replace(/\/$/, ""));
    const { watchFs } = Deno, parts: Deno.FsWatcher[] = [];
    // Watches one after another, as the runtime does; a directory is replaced after the first.
    Reflect.set(Deno, "watchFs", (paths: string[], options: Parameters<typeof watchFs>[1]) => {
      if (paths.length !== dirs.length) return watchFs(paths, options);
      parts.push(watchFs(paths[0], options));
      Deno.renameSync(`${root}/q/p`, `${files.path}/aside`);
      Deno.renameSync(`${files.path}/next`, `${root}/q/p`);
      return watchFs(paths.slice(1), options);
    });
    const reported = new Set<string>();
    let onReply = (_type: WatchToEngine["type"]) => {};
    const scope: WatchScope = {
      onmessage: null,
      postMessage(message) {
        if (message.type === "changed") {
          for (const path of [...message.content, ...message.entries]) reported.add(path);
        }
        onReply(message.type);
      },
    };
    const send = (data: EngineToWatch) => scope.onmessage?.(new MessageEvent("message", { data }));
    const reply = (wanted: WatchToEngine["type"]) =>
      new Promise<void>((resolve) => onReply = (type) => type === wanted && resolve());
    try {
      watchThreadMain(scope, lossDetector, makeEventDrain);
      send({ type: "open", roots: [root], maxDirs: 10 });
      const watching = reply("watching");
      send({ type: "watch", dirs });
      await watching;
      Deno.writeTextFileSync(`${root}/q/p/d/f`, "after");
      const drained = reply("drained");
      send({ type: "drain", id: 0 });
      await drained;
      assertEquals([...reported], [`${root}/q/p/d/f`]);
    } finally {
      Reflect.set(Deno, "watchFs", watchFs);
      // The removal of a root ends all watches.
      Deno.renameSync(root, `${files.path}/gone`);
      send({ type: "drain", id: 1 });
      for (const part of parts) part.close();
    }
  },
});

Deno.test({
  name:
    "at most the allowed number of directories is watched, upper ones first, and a change in any of them is reported",
  ignore: !HAS_PROC,
  fn: async () => {
    const dirs = Array.from({ length: 30 }, (_, i) => `d${i}`.padEnd(i + 4, "x"));
    using files = tempTree(Object.fromEntries(dirs.map((dir) => [`${dir}/f`, ""])));
    using watching = new Watching(files.path, undefined, 10);
    const all = [files.path, ...dirs.map((dir) => `${files.path}/${dir}`)];
    await watching.begin(all.toReversed());
    assertEquals(watching.watched.toSorted((a, b) => a.length - b.length), all.slice(0, 10));
    await watching.begin([all[20]]);
    assertEquals(watching.watched, []);
    for (const dir of dirs) Deno.writeTextFileSync(`${files.path}/${dir}/f`, "after");
    await watching.drain();
    assertEquals([...watching.reported], all.slice(1, 10).map((dir) => `${dir}/f`));
  },
});

/** Dropped events are inferred from counts and from the clock. */

/** A detector, and its result after `events` further events and `ms` further milliseconds. */
function detecting() {
  let now = 1e6;
  const detector = lossDetector(() => now);
  return {
    detector,
    after(events: number, ms: number, workMs?: number): boolean {
      now += ms;
      for (let i = 0; i < events; i++) detector.countEvent();
      return detector.mayHaveLost(workMs);
    },
  };
}

Deno.test("after 4,096 events since the queue was empty, further ones may be lost, however many checks lie between", () => {
  const { detector, after } = detecting();
  assertEquals([after(2048, 1), after(2048, 1), after(1, 1), after(0, 1)], [false, false, true, true]);
  detector.queueIsEmpty();
  assertEquals([after(4096, 1), after(1, 1)], [false, true]);
  detector.restart();
  assertEquals(after(4096, 1), false);
});

Deno.test("a process that did not check the clock for longer than its work takes was stopped", () => {
  const { detector, after } = detecting();
  assertEquals([after(0, 750), after(0, 751), after(0, 750)], [false, true, false]);
  assertEquals([after(0, 2750, 2000), after(0, 2751, 2000)], [false, true]);
  after(0, 5000);
  detector.restart();
  assertEquals(after(0, 750), false);
});

/** If the user has few inotify watches, most of them are left to other programs, and answers stay correct. */

const ALLOWED = 200, DIRS = 600;

/** The same program in a user namespace of its own, which allows only `ALLOWED` watches. */
function limited([command, ...args]: CommandLine): CommandLine {
  const script = `echo ${ALLOWED} > /proc/sys/user/max_inotify_watches && exec "$@"`;
  return ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh", command, ...args];
}

/** Whether such a namespace can be made here. */
function canLimit(): boolean {
  try {
    const [command, ...args] = limited(["true"]);
    return new Deno.Command(command, { args, stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "at most half of the user's watches are taken, and directories without one are checked on disk",
  ignore: !canLimit(),
  fn: async () => {
    const names = Array.from({ length: DIRS }, (_, i) => `d${i}/f.txt`);
    using files = tempTree(Object.fromEntries(names.map((name) => [name, "old\n"])));
    await using host = await StdioHost.start(limited(fossickWith(["--allow-read"], "--root", files.path)));
    const total = async (query: string) =>
      (await host.call("search_content", { roots: ["."], query, total_only: true })).total;
    assertEquals(await total("old"), DIRS);
    await untilIdle(host.pid, 500);
    const taken = inotifyWatchCount(host.pid);
    assertEquals(taken <= ALLOWED / 2 + 1, true, `${taken} watches`);
    for (const name of names) Deno.writeTextFileSync(`${files.path}/${name}`, "new\n");
    assertEquals([await total("old"), await total("new")], [0, DIRS]);
  },
});
