/**
 * Owns the rule by which remembered things may be used: only when they are known to be current.
 *
 * Whatever is remembered carries a token of when it was last known to be so. In a watched directory a
 * token holds until the watcher tells of a change or loses its sight; elsewhere it holds for the questions
 * that had been asked when it was given, so that everything is looked at once in every question.
 * @module
 */
import { parentPath, type Place, stemOf } from "../../model/place.ts";

/** Tells of changes in directories. */
export interface Watcher {
  /** Asks it to watch these; it says through `Currency.watching` when it does. */
  watch(dirs: readonly Place[]): void;
  /**
   * Resolves once every change has been told that was finished before this call; undefined where it has been.
   * @param call for which the watcher has been asked already: changes from before that call count
   */
  drained(call?: number): Promise<void> | undefined;
}

/** A question: tokens given since it was asked hold in it. */
export interface Question {
  /** Counts upwards. */
  readonly number: number;
  /** All that was finished before it was asked has been told. */
  isInformed: boolean;
}

/** Calls whose question is known, so that they can go on with it. */
const CALLS = 64;

/** A token that never holds. */
export const NEVER = 0;

/** What is known of the present. */
export class Currency {
  #watcher: Watcher | undefined;
  readonly #watched: Set<string>[] = [];
  readonly #wanted: Set<string>[] = [];
  #sight = 1;
  #questions = 0;
  readonly #calls = new Map<number, Question>();

  /** Counts changes that were told of. */
  changes = 0;

  /** @param watcher absent: nothing is watched */
  use(watcher: Watcher | undefined): void {
    this.#watcher = watcher;
    this.lost();
  }

  /**
   * Begins a question, or goes on with that of the same call. The caller waits for `drained` before it relies on
   * anything.
   */
  ask(call?: number): Question {
    const begun = call === undefined ? undefined : this.#calls.get(call);
    if (begun !== undefined) return begun;
    const question = { number: ++this.#questions, isInformed: false };
    if (call !== undefined) this.#calls.set(call, question);
    for (const [oldest] of this.#calls) {
      if (this.#calls.size <= CALLS) break;
      this.#calls.delete(oldest);
    }
    return question;
  }

  /**
   * Resolves once all that was finished before a question has been told; undefined when there is nothing to wait for.
   * @param call see `Watcher.drained`
   */
  drained(question: Question, call?: number): Promise<void> | undefined {
    // What the same call asks later is answered as of when it was asked first.
    if (question.isInformed || !this.#watched.some((dirs) => dirs.size > 0)) return undefined;
    const drained = this.#watcher?.drained(call);
    if (drained === undefined) question.isInformed = true;
    return drained?.then(() => void (question.isInformed = true));
  }

  /** Whether what carries `token` is known to be current. */
  holds(token: number, question: Question): boolean {
    return token === this.#sight || token <= -question.number;
  }

  /** Whether what carries `token` stays current until a change is told. */
  isSeen(token: number): boolean {
    return token === this.#sight;
  }

  /** The token of something in directory `dir` that has just been read, or seen unchanged. */
  token({ root, path }: Place): number {
    return this.#watched[root]?.has(path) ? this.#sight : this.passing();
  }

  /** A token for the questions asked so far: of what may change without being told of, under another name for one. */
  passing(): number {
    return -this.#questions;
  }

  /** Whether everything in a directory's listing is told of. */
  isWatched({ root, path }: Place): boolean {
    return this.#watched[root]?.has(path) === true;
  }

  /** A directory in which something is remembered: better watched, and all above it, since those can be moved. */
  want({ root, path }: Place): void {
    if (this.#watcher === undefined) return;
    const wanted = this.#wanted[root] ??= new Set(), watched = this.#watched[root];
    for (let dir = path; !wanted.has(dir) && watched?.has(dir) !== true; dir = parentPath(dir)) wanted.add(dir);
  }

  /** Hands the watcher what was wanted since the last time. */
  request(): void {
    const dirs = this.#wanted.flatMap((paths, root) => [...paths].map((path) => ({ root, path })));
    this.#wanted.length = 0;
    if (dirs.length > 0) this.#watcher?.watch(dirs);
  }

  /**
   * The watcher has begun to watch. What was read before it did is not covered; nor is what lies below a directory that
   * it has let go meanwhile, which may become another one unheard.
   */
  watching(dirs: readonly Place[]): void {
    for (const { root, path } of [...dirs].sort((a, b) => a.path.length - b.path.length)) {
      const watched = this.#watched[root] ??= new Set();
      if (path === "" || watched.has(parentPath(path))) watched.add(path);
    }
  }

  /** A directory is no more what it was, nor is anything below it. */
  unwatch({ root, path }: Place): void {
    const dirs = this.#watched[root];
    if (dirs === undefined) return;
    dirs.delete(path);
    const stem = stemOf(path);
    for (const dir of dirs) if (dir.startsWith(stem)) dirs.delete(dir);
  }

  /** Changes may have gone unseen: every token given so far is void. */
  lost(): void {
    this.#sight++;
    this.changes++;
  }

  /** Nothing is watched any more. */
  blind(): void {
    this.#watched.length = 0;
    this.lost();
  }
}
