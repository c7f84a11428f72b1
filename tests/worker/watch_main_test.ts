/** The watching thread by itself, on real directories. */
import { assertEquals } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { WatchThread } from "../../src/pool/watch_thread.ts";
import { lossDetector } from "../../src/worker/loss_detector.ts";
import { type WatchScope, watchThreadMain, type WatchToEngine } from "../../src/worker/watch_main.ts";
import { HAS_PROC } from "../process_stats.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";

/** Keeps a processor busy most of the time, with rests that let others be woken. */
const BUSY = `for (;;) {
  const end = performance.now() + 3 * Math.random();
  while (performance.now() < end);
  await new Promise((resolve) => setTimeout(resolve, 2 * Math.random()));
}`;

/** A watching thread with one port, and what it says to questions put one after another. */
class Watching implements Disposable {
  /** All paths that were told of. */
  readonly told = new Set<string>();
  /** Of the directories asked for last, those that are watched. */
  watched: readonly string[] = [];
  readonly #watch: WatchThread;
  readonly #port: MessagePort;
  #on: Partial<Record<WatchToEngine["type"], () => void>> = {};
  #calls = 0;

  constructor(root: string, dirs = findRoots([root], root), most?: number) {
    this.#watch = new WatchThread(dirs, most);
    this.#port = this.#watch.connect();
    this.#port.onmessage = ({ data }: MessageEvent<WatchToEngine>) => {
      if (data.type === "changed") { for (const path of [...data.content, ...data.entries]) this.told.add(path); }
      if (data.type === "watching") this.watched = data.dirs;
      this.#on[data.type]?.();
    };
    this.#watch.start();
  }

  /** Resolves when the directories are watched. */
  begin(dirs: readonly string[]): Promise<void> {
    this.#port.postMessage({ type: "watch", dirs });
    return this.#said("watching");
  }

  /** Resolves when everything until now was told. */
  ask(): Promise<void> {
    const said = this.#said("told_all");
    this.#watch.requestDrain(this.#calls++);
    return said;
  }

  [Symbol.dispose](): void {
    this.#watch.close();
    this.#port.close();
  }

  #said(type: WatchToEngine["type"]): Promise<void> {
    return new Promise((resolve) => this.#on = { [type]: resolve });
  }
}

Deno.test({
  name: "where processors are busy, too, all that has changed is told before it is said that all was told",
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
        watching.told.clear();
        Deno.writeTextFileSync(path, String(call));
        await watching.ask();
        if (!watching.told.has(path)) missed.push(path);
      }
      assertEquals(missed, []);
    } finally {
      for (const worker of busy) worker.terminate();
    }
  },
});

Deno.test({
  name: "where a directory above the root was replaced, what is asked to be watched is what stands there now",
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
    await watching.ask();
    assertEquals([...watching.told], [file, beside]);
  },
});

Deno.test({
  name:
    "a directory that gives its place at once to a link out of the roots is told of, and so is the one that takes it back",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "root/d/e/f": "", "out/f": "" });
    const root = `${files.path}/root`, dir = `${root}/d`;
    using watching = new Watching(root);
    await watching.begin([root, dir, `${dir}/e`]);
    const missed: string[] = [];
    for (let time = 0; time < 20; time++) {
      watching.told.clear();
      Deno.renameSync(dir, `${files.path}/aside`);
      Deno.symlinkSync(`${files.path}/out`, dir);
      await watching.ask();
      if (!watching.told.has(dir)) missed.push(`link ${time}`);
      Deno.removeSync(dir);
      Deno.renameSync(`${files.path}/aside`, dir);
      await watching.begin([root, dir, `${dir}/e`]);
      watching.told.clear();
      Deno.writeTextFileSync(`${dir}/e/f`, String(time));
      await watching.ask();
      if (!watching.told.has(`${dir}/e/f`)) missed.push(`file ${time}`);
    }
    assertEquals(missed, []);
  },
});

Deno.test({
  name:
    "where a root is read by a link, and what stands there was replaced, what is asked to be watched is what stands there now",
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
    await watching.ask();
    assertEquals([...watching.told], [file]);
  },
});

Deno.test({
  name: "a directory that becomes another one just as those above it begin to be watched is watched as what it is then",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "root/q/p/d/f": "", "next/d/f": "" });
    const root = `${files.path}/root`,
      dirs = ["q/p/d", "q/p", "q", ""].map((dir) => `${root}/${dir}`.replace(/\/$/, ""));
    const { watchFs } = Deno, parts: Deno.FsWatcher[] = [];
    // Watches one after another, as the runtime does; one gives way to another behind the first.
    Reflect.set(Deno, "watchFs", (paths: string[], options: Parameters<typeof watchFs>[1]) => {
      if (paths.length !== dirs.length) return watchFs(paths, options);
      parts.push(watchFs(paths[0], options));
      Deno.renameSync(`${root}/q/p`, `${files.path}/aside`);
      Deno.renameSync(`${files.path}/next`, `${root}/q/p`);
      return watchFs(paths.slice(1), options);
    });
    const scope: WatchScope = { onmessage: null }, { port1, port2 } = new MessageChannel(), told = new Set<string>();
    try {
      watchThreadMain(scope, lossDetector);
      const said = (type: WatchToEngine["type"]) =>
        new Promise<void>((resolve) =>
          port1.onmessage = ({ data }: MessageEvent<WatchToEngine>) => {
            if (data.type === "changed") { for (const path of [...data.content, ...data.entries]) told.add(path); }
            if (data.type === type) resolve();
          }
        );
      const watching = said("watching");
      scope.onmessage?.(
        new MessageEvent("message", { data: { type: "join", port: port2, roots: [root], maxDirs: 10 } }),
      );
      port1.postMessage({ type: "watch", dirs });
      await watching;
      Deno.writeTextFileSync(`${root}/q/p/d/f`, "after");
      const all = said("told");
      port1.postMessage({ type: "ask", id: 0 });
      await all;
      assertEquals([...told], [`${root}/q/p/d/f`]);
    } finally {
      Reflect.set(Deno, "watchFs", watchFs);
      // A root that goes ends all watching.
      Deno.renameSync(root, `${files.path}/gone`);
      port1.postMessage({ type: "ask", id: 1 });
      for (const part of parts) part.close();
      port1.close();
      port2.close();
    }
  },
});

Deno.test({
  name:
    "no more directories are watched than the share allows, those at the top first, and a change in any of them is told",
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
    await watching.ask();
    assertEquals([...watching.told], all.slice(1, 10).map((dir) => `${dir}/f`));
  },
});
