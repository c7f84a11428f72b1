/**
 * Runs operations concurrently on one thread, in slices of time, so that a small request does not wait for a large one
 * and cancellation gets through.
 *
 * Operations that are likely small go first, others in order of arrival, and one that proves to be large lets others
 * run (a feedback queue of three levels). Plain round-robin would finish sixteen equal searches all at the end: a third
 * later than one after another, with all results in memory.
 * @module
 */
import type { FileCache } from "../cache/file_cache.ts";
import { FirstPages } from "../cache/first_pages.ts";
import { SearchCache } from "../cache/search_cache.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ReadParserFile } from "../structure/language.ts";
import { Structure } from "../structure/structure.ts";
import type { Operation } from "../task/operation.ts";
import { VmTimeout } from "../task/vm_timeout.ts";
import { yieldThread } from "../task/yield_thread.ts";
import type { Job } from "./job.ts";
import { PathNoteCollector } from "./resolve_path.ts";

/**
 * Which operations go first: `small` waits only for others that may be small, `usual` for earlier ones, `background`
 * for all that have a caller.
 */
export type Priority = "small" | "usual" | "background";

/** How one operation is run and stopped. */
export interface RunOptions {
  /** Milliseconds from now. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total?: number) => void;
  readonly priority: Priority;
  /** false: it uses nothing cached, so it need not wait until changes are reported. */
  readonly usesCache?: boolean;
}

/** Milliseconds of a slice; and of the slices of all operations that may be small, in one turn. */
const SLICE_MS = 12, TURN_MS = 60;
/** Milliseconds of a slice while an earlier operation waits. */
const SHORT_SLICE_MS = 4;
/** Milliseconds of work after which an operation is not small; and after which it is large. */
const MAX_SMALL_MS = 60, MAX_USUAL_MS = 250;
/** Milliseconds of a step after which a message may well be waiting. */
const LONG_STEP_MS = 8;

/** Milliseconds that a slice may go on after its call's deadline. */
const OVERDUE_MS = 1000;

/** The share of the cache's budget for outlines. */
const OUTLINES_SHARE = 1 / 32;

interface Task {
  /** Its place in the order of arrival. */
  readonly arrival: number;
  /** Runs one slice. */
  runSlice(): StepOutcome;
  /** Ends the call with an error. */
  fail(error: ToolError): void;
  readonly timeoutMs: number;
  /** In `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  readonly priority: Priority;
  /** Milliseconds of its slices so far. */
  workedMs: number;
  /** When its last slice began, in `performance.now()`. */
  lastRunAt: number;
}

/** A task, and the milliseconds of its slice. */
type Slice = readonly [task: Task, ms: number];

/** The operation has ended, goes on, or goes on when a promise resolves. */
type StepOutcome = "over" | "on" | Promise<void>;

/** Runs the operations of one thread. */
export class Scheduler {
  /** In order of arrival. */
  readonly #tasks: Task[] = [];
  #arrivals = 0;
  readonly #firstPages = new FirstPages();
  #searches = new SearchCache();
  #structure: Structure;
  /** For expressions. */
  readonly #guard = new VmTimeout();
  /** Stops a slice that does not end. Not `#guard`, whose measure of the system's load is for expressions. */
  readonly #net = new VmTimeout();
  #sliceEnd = 0;
  #isRunning = false;
  /** Work elsewhere that needs this thread's turns. */
  #holdCount = 0;

  /** @param readParserFile default: nothing can be parsed */
  constructor(readonly cache: FileCache, private readonly readParserFile: ReadParserFile = noParserFiles) {
    this.#structure = this.#newStructure();
    cache.arena.bytesElsewhere = () => this.#structure.rememberedBytes;
  }

  #newStructure(): Structure {
    return new Structure(this.cache.budget * OUTLINES_SHARE, this.readParserFile);
  }

  /** Runs an operation. Resolves to its result; rejects with its error or the signal's reason. */
  run<R>(start: (job: Job) => Operation<R>, options: RunOptions): Promise<R> {
    return new Promise((resolve, reject) => {
      const { signal, priority, timeoutMs } = options, deadline = performance.now() + timeoutMs;
      const job = this.#jobFor(options, deadline), operation = this.#afterDrain(start(job), options);
      const step = () => runSlice(operation, signal, resolve, reject);
      const arrival = this.#arrivals++, progress = { workedMs: 0, lastRunAt: 0 };
      this.#enqueue({ arrival, runSlice: step, fail: reject, timeoutMs, deadline, signal, priority, ...progress });
    });
  }

  /** Waits for the changes from before the request to be reported, then runs the operation. */
  *#afterDrain<R>(operation: Operation<R>, { usesCache }: RunOptions): Operation<R> {
    const drained = usesCache === false ? undefined : this.cache.freshness.drained();
    if (drained !== undefined) yield drained;
    return yield* operation;
  }

  #enqueue(task: Task): void {
    const before = this.#tasks.findLastIndex(({ arrival }) => arrival < task.arrival);
    this.#tasks.splice(before + 1, 0, task);
    void this.#runLoop();
  }

  #jobFor(options: RunOptions, deadline: number): Job {
    const isBackground = options.priority === "background";
    return {
      door: this.cache.door,
      guard: this.#guard,
      timeoutMs: options.timeoutMs,
      shouldYield: () => performance.now() >= this.#sliceEnd,
      remainingMs: () => deadline - performance.now(),
      holdFor: (promise) => isBackground ? promise : this.#hold(promise),
      cache: this.cache,
      epoch: this.cache.beginRequest(),
      searches: this.#searches,
      firstPages: this.#firstPages,
      structure: this.#structure,
      pathNotes: new PathNoteCollector(),
      progress: options.onProgress ?? (() => {}),
    };
  }

  /** The slices of the next turn: a background task only if there is no other and no hold on the thread. */
  get #nextSlices(): readonly Slice[] {
    const urgent = this.#tasks.filter(({ priority }) => priority !== "background");
    if (urgent.length > 0 || this.#holdCount > 0) return slicesOf(urgent);
    return this.#tasks.slice(0, 1).map((task) => [task, SLICE_MS]);
  }

  async #hold(promise: Promise<void>): Promise<void> {
    this.#holdCount++;
    try {
      await promise;
    } finally {
      this.#holdCount--;
      // The code that waited goes first, and may have been cancelled.
      void yieldThread(false).then(() => this.#runLoop());
    }
  }

  async #runLoop(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await Promise.resolve();
    for (let turn = this.#nextSlices; turn.length > 0; turn = this.#nextSlices) {
      for (const [task, ms] of turn) {
        const began = task.lastRunAt = performance.now();
        this.#sliceEnd = began + ms;
        const next = this.#runWithNet(task);
        task.workedMs += performance.now() - began;
        if (next !== "on") this.#tasks.splice(this.#tasks.indexOf(task), 1);
        if (next instanceof Promise) void this.#resumeAfter(task, next);
        // A request that arrives while the tree is loaded must not wait for one slice after another, each time a
        // message is read.
        const isLong = task.priority === "background" || performance.now() - began >= LONG_STEP_MS;
        await yieldThread(isLong);
      }
    }
    this.#isRunning = false;
    // Watching takes some time for each directory: it begins when no operation is running.
    if (this.#holdCount === 0) this.cache.freshness.sendWatchRequests();
  }

  /**
   * Runs one slice; if it goes on long after the deadline, its call fails and everything remembered is forgotten: the
   * slice may have been stopped in the middle of a change.
   */
  #runWithNet(task: Task): StepOutcome {
    const ms = Math.max(0, task.deadline - performance.now()) + OVERDUE_MS;
    let next: StepOutcome = "over";
    if (this.#net.runWithTimeout(() => void (next = task.runSlice()), ms)) return next;
    this.cache.clear();
    this.#searches = new SearchCache();
    this.#structure = this.#newStructure();
    task.fail(new ToolError("timeout", { ms: task.timeoutMs }));
    return "over";
  }

  /** Goes on with a task when its promise has resolved. */
  async #resumeAfter(task: Task, promise: Promise<void>): Promise<void> {
    await Promise.race([promise, aborted(task.signal)]);
    this.#enqueue(task);
  }
}

/**
 * The slices of one turn. They are for tasks that must end now, for all that may be small, for the first usual one, and
 * for the large one that has waited longest.
 * @param tasks in order of arrival
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

function noParserFiles(): Promise<never> {
  return Promise.reject(new Error("this engine has no parser"));
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
