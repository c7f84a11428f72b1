/**
 * Idle threads collect their garbage, and no others do.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type CollectableHeap, IdleGc, threadHeap } from "../../src/worker/idle_gc.ts";

const MB = 2 ** 20;

/** A heap with the given sizes, one after another, which logs when its size is read and when it is collected. */
class SizedHeap implements CollectableHeap {
  readonly log: string[] = [];
  #onSize = () => {};

  constructor(readonly sizes: number[]) {}

  /** Resolves after the size has been read the next time, and the code that read it has run. */
  get sizeRead(): Promise<void> {
    return new Promise((resolve) => this.#onSize = () => queueMicrotask(resolve));
  }

  size(): number {
    const size = this.sizes.shift() ?? 0;
    this.log.push(`${size / MB}`);
    this.#onSize();
    return size;
  }

  collect(): void {
    this.log.push("collected");
  }
}

function gcOf(heap: CollectableHeap | undefined): IdleGc {
  return new IdleGc(() => Promise.resolve(heap), 1);
}

Deno.test("this runtime lets a thread collect its own garbage", async () => {
  const heap = await threadHeap();
  assert(heap !== undefined);
  let rows: unknown[] = Array.from({ length: 500_000 }, (_, i) => ({ number: i, text: `row ${i}` }));
  const full = heap.size(), many = rows.length;
  rows = [];
  heap.collect();
  heap.collect();
  assert(
    heap.size() < full - 10 * MB,
    `${full} bytes, ${heap.size()} without the garbage of ${many - rows.length} rows`,
  );
  assertEquals("gc" in globalThis, false);
});

Deno.test("threads that become idle at the same time each get their heap", async () => {
  const module = new URL("../../src/worker/idle_gc.ts", import.meta.url).href, times = 100;
  const code = `import { threadHeap } from "${module}";
    onmessage = async ({ data }) => {
      let had = 0;
      Atomics.add(data, 0, 1);
      while (Atomics.load(data, 0) < 2);
      for (let i = 0; i < ${times}; i++) if (await threadHeap() !== undefined) had++;
      postMessage(had);
    };`;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const had = await Promise.all(Array.from({ length: 2 }, async () => {
    const thread = new Worker(`data:text/javascript,${encodeURIComponent(code)}`, { type: "module" });
    const reply = Promise.withResolvers<number>();
    thread.onmessage = ({ data }) => reply.resolve(data);
    thread.postMessage(ready);
    const count = await reply.promise;
    thread.terminate();
    return count;
  }));
  assertEquals(had, [times, times]);
});

Deno.test("an idle thread collects if its heap has grown enough since the last collection", async () => {
  const heap = new SizedHeap([100 * MB, 40 * MB, 55 * MB, 57 * MB, 30 * MB]), gc = gcOf(heap);
  for (let i = 0; i < 3; i++) {
    const { sizeRead } = heap;
    await gc.track(() => Promise.resolve());
    await sizeRead;
  }
  assertEquals(heap.log, ["100", "collected", "40", "55", "57", "collected", "30"]);
});

Deno.test("nothing is collected during work, nor after the end", async () => {
  const heap = new SizedHeap([100 * MB, 90 * MB]), gc = gcOf(heap);
  const { promise, resolve } = Promise.withResolvers<void>();
  await gc.track(() => Promise.resolve());
  const work = gc.track(() => promise);
  await gc.track(() => Promise.reject(new Error("in vain"))).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(heap.log, []);
  const { sizeRead } = heap;
  resolve();
  await work;
  await sizeRead;
  await gc.track(() => Promise.resolve());
  gc.cancel();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(heap.log, ["100", "collected", "90"]);
});

Deno.test("a thread continues if its runtime provides no function to collect", async () => {
  let asked = () => {};
  const was = new Promise<void>((resolve) => asked = resolve);
  const gc = new IdleGc(() => {
    asked();
    return Promise.resolve(undefined);
  }, 1);
  assertEquals(await gc.track(() => Promise.resolve("done")), "done");
  await was;
});
