/**
 * Runs operations side by side on one thread, in slices of time, so that a small request is not kept waiting by a large
 * one and cancellation gets through.
 *
 * What is likely small goes first, all else in the order in which it came, and what turns out to be large gives way (a
 * feedback queue of three levels). Were all to have the same turns, sixteen searches alike would all end with the last,
 * a third later than one behind the other, with what all have found in memory at once.
 * @module
 */
import type { Door } from "../door/door.ts";
import { FinishedSearches } from "./finished_searches.ts";
import type { Guard } from "./guard.ts";
import type { Job } from "./job.ts";
import type { Mail } from "./mail.ts";
import type { Operation } from "./operation.ts";
import type { Question } from "./resident/currency.ts";
import type { Residence } from "./resident/residence.ts";
import { PathsTaken } from "./paths_taken.ts";

/**
 * What an operation waits for: only for others that may be small as well, for those that came before, or for all that
 * anybody has asked.
 */
export type Rank = "small" | "usual" | "background";

/** How one operation is followed and stopped. */
export interface Follow {
  /** Milliseconds from now. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** See `Residence.ask` and `Watcher.drained`. */
  readonly call?: number;
  readonly onProgress?: (done: number, total?: number) => void;
  readonly rank: Rank;
  /** false: it relies on nothing that is remembered, so it need not be known what has changed. */
  readonly isTrusting?: boolean;
}

/** Milliseconds of a slice, and of those of all operations that may be small. */
const SLICE_MS = 12, TURN_MS = 60;
/** Milliseconds of a slice for whose sake another waits that comes first, or a question that may be asked. */
const SHORT_SLICE_MS = 4;
/** Milliseconds of work behind which an operation was not small; and behind which it is large. */
const SMALL_MS = 60, USUAL_MS = 250;
/** Milliseconds of a step behind which somebody may well be waiting. */
const LONG_MS = 8;

interface Task {
  /** The number of the call that it is a part of, or of one that came before. */
  readonly call: number;
  /** Runs one slice; what comes next. */
  step(): Next;
  /** In `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  readonly rank: Rank;
  /** Milliseconds of its slices so far. */
  worked: number;
  /** When it had its last one, in `performance.now()`. */
  steppedAt: number;
}

/** A task, and how many milliseconds it has. */
type Slice = readonly [task: Task, ms: number];

/** The operation is over, goes on, or goes on when something has happened. */
type Next = "over" | "on" | Promise<void>;

/** One thread's operations under way. */
export class Scheduler {
  /** In the order in which they came. */
  readonly #tasks: Task[] = [];
  #latest = 0;
  readonly #finished = new FinishedSearches();
  #sliceEnd = 0;
  #running = false;
  /** What is under way elsewhere that needs this thread's turns. */
  #held = 0;
  /** Operations that somebody waits for and that wait for something themselves. */
  #awaiting = 0;

  /**
   * @param yieldThread resolves once waiting events of this thread have been handled: `thorough`, all of them
   * @param mail what was sent to this thread, where that can be told
   */
  constructor(
    readonly door: Door,
    readonly guard: Guard,
    readonly yieldThread: (thorough: boolean) => Promise<void>,
    readonly residence: Residence,
    readonly mail?: Mail,
  ) {}

  /** Starts an operation; its result, its error, or the signal's reason. */
  run<R>(start: (job: Job) => Operation<R>, follow: Follow): Promise<R> {
    return new Promise((resolve, reject) => {
      const { signal, rank, timeoutMs } = follow, deadline = performance.now() + timeoutMs;
      const job = this.#job(follow, deadline), operation = this.#informed(start(job), job.question, follow);
      const step = () => stepOf(operation, signal, resolve, reject);
      this.#latest = Math.max(this.#latest, follow.call ?? 0);
      this.#start({ call: follow.call ?? this.#latest, step, deadline, signal, rank, worked: 0, steppedAt: 0 });
    });
  }

  /** What changed before the question must be known before it is answered. */
  *#informed<R>(operation: Operation<R>, question: Question, { call, isTrusting = true }: Follow): Operation<R> {
    const drained = isTrusting ? this.residence.currency.drained(question, call) : undefined;
    if (drained !== undefined) yield drained;
    return yield* operation;
  }

  #start(task: Task): void {
    const before = this.#tasks.findLastIndex(({ call }) => call <= task.call);
    this.#tasks.splice(before + 1, 0, task);
    void this.#loop();
  }

  #job(follow: Follow, deadline: number): Job {
    const background = follow.rank === "background";
    return {
      door: this.door,
      guard: this.guard,
      timeoutMs: follow.timeoutMs,
      due: () => performance.now() >= this.#sliceEnd || background && this.mail?.waits === true,
      left: () => deadline - performance.now(),
      background,
      hold: (what) => background ? what : this.#hold(what),
      residence: this.residence,
      question: this.residence.ask(follow.call),
      finished: this.#finished,
      paths: new PathsTaken(),
      progress: follow.onProgress ?? (() => {}),
    };
  }

  /** What has slices next: something in the background only where nothing else has, nor holds the thread. */
  get #turn(): readonly Slice[] {
    const urgent = this.#tasks.filter(({ rank }) => rank !== "background");
    if (urgent.length > 0 || this.#held > 0) return turnOf(urgent);
    return this.#tasks.slice(0, 1).map((task) => [task, this.mail === undefined ? SHORT_SLICE_MS : SLICE_MS]);
  }

  async #hold(what: Promise<void>): Promise<void> {
    this.#held++;
    try {
      await what;
    } finally {
      this.#held--;
      // Whoever waited for it goes first; he may have gone away meanwhile.
      void this.yieldThread(false).then(() => this.#loop());
    }
  }

  async #loop(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    await Promise.resolve();
    for (let turn = this.#turn; turn.length > 0; turn = this.#turn) {
      for (const [task, ms] of turn) {
        const began = task.steppedAt = performance.now();
        this.#sliceEnd = began + ms;
        const next = task.step();
        task.worked += performance.now() - began;
        if (next !== "on") this.#tasks.splice(this.#tasks.indexOf(task), 1);
        if (next instanceof Promise) void this.#await(task, next);
        // Who asks while the tree is taken in must not wait for one slice after another, each time something is heard.
        const isLong = task.rank === "background" || performance.now() - began >= LONG_MS;
        await this.yieldThread(isLong && this.#mayHear);
      }
    }
    this.#running = false;
    // Watching costs a moment for each directory: begun when no operation is under way.
    if (this.#held === 0) this.residence.currency.request();
  }

  /** Goes on with a task when something has happened. */
  async #await(task: Task, what: Promise<void>): Promise<void> {
    const count = task.rank === "background" ? 0 : 1;
    this.#awaiting += count;
    await Promise.race([what, aborted(task.signal)]);
    this.#awaiting -= count;
    this.#start(task);
  }

  /** Whether there may be something to hear that somebody waits for: to hear everything takes some milliseconds. */
  get #mayHear(): boolean {
    return this.mail === undefined || this.mail.waits || this.#awaiting > 0;
  }
}

/**
 * The slices of one turn of operations, which are in the order in which they came: for what is to end in any case, for
 * all that may be small, for the first of the usual ones, and for the large one that has waited longest.
 */
function turnOf(tasks: readonly Task[]): Slice[] {
  const now = performance.now(), first: Task[] = [];
  let usual: Task | undefined, large: Task | undefined;
  for (const task of tasks) {
    const isSmall = task.rank === "small" && task.worked < SMALL_MS;
    if (isSmall || task.deadline <= now || task.signal?.aborted) first.push(task);
    else if (task.worked < USUAL_MS) usual ??= task;
    else if (large === undefined || task.steppedAt < large.steppedAt) large = task;
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
function stepOf<R>(
  operation: Operation<R>,
  signal: AbortSignal | undefined,
  resolve: (result: R) => void,
  reject: (reason: unknown) => void,
): Next {
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
