/** The watching thread by itself, on real directories. */
import { assertEquals } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { WatchThread } from "../../src/pool/watch_thread.ts";
import type { FromWatch } from "../../src/worker/watch.ts";
import { CAN_WATCH } from "../hostile/process.ts";
import { tree } from "../program.ts";
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
  readonly #watch: WatchThread;
  readonly #port: MessagePort;
  #on: Partial<Record<FromWatch["type"], () => void>> = {};
  #calls = 0;

  constructor(root: string) {
    this.#watch = new WatchThread(findRoots([root], root));
    this.#port = this.#watch.connect();
    this.#port.onmessage = ({ data }: MessageEvent<FromWatch>) => {
      if (data.type === "changed") { for (const path of [...data.content, ...data.entries]) this.told.add(path); }
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
    this.#watch.ask(this.#calls++);
    return said;
  }

  [Symbol.dispose](): void {
    this.#watch.close();
    this.#port.close();
  }

  #said(type: FromWatch["type"]): Promise<void> {
    return new Promise((resolve) => this.#on = { [type]: resolve });
  }
}

Deno.test({
  name: "where processors are busy, too, all that has changed is told before it is said that all was told",
  ignore: !CAN_WATCH,
  fn: async () => {
    const random = seeded("watched under load"), names = Array.from({ length: 40 }, (_, i) => `d${i}/f`);
    using files = tree(Object.fromEntries(names.map((name) => [name, ""])));
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
  ignore: !CAN_WATCH,
  fn: async () => {
    using files = tree({ "project/src/d/f": "before" });
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
