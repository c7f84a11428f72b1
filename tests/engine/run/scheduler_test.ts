/**
 * Which operation waits for which on one thread.
 * @module
 */
import { setImmediate } from "node:timers";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import { findRoots } from "../../../src/door/roots.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import type { Watcher } from "../../../src/engine/cache/freshness.ts";
import { list } from "../../../src/engine/ops/list.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import { type Priority, Scheduler } from "../../../src/engine/run/scheduler.ts";
import type { Operation } from "../../../src/engine/task/operation.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { listAll } from "../requests.ts";

/** A scheduler on a tree, with a cache. */
function schedulerOn(path: string, watcher?: Watcher): Scheduler {
  const door = new DiskDoor(findRoots([path], path)), cache = new FileCache(door, 2 ** 20);
  cache.freshness.setWatcher(watcher);
  return new Scheduler(cache);
}

Deno.test("background work runs while an answer waits, unless the answer waits for work that needs the thread", async () => {
  using files = tempTree({ "a.txt": "" });
  for (const isHeld of [false, true]) {
    const scheduler = schedulerOn(files.path);
    let isAnswered = false, slices = 0;
    const background = scheduler.run(function* () {
      for (; !isAnswered; slices++) yield;
    }, { timeoutMs: 10_000, priority: "background" });
    const answer = scheduler.run(function* (job) {
      yield isHeld ? job.holdFor(turns(200)) : turns(200);
      isAnswered = true;
    }, { timeoutMs: 10_000, priority: "usual" });
    await Promise.all([answer, background]);
    assertEquals([isHeld, slices > 0], [isHeld, !isHeld]);
  }
});

Deno.test("an operation that uses no cache does not wait for changes to be reported", async () => {
  using files = tempTree({ "a.txt": "" });
  const reported = Promise.withResolvers<void>(), done: string[] = [];
  const scheduler = schedulerOn(files.path, { watch: () => {}, drained: () => reported.promise });
  scheduler.cache.freshness.watchBegan([{ root: 0, path: "" }]);
  const runs = ["cached", "uncached"].map((name) =>
    scheduler.run(function* () {
      yield void done.push(name);
    }, { timeoutMs: 10_000, priority: "small", usesCache: name === "cached" })
  );
  await runs[1];
  reported.resolve();
  await runs[0];
  assertEquals(done, ["uncached", "cached"]);
});

/** An operation that uses up slices and reports each, while `goesOn` is true. */
function busy(goesOn: (slice: number) => boolean): (job: Job) => Operation<void> {
  return function* (job) {
    for (let slice = 0; goesOn(slice); slice++) {
      while (!job.shouldYield());
      if (job.remainingMs() <= 0) throw new Error("nothing else had its turn");
      yield;
    }
  };
}

Deno.test("a message from another thread is handled after the background slice in which it arrived", async () => {
  using files = tempTree({});
  const echo = "onmessage = ({ data }) => { postMessage(0); Atomics.store(data, 0, 1); }";
  const other = new Worker(`data:text/javascript,${encodeURIComponent(echo)}`, { type: "module" });
  let received = 0;
  other.onmessage = () => received++;
  const late: number[] = [];
  function* asking(): Operation<void> {
    for (let sent = 1; sent <= 20; sent++) {
      const isSent = new Int32Array(new SharedArrayBuffer(4));
      other.postMessage(isSent);
      while (Atomics.load(isSent, 0) === 0);
      yield;
      if (received < sent) late.push(sent);
      while (received < sent) yield;
    }
  }
  await schedulerOn(files.path).run(asking, { timeoutMs: 10_000, priority: "background" });
  other.terminate();
  assertEquals(late, []);
});

Deno.test("searches finish in the order in which they came, and likely small operations go first", async () => {
  using files = tempTree({ "a.txt": "" });
  const scheduler = schedulerOn(files.path), log: string[] = [];
  const run = (name: string) =>
    scheduler.run(busy((slice) => log.push(name + slice) > 0 && slice < 2), { timeoutMs: 10_000, priority: "usual" });
  const usual = ["a", "b", "c"].map(run);
  await Promise.all([
    ...usual,
    scheduler.run(busy(() => log.push("d") === 0), { timeoutMs: 10_000, priority: "small" }),
  ]);
  assertEquals(log.join(" "), "d a0 a1 a2 b0 b1 b2 c0 c1 c2");
});

Deno.test("an operation that waits for a promise ends at its deadline or when it is cancelled", async () => {
  using files = tempTree({ "a.txt": "" });
  const scheduler = schedulerOn(files.path), usual = { timeoutMs: 10_000, priority: "usual" } as const;
  let slices = 0, over = 0;
  const before = scheduler.run(busy((slice) => (slices = slice, over < 2)), usual);
  const late = scheduler.run(busy((slice) => slice < 1), { ...usual, timeoutMs: 1 });
  const off = scheduler.run(busy(() => true), { ...usual, signal: AbortSignal.abort(new Error("off")) });
  const ends = [late, off].map((end) => end.then(String, ({ message }) => message).finally(() => over++));
  assertEquals(await Promise.all(ends), ["nothing else had its turn", "off"]);
  await before;
  assertEquals(slices <= 2, true, `${slices} slices of what came before`);
});

Deno.test("in whatever order operations come, wait, fail and are cancelled, each ends as it should, background ones last", async () => {
  using files = tempTree({ "a.txt": "" });
  const random = seeded("schedules");
  for (let round = 0; round < 5; round++) {
    const scheduler = schedulerOn(files.path), ready = new Set<number>(), early: number[] = [];
    const run = async (name: number) => {
      const priority = random.pick<Priority>(["small", "usual", "background"]),
        isBackground = priority === "background";
      const slices = random.int(8), fails = random.chance(0.2), stop = new AbortController();
      const isReady = (is: boolean) => void (is && !isBackground ? ready.add(name) : ready.delete(name));
      const operation = function* (job: Job): Operation<string> {
        try {
          for (let slice = 0; slice < slices; slice++) {
            if (isBackground && ready.size > 0) early.push(name);
            if (random.chance(0.3)) { while (!job.shouldYield()); }
            const waits = random.chance(0.3) ? turns(random.int(50)) : undefined;
            isReady(waits === undefined);
            yield waits && (random.chance(0.5) ? job.holdFor(waits) : waits);
            isReady(true);
          }
          if (fails) throw new Error(`${name} fails`);
          return `${name} ends`;
        } finally {
          isReady(false);
        }
      };
      await turns(random.int(200));
      isReady(true);
      const options = { timeoutMs: random.pick([1, 10_000]), priority, signal: stop.signal };
      const end = scheduler.run(operation, options);
      if (random.chance(0.2)) void turns(random.int(300)).then(() => stop.abort(new Error(`${name} off`)));
      const outcome = await end.catch(({ message }) => message);
      isReady(false);
      return outcome === (fails ? `${name} fails` : `${name} ends`) || stop.signal.aborted && outcome === `${name} off`;
    };
    assertEquals([await Promise.all(Array.from({ length: 20 }, (_, name) => run(name))), early], [
      Array(20).fill(true),
      [],
    ]);
  }
});

/** Resolves after a number of turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (; count > 0; count--) await new Promise<void>((resolve) => setImmediate(resolve));
}

Deno.test("an operation that never ends is answered a second after its deadline, and the next one is served", async () => {
  using files = tempTree({ "a.txt": "a\n" });
  const scheduler = schedulerOn(files.path), options = { timeoutMs: 100, priority: "usual" } as const;
  const listed = () => scheduler.run((job) => list(listAll(), job), { ...options, timeoutMs: 10_000 });
  const before = await listed();
  let jobBefore: Job | undefined, isOwnGuardKnown = false;
  // An expression's own time limit within the slice is told apart.
  await assertRejects(
    () =>
      scheduler.run(function* (job) {
        jobBefore = job;
        yield;
        isOwnGuardKnown = !job.guard.runWithTimeout(hang, 10);
        hang();
      }, options),
    ToolError,
    "timeout",
  );
  assert(isOwnGuardKnown);
  const jobAfter = await scheduler.run(function* (job) {
    yield;
    return job;
  }, options);
  assert(jobAfter.searches !== jobBefore?.searches);
  assert(jobAfter.structure !== jobBefore?.structure);
  assertEquals(scheduler.cache.listings.count(0), 0);
  assertEquals(await listed(), before);
  // The time limit strikes within an expression's own, too.
  await assertRejects(
    () =>
      scheduler.run(function* (job) {
        yield;
        job.guard.runWithTimeout(hang, 20_000);
      }, options),
    ToolError,
    "timeout",
  );
  assertEquals(await listed(), before);
});

function hang(): void {
  for (;;);
}
