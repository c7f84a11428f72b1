/**
 * What waits for what on one thread.
 * @module
 */
import { setImmediate } from "node:timers";
import { assertEquals, assertRejects } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import { findRoots } from "../../../src/door/roots.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import { list } from "../../../src/engine/ops/list.ts";
import type { Operation } from "../../../src/engine/task/operation.ts";
import type { Watcher } from "../../../src/engine/cache/freshness.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { type Priority, Scheduler } from "../../../src/engine/run/scheduler.ts";
import { yieldThread } from "../../../src/worker/yield_thread.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { listAll } from "../requests.ts";

/** A scheduler on a tree, which remembers what it reads. */
function schedulerOn(path: string, watcher?: Watcher): Scheduler {
  const door = new DiskDoor(findRoots([path], path)), residence = new FileCache(door, 2 ** 20);
  residence.freshness.setWatcher(watcher);
  return new Scheduler(door, new VmTimeout(), yieldThread, residence);
}

/** A scheduler on a tree of one directory in another, and what is asked to be watched. */
function scheduled(path: string) {
  const wished = Promise.withResolvers<readonly string[]>();
  const scheduler = schedulerOn(path, {
    watch: (dirs) => wished.resolve(dirs.map((dir) => dir.path).sort()),
    drained: () => Promise.resolve(),
  });
  return {
    wished: wished.promise,
    list: () => scheduler.run((job) => list(listAll(), job), { timeoutMs: 10_000, priority: "usual" }),
  };
}

Deno.test("directories are watched once no operation is under way", async () => {
  using files = tempTree({ "a/b.txt": "", "c.txt": "" });
  const thread = scheduled(files.path);
  await thread.list();
  assertEquals(await thread.wished, ["", "a"]);
});

Deno.test("in the background there is work while an answer waits, but none while what it waits for needs the thread", async () => {
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

Deno.test("work in the background goes on when nobody is left who holds the thread", async () => {
  using files = tempTree({ "a.txt": "" });
  const scheduler = schedulerOn(files.path), stop = new AbortController(), held = Promise.withResolvers<void>();
  const asked = scheduler.run(function* (job) {
    yield job.holdFor(held.promise);
  }, { timeoutMs: 10_000, priority: "usual", signal: stop.signal });
  await turns(20);
  const background = scheduler.run(function* () {
    yield;
  }, { timeoutMs: 10_000, priority: "background" });
  stop.abort(new Error("off"));
  await assertRejects(() => asked, Error, "off");
  await turns(20);
  held.resolve();
  await background;
});

Deno.test("what relies on nothing remembered does not wait to be told what has changed", async () => {
  using files = tempTree({ "a.txt": "" });
  const told = Promise.withResolvers<void>(), done: string[] = [];
  const scheduler = schedulerOn(files.path, { watch: () => {}, drained: () => told.promise });
  scheduler.cache.freshness.watchBegan([{ root: 0, path: "" }]);
  const runs = ["trusting", "reading"].map((name) =>
    scheduler.run(function* () {
      yield void done.push(name);
    }, { timeoutMs: 10_000, priority: "small", usesCache: name === "trusting" })
  );
  await runs[1];
  told.resolve();
  await runs[0];
  assertEquals(done, ["reading", "trusting"]);
});

/** An operation that uses slices up, telling of each, as long as it is told to. */
function busy(goesOn: (slice: number) => boolean): (job: Job) => Operation<void> {
  return function* (job) {
    for (let slice = 0; goesOn(slice); slice++) {
      while (!job.shouldYield());
      if (job.remainingMs() <= 0) throw new Error("nothing else had its turn");
      yield;
    }
  };
}

Deno.test("what another thread has sent is heard behind the slice in the background in which it came", async () => {
  using files = tempTree({});
  const echo = "onmessage = ({ data }) => { postMessage(0); Atomics.store(data, 0, 1); }";
  const other = new Worker(`data:text/javascript,${encodeURIComponent(echo)}`, { type: "module" });
  let heard = 0;
  other.onmessage = () => heard++;
  const late: number[] = [];
  function* asking(): Operation<void> {
    for (let sent = 1; sent <= 20; sent++) {
      const isSent = new Int32Array(new SharedArrayBuffer(4));
      other.postMessage(isSent);
      while (Atomics.load(isSent, 0) === 0);
      yield;
      if (heard < sent) late.push(sent);
      while (heard < sent) yield;
    }
  }
  await schedulerOn(files.path).run(asking, { timeoutMs: 10_000, priority: "background" });
  other.terminate();
  assertEquals(late, []);
});

Deno.test("a thread that can tell what was sent to it stops for it at once, and for nothing else", async () => {
  using files = tempTree({});
  for (
    const [rank, isSent, waits, expected] of [
      ["background", false, false, "brief brief brief"],
      ["background", true, false, "thorough thorough thorough"],
      ["usual", false, false, "brief brief brief"],
      ["usual", true, false, "thorough thorough thorough"],
      ["usual", false, true, "thorough thorough thorough"],
    ] as const
  ) {
    const door = new DiskDoor(findRoots([files.path], files.path)), residence = new FileCache(door, 2 ** 20);
    const stops: string[] = [], over = Promise.withResolvers<void>();
    const stop = (isThorough: boolean) => {
      stops.push(isThorough ? "thorough" : "brief");
      return yieldThread();
    };
    const scheduler = new Scheduler(door, new VmTimeout(), stop, residence, { hasUnread: isSent });
    const waiting = waits && scheduler.run(function* () {
      yield over.promise;
    }, { timeoutMs: 10_000, priority: "usual" });
    if (waits) await turns(20);
    stops.length = 0;
    const isDue: boolean[] = [];
    await scheduler.run((job) => (isDue.push(job.shouldYield()), busy((slice) => slice < 3)(job)), {
      timeoutMs: 10_000,
      priority: rank,
    });
    over.resolve();
    await waiting;
    assertEquals(stops.slice(0, 3).join(" "), expected);
    // What nobody waits for is put down at once.
    if (rank === "background" && isSent) assertEquals(isDue, [true]);
  }
});

Deno.test("searches are finished in the order of their calls, and what is likely small goes first", async () => {
  using files = tempTree({ "a.txt": "" });
  const scheduler = schedulerOn(files.path), log: string[] = [];
  const run = (name: string, call: number, rank: Priority = "usual") =>
    scheduler.run(busy((slice) => log.push(name + slice) > 0 && slice < 2), {
      timeoutMs: 10_000,
      priority: rank,
      call,
    });
  // Of the first call there is more to be found out when others have come.
  const first = run("a", 1).then(() => run("A", 1));
  const small = scheduler.run(busy(() => log.push("d") === 0), { timeoutMs: 10_000, priority: "small", call: 4 });
  await Promise.all([first, run("b", 2), run("c", 3), small]);
  assertEquals(log.join(" "), "d a0 a1 a2 A0 A1 A2 b0 b1 b2 c0 c1 c2");
});

Deno.test("what turns out to be large lets others go on", async () => {
  using files = tempTree({ "a.txt": "" });
  const scheduler = schedulerOn(files.path), usual = { timeoutMs: 10_000, priority: "usual" } as const;
  let isOver = false;
  const large = scheduler.run(busy(() => !isOver), usual);
  await scheduler.run(busy((slice) => slice < 3), usual);
  isOver = true;
  await large;
});

Deno.test("an operation that waits for others ends at its deadline, or when it is called off", async () => {
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

Deno.test("in whatever order they come, wait, fail and are called off, all end as they should, those in the background last", async () => {
  using files = tempTree({ "a.txt": "" });
  const random = seeded("schedules");
  for (let round = 0; round < 10; round++) {
    const scheduler = schedulerOn(files.path), ready = new Set<number>(), early: number[] = [];
    const run = async (name: number) => {
      const rank = random.pick<Priority>(["small", "usual", "background"]), isBackground = rank === "background";
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
      const follow = { timeoutMs: random.pick([1, 10_000]), priority: rank, signal: stop.signal };
      const end = scheduler.run(operation, random.chance(0.5) ? { ...follow, call: random.int(20) } : follow);
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

/** Resolves so many turns of the event loop later. */
async function turns(count: number): Promise<void> {
  for (; count > 0; count--) await new Promise<void>((resolve) => setImmediate(resolve));
}
