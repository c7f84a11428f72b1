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

Deno.test({
  name: "where processors are busy, too, all that has changed is told before it is said that all was told",
  ignore: !CAN_WATCH,
  fn: async () => {
    const random = seeded("watched under load"), names = Array.from({ length: 40 }, (_, i) => `d${i}/f`);
    using files = tree(Object.fromEntries(names.map((name) => [name, ""])));
    const watch = new WatchThread(findRoots([files.path], files.path)), port = watch.connect();
    const told = new Set<string>();
    let onWatching = () => {}, onTold = () => {};
    port.onmessage = ({ data }: MessageEvent<FromWatch>) => {
      if (data.type === "watching") onWatching();
      if (data.type === "changed") { for (const path of [...data.content, ...data.entries]) told.add(path); }
      if (data.type === "told_all") onTold();
    };
    const busy = Array.from({ length: 2 }, () => new Worker(`data:text/javascript,${BUSY}`, { type: "module" }));
    try {
      watch.start();
      const dirs = names.map((name) => `${files.path}/${name.slice(0, -2)}`);
      await new Promise<void>((resolve) => {
        onWatching = resolve;
        port.postMessage({ type: "watch", dirs: [files.path, ...dirs] });
      });
      const missed: string[] = [];
      for (let call = 0; call < 600; call++) {
        const path = `${files.path}/${random.pick(names)}`;
        told.clear();
        Deno.writeTextFileSync(path, String(call));
        await new Promise<void>((resolve) => {
          onTold = resolve;
          watch.ask(call);
        });
        if (!told.has(path)) missed.push(path);
      }
      assertEquals(missed, []);
    } finally {
      for (const worker of busy) worker.terminate();
      watch.close();
      port.close();
    }
  },
});
