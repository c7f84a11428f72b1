/**
 * Matches the blocks of files under the guard, so that no expression holds the thread. The guard takes some time for
 * each run, so a run goes through many blocks.
 * @module
 */
import { lineMatches } from "../matcher/line_dfa.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { type Job, TimeAllowance } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { type Block, type BlockMatches, type KeyCounter, type LineGroup, splitBlock } from "./block.ts";
import { matchBlock, type MatchOptions, NO_MATCH, stepsOf } from "./match_block.ts";

/** A block with its matches; without the block, if none of its lines is shown. */
export interface MatchedBlock {
  readonly matches: BlockMatches;
  readonly block?: Block;
}

const NOTHING: MatchedBlock = { matches: NO_MATCH };

/** Blocks of one file, and the results of the first of them. */
export class BlocksToMatch {
  readonly results: MatchedBlock[] = [];

  /** @param most matching lines (multiline: matches) after which the other blocks are not matched */
  constructor(readonly blocks: readonly Block[], readonly most: number) {}

  /** UTF-16 units of all blocks. */
  get units(): number {
    return this.blocks.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  get found(): number {
    return this.most === Infinity ? 0 : this.results.reduce((sum, { matches }) => sum + matches.count, 0);
  }

  get isDone(): boolean {
    return this.results.length >= this.blocks.length || this.found >= this.most;
  }
}

export class GuardedMatcher {
  readonly #allowance: TimeAllowance;
  /** Blocks that were given up because the pattern took too long. */
  hardBlocks = 0;

  constructor(readonly job: Job, readonly matcher: Matcher, readonly counter?: KeyCounter) {
    this.#allowance = new TimeAllowance(job);
  }

  /**
   * Matches all blocks; false if time ran out. It yields only after a run was stopped.
   * @param maxGroups see `MatchOptions`
   * @param beforeYield gets the number of files that are done
   */
  *matchAll(
    all: readonly BlocksToMatch[],
    maxGroups: number,
    beforeYield: (done: number) => void,
  ): Operation<boolean> {
    for (;;) {
      const done = all.findIndex(({ isDone }) => !isDone), first = all[done], at = first?.results.length;
      if (done < 0 || this.#runOnce(all, maxGroups)) return true;
      beforeYield(done);
      yield;
      if (this.job.remainingMs() <= 0) return false;
      if (first.results.length === at) yield* this.#matchAlone(first, maxGroups);
    }
  }

  #runOnce(all: readonly BlocksToMatch[], maxGroups: number): boolean {
    const rest = all.filter(({ isDone }) => !isDone);
    const units = rest.reduce((sum, { units }) => sum + units, 0);
    return this.#finishes(() => rest.forEach((part) => this.#matchRest(part, maxGroups)), units);
  }

  /** May be stopped at any instruction: each result is added in one step. */
  #matchRest({ blocks, results, most, found }: BlocksToMatch, maxGroups: number): void {
    for (let count = found; results.length < blocks.length && count < most;) {
      const block = blocks[results.length], matches = matchBlock(block, this.#options(maxGroups, most - count));
      results.push(resultOf(block, matches));
      if (most < Infinity) count += matches.count;
    }
  }

  /** Matches a block at which a run was stopped, step by step; it may only be long. */
  *#matchAlone({ blocks, results, most, found }: BlocksToMatch, maxGroups: number): Operation<void> {
    const block = blocks[results.length], options = this.#options(maxGroups, most - found);
    const lines = this.matcher.multiline ? [block] : [...splitBlock(block)];
    results.push(
      resultOf(block, yield* lines.length > 1 ? this.#lineByLine(lines, options) : this.#one(block, options)),
    );
  }

  /** Matches a line, or a text across its lines, at which a run was stopped. */
  *#one(block: Block, options: MatchOptions): Operation<BlockMatches> {
    const isLong = this.matcher.multiline || this.counter !== undefined;
    const matches = (isLong ? yield* this.#inSteps(block, options) : undefined) ?? this.#byAutomaton(block);
    if (matches !== undefined) return matches;
    this.hardBlocks++;
    this.#allowance.recordTimeout();
    return NO_MATCH;
  }

  /** Matches the lines of a block at which a run was stopped. */
  *#lineByLine(lines: readonly Block[], { maxGroups, maxCount }: MatchOptions): Operation<BlockMatches> {
    const all = new BlocksToMatch(lines, maxCount),
      groups: LineGroup[] = [],
      keys = new Map<string, number>();
    yield* this.matchAll([all], maxGroups, () => {});
    let count = 0;
    for (const [k, { matches }] of all.results.entries()) {
      count += matches.count;
      const by = lines[k].start - lines[0].start;
      for (const group of matches.groups) groups.push({ ...group, start: group.start + by, end: group.end + by });
      for (const [key, n] of matches.keys ?? []) keys.set(key, (keys.get(key) ?? 0) + n);
    }
    return { count, records: count, groups, ...this.counter && { keys } };
  }

  /** What the automaton says of a line; undefined if it does not decide. */
  #byAutomaton({ text, start, end }: Block): BlockMatches | undefined {
    const table = this.matcher.lineDfa(), line = text.slice(start, end).replace(/\n$/, "");
    const isMatch = table && lineMatches(table, line);
    // It does not tell what is counted in a line.
    if (isMatch === undefined || isMatch && this.counter !== undefined) return undefined;
    return isMatch ? { count: 1, records: 1, groups: [{ start: 0, end: line.length, spans: [] }] } : NO_MATCH;
  }

  /** Undefined if one step takes too long, or time ran out. */
  *#inSteps(block: Block, options: MatchOptions): Operation<BlockMatches | undefined> {
    let steps = stepsOf(block, options);
    while (this.job.remainingMs() > 0) {
      let step: ReturnType<typeof steps.next> | undefined, runs = 0;
      const next = () => {
        // The guard runs work again that it stopped on a busy system, but a generator that was stopped can't go on.
        if (runs++ > 0) steps = stepsOf(block, options);
        step = steps.next();
      };
      if (!this.#finishes(next, block.end - block.start) || step === undefined) return undefined;
      if (step.done) return step.value;
      if (this.job.shouldYield()) yield;
    }
  }

  #options(maxGroups: number, maxCount: number): MatchOptions {
    return { matcher: this.matcher, counter: this.counter, maxGroups, maxCount };
  }

  /** Runs `work` on texts of this many units. @returns whether it was finished in time */
  #finishes(work: () => void, units: number): boolean {
    // A search for plain letters can't take long.
    if (!this.matcher.isLiteral || this.counter !== undefined) {
      return this.job.guard.runWithTimeout(work, this.#allowance.msFor(units), this.job.remainingMs());
    }
    work();
    return true;
  }
}

function resultOf(block: Block, matches: BlockMatches): MatchedBlock {
  if (matches.count === 0) return NOTHING;
  return matches.groups.length > 0 ? { matches, block } : { matches };
}
