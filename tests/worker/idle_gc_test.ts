/**
 * Garbage is given back by threads at rest, and by no others.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type CollectableHeap, IdleGc, threadHeap } from "../../src/worker/idle_gc.ts";

const MB = 2 ** 20;

/** A heap that has the sizes given, one after another, and tells when it is looked at and collected. */
class SizedHeap implements CollectableHeap {
  readonly log: string[] = [];
  #looked = () => {};

  constructor(readonly sizes: number[]) {}

  /** Resolves when the next size has been asked for, and what followed is done. */
  get looked(): Promise<void> {
    return new Promise((resolve) => this.#looked = () => queueMicrotask(resolve));
  }

  size(): number {
    const size = this.sizes.shift() ?? 0;
    this.log.push(`${size / MB}`);
    this.#looked();
    return size;
  }

  collect(): void {
    this.log.push("collected");
  }
}

function keeperOf(heap: CollectableHeap | undefined): IdleGc {
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

Deno.test("threads that come to rest at the same time each get their heap", async () => {
  const module = new URL("../../src/worker/idle_gc.ts", import.meta.url).href, times = 100;
  const asking = `import { threadHeap } from "${module}";
    onmessage = async ({ data }) => {
      let had = 0;
      Atomics.add(data, 0, 1);
      while (Atomics.load(data, 0) < 2);
      for (let i = 0; i < ${times}; i++) if (await threadHeap() !== undefined) had++;
      postMessage(had);
    };`;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const had = await Promise.all(Array.from({ length: 2 }, async () => {
    const thread = new Worker(`data:text/javascript,${encodeURIComponent(asking)}`, { type: "module" });
    const told = Promise.withResolvers<number>();
    thread.onmessage = ({ data }) => told.resolve(data);
    thread.postMessage(ready);
    const count = await told.promise;
    thread.terminate();
    return count;
  }));
  assertEquals(had, [times, times]);
});

Deno.test("a thread at rest collects what is worth it: what its heap has grown by since all was alive", async () => {
  const heap = new SizedHeap([100 * MB, 40 * MB, 55 * MB, 57 * MB, 30 * MB]), keeper = keeperOf(heap);
  for (let i = 0; i < 3; i++) {
    const { looked } = heap;
    await keeper.track(() => Promise.resolve());
    await looked;
  }
  assertEquals(heap.log, ["100", "collected", "40", "55", "57", "collected", "30"]);
});

Deno.test("what was alive once, and is no more, is no measure any longer", async () => {
  const heap = new SizedHeap([500 * MB, 400 * MB, 20 * MB, 37 * MB, 20 * MB]), keeper = keeperOf(heap);
  for (let i = 0; i < 3; i++) {
    const { looked } = heap;
    await keeper.track(() => Promise.resolve());
    await looked;
  }
  assertEquals(heap.log, ["500", "collected", "400", "20", "37", "collected", "20"]);
});

Deno.test("nothing is collected while there is work, nor after the end", async () => {
  const heap = new SizedHeap([100 * MB, 90 * MB]), keeper = keeperOf(heap);
  const { promise, resolve } = Promise.withResolvers<void>();
  await keeper.track(() => Promise.resolve());
  const work = keeper.track(() => promise);
  await keeper.track(() => Promise.reject(new Error("in vain"))).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(heap.log, []);
  const { looked } = heap;
  resolve();
  await work;
  await looked;
  await keeper.track(() => Promise.resolve());
  keeper.cancel();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(heap.log, ["100", "collected", "90"]);
});

Deno.test("a thread whose runtime does not let it collect goes on without", async () => {
  let asked = () => {};
  const was = new Promise<void>((resolve) => asked = resolve);
  const keeper = new IdleGc(() => {
    asked();
    return Promise.resolve(undefined);
  }, 1);
  assertEquals(await keeper.track(() => Promise.resolve("done")), "done");
  await was;
});
