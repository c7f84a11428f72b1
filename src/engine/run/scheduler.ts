/**
 * Runs operations side by side on one thread, in slices of time, so that a small request is not kept waiting by a large
 * one and cancellation gets through.
 *
 * What is likely small goes first, all else in the order in which it came, and what turns out to be large gives way (a
 * feedback queue of three levels). Were all to have the same turns, sixteen searches alike would all end with the last,
 * a third later than one behind the other, with what all have found in memory at once.
 * @module
 */
import type { Door } from "../../door/door.ts";
import { SearchCache } from "../cache/search_cache.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { Job } from "./job.ts";
import type { Mailbox } from "../task/mailbox_counter.ts";
import type { Operation } from "../task/operation.ts";
import type { RequestEpoch } from "../cache/freshness.ts";
import type { FileCache } from "../cache/file_cache.ts";
import { PathNoteCollector } from "./resolve_path.ts";

/**
 * What an operation waits for: only for others that may be small as well, for those that came before, or for all that
 * anybody has asked.
 */
export type Priority = "small" | "usual" | "background";

/** How one operation is followed and stopped. */
export interface RunOptions {
  /** Milliseconds from now. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** See `FileCache.ask` and `Watcher.drained`. */
  readonly call?: number;
  readonly onProgress?: (done: number, total?: number) => void;
  readonly priority: Priority;
  /** false: it relies on nothing that is remembered, so it need not be known what has changed. */
  readonly usesCache?: boolean;
}

/** Milliseconds of a slice, and of those of all operations that may be small. */
const SLICE_MS = 12, TURN_MS = 60;
/** Milliseconds of a slice for whose sake another waits that comes first, or a question that may be asked. */
const SHORT_SLICE_MS = 4;
/** Milliseconds of work behind which an operation was not small; and behind which it is large. */
const MAX_SMALL_MS = 60, MAX_USUAL_MS = 250;
/** Milliseconds of a step behind which somebody may well be waiting. */
const LONG_STEP_MS = 8;

interface Task {
  /** The number of the call that it is a part of, or of one that came before. */
  readonly call: number;
  /** Runs one slice; what comes next. */
  runSlice(): StepOutcome;
  /** In `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  readonly priority: Priority;
  /** Milliseconds of its slices so far. */
  workedMs: number;
  /** When it had its last one, in `performance.now()`. */
  lastRunAt: number;
}

/** A task, and how many milliseconds it has. */
type Slice = readonly [task: Task, ms: number];

/** The operation is over, goes on, or goes on when something has happened. */
type StepOutcome = "over" | "on" | Promise<void>;

/** One thread's operations under way. */
export class Scheduler {
  /** In the order in which they came. */
  readonly #tasks: Task[] = [];
  #latestCall = 0;
  readonly #searches = new SearchCache();
  #sliceEnd = 0;
  #running = false;
  /** What is under way elsewhere that needs this thread's turns. */
  #holdCount = 0;
  /** Operations that somebody waits for and that wait for something themselves. */
  #awaitingCount = 0;

  /**
   * @param yieldThread resolves once waiting events of this thread have been handled: `thorough`, all of them
   * @param mailbox what was sent to this thread, where that can be told
   */
  constructor(
    readonly door: Door,
    readonly guard: TimeoutGuard,
    readonly yieldThread: (thorough: boolean) => Promise<void>,
    readonly cache: FileCache,
    readonly mailbox?: Mailbox,
  ) {}

  /** Starts an operation; its result, its error, or the signal's reason. */
  run<R>(start: (job: Job) => Operation<R>, follow: RunOptions): Promise<R> {
    return new Promise((resolve, reject) => {
      const { signal, priority: rank, timeoutMs } = follow, deadline = performance.now() + timeoutMs;
      const job = this.#jobFor(follow, deadline), operation = this.#afterDrain(start(job), job.epoch, follow);
      const step = () => runSlice(operation, signal, resolve, reject);
      this.#latestCall = Math.max(this.#latestCall, follow.call ?? 0);
      this.#enqueue({
        call: follow.call ?? this.#latestCall,
        runSlice: step,
        deadline,
        signal,
        priority: rank,
        workedMs: 0,
        lastRunAt: 0,
      });
    });
  }

  /** What changed before the question must be known before it is answered. */
  *#afterDrain<R>(
    operation: Operation<R>,
    question: RequestEpoch,
    { call, usesCache: isTrusting = true }: RunOptions,
  ): Operation<R> {
    const drained = isTrusting ? this.cache.freshness.drained(question, call) : undefined;
    if (drained !== undefined) yield drained;
    return yield* operation;
  }

  #enqueue(task: Task): void {
    const before = this.#tasks.findLastIndex(({ call }) => call <= task.call);
    this.#tasks.splice(before + 1, 0, task);
    void this.#runLoop();
  }

  #jobFor(follow: RunOptions, deadline: number): Job {
    const background = follow.priority === "background";
    return {
      door: this.door,
      guard: this.guard,
      timeoutMs: follow.timeoutMs,
      shouldYield: () => performance.now() >= this.#sliceEnd || background && this.mailbox?.hasUnread === true,
      remainingMs: () => deadline - performance.now(),
      background,
      holdFor: (what) => background ? what : this.#hold(what),
      cache: this.cache,
      epoch: this.cache.beginRequest(follow.call),
      searches: this.#searches,
      pathNotes: new PathNoteCollector(),
      progress: follow.onProgress ?? (() => {}),
    };
  }

  /** What has slices next: something in the background only where nothing else has, nor holds the thread. */
  get #nextSlices(): readonly Slice[] {
    const urgent = this.#tasks.filter(({ priority: rank }) => rank !== "background");
    if (urgent.length > 0 || this.#holdCount > 0) return slicesOf(urgent);
    return this.#tasks.slice(0, 1).map((task) => [task, this.mailbox === undefined ? SHORT_SLICE_MS : SLICE_MS]);
  }

  async #hold(what: Promise<void>): Promise<void> {
    this.#holdCount++;
    try {
      await what;
    } finally {
      this.#holdCount--;
      // Whoever waited for it goes first; he may have gone away meanwhile.
      void this.yieldThread(false).then(() => this.#runLoop());
    }
  }

  async #runLoop(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    await Promise.resolve();
    for (let turn = this.#nextSlices; turn.length > 0; turn = this.#nextSlices) {
      for (const [task, ms] of turn) {
        const began = task.lastRunAt = performance.now();
        this.#sliceEnd = began + ms;
        const next = task.runSlice();
        task.workedMs += performance.now() - began;
        if (next !== "on") this.#tasks.splice(this.#tasks.indexOf(task), 1);
        if (next instanceof Promise) void this.#resumeAfter(task, next);
        // Who asks while the tree is taken in must not wait for one slice after another, each time something is heard.
        const isLong = task.priority === "background" || performance.now() - began >= LONG_STEP_MS;
        await this.yieldThread(isLong && this.#mayHaveMessages);
      }
    }
    this.#running = false;
    // Watching costs a moment for each directory: begun when no operation is under way.
    if (this.#holdCount === 0) this.cache.freshness.sendWatchRequests();
  }

  /** Goes on with a task when something has happened. */
  async #resumeAfter(task: Task, what: Promise<void>): Promise<void> {
    const count = task.priority === "background" ? 0 : 1;
    this.#awaitingCount += count;
    await Promise.race([what, aborted(task.signal)]);
    this.#awaitingCount -= count;
    this.#enqueue(task);
  }

  /** Whether there may be something to hear that somebody waits for: to hear everything takes some milliseconds. */
  get #mayHaveMessages(): boolean {
    return this.mailbox === undefined || this.mailbox.hasUnread || this.#awaitingCount > 0;
  }
}

/**
 * The slices of one turn of operations, which are in the order in which they came: for what is to end in any case, for
 * all that may be small, for the first of the usual ones, and for the large one that has waited longest.
 */
function slicesOf(tasks: readonly Task[]): Slice[] {
  const now = performance.now(), first: Task[] = [];
  let usual: Task | undefined, large: Task | undefined;
  for (const task of tasks) {
    const isSmall = task.priority === "small" && task.workedMs < MAX_SMALL_MS;
    if (isSmall || task.deadline <= now || task.signal?.aborted) first.push(task);
    else if (task.workedMs < MAX_USUAL_MS) usual ??= task;
    else if (large === undefined || task.lastRunAt < large.lastRunAt) large = task;
  }
  const each = Math.max(1, Math.min(SLICE_MS, TURN_MS / first.length));
  const slices = first.map((task): Slice => [task, each]);
  if (usual !== undefined) slices.push([usual, SLICE_MS]);
  if (large !== undefined) slices.push([large, usual === undefined ? SLICE_MS : SHORT_SLICE_MS]);
  return slices;
}

/** Resolves once the signal has aborted. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
}

/** Runs one slice of an operation. */
function runSlice<R>(
  operation: Operation<R>,
  signal: AbortSignal | undefined,
  resolve: (result: R) => void,
  reject: (reason: unknown) => void,
): StepOutcome {
  try {
    const { done, value } = signal?.aborted ? operation.throw(signal.reason) : operation.next();
    if (!done) return value ?? "on";
    resolve(value);
    return "over";
  } catch (error) {
    reject(error);
    return "over";
  }
}
