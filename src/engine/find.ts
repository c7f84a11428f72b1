/**
 * Owns finding: the entries below the roots of a call that pass its tests, each once, in path order.
 * @module
 */
import type { LongListed, Named } from "../door/door.ts";
import { comparePaths, type Place } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import type { EntryTests, Scope } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { addSkipped } from "../model/skipped.ts";
import { EntryFilter } from "./entry_tests.ts";
import { eachOf } from "./in_pieces.ts";
import type { Job, Operation } from "./job.ts";
import { Overrides } from "./overrides.ts";
import type { FoundEntry } from "./found_entry.ts";
import { FindDoor } from "./resident/find_door.ts";
import type { DirProof } from "./resident/residence.ts";
import type { WalkOptions } from "./stride.ts";
import { Walk } from "./walk.ts";

export type { FoundEntry } from "./found_entry.ts";

/** What was found. */
export interface Finding {
  /** In path order. */
  readonly entries: readonly FoundEntry[];
  /** Entries looked at: those no rule left out, before the tests. */
  readonly looked: number;
  readonly skipped: Skipped;
  /** The time ran out; what was found until then is here. */
  readonly cutBy?: "timeout";
}

/** What a caller of `find` counts as found: regular files, or whatever there is. */
export type Wanted = "files" | "entries";

/** Takes entries in; `known`: all of them, in an array that will be the same the next time. */
export type Emit = (entries: readonly FoundEntry[], known: boolean) => void;

/**
 * Finds what `scope` covers and `tests` ask for. A root that is a file is found whatever the rules say.
 *
 * @param emit is handed all entries in path order, as soon as that order is known
 * @throws ToolError when a root does not exist or lies outside, or a glob or pattern can't be used
 */
export function* find(
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job,
  wanted: Wanted = "files",
  emit: Emit = () => {},
): Operation<Finding> {
  const roots = distinct(scope.roots.map((root) => job.door.resolve(root, scope.prefixes)));
  const key = JSON.stringify([roots, { ...scope, roots: [], prefixes: [] }, tests, wanted]);
  const { residence, question } = job;
  const proof = wanted === "files" && !scope.followSymlinks ? "told" : "looked_at";
  const known = residence.findings.find(key, residence, question, proof) ??
    (yield* foundByAnother(key, job, proof));
  if (known !== undefined) {
    yield* handOver(known.entries, job, emit);
    return known;
  }
  const door = new FindDoor(job.door, residence, question, proof);
  const finding = findAndKeep(key, findAnew(roots, scope, tests, { ...job, door }, wanted, emit), door);
  return yield* job.background ? residence.findings.share(key, finding) : finding;
}

/** What nobody waits for may be just about to be found: it is brought to its end, if there is time for both. */
function* foundByAnother(key: string, job: Job, proof: DirProof): Operation<Finding | undefined> {
  const { residence, question } = job, underway = residence.findings.underway(key);
  if (underway === undefined || job.background) return undefined;
  const half = job.left() / 2;
  yield* underway.pushed(() => job.left() >= half);
  return residence.findings.find(key, residence, question, proof);
}

function* findAndKeep(key: string, finding: Operation<Finding>, door: FindDoor): Operation<Finding> {
  const found = yield* finding;
  if (found.cutBy === undefined && door.basis !== undefined) door.residence.findings.keep(key, found, door.basis);
  return found;
}

/** Entries that are handed over as one array, so that it may be known again; of more, that would take too long. */
const AT_ONCE = 250_000;

function* handOver(entries: readonly FoundEntry[], job: Job, emit: Emit): Operation<void> {
  if (entries.length <= AT_ONCE) emit(entries, true);
  else yield* eachOf(entries, job, (entry) => emit([entry], false));
}

function* findAnew(
  roots: readonly Named[],
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job & { readonly door: FindDoor },
  wanted: Wanted,
  emit: Emit,
): Operation<Finding> {
  const filter = tests && new EntryFilter(tests, job);
  const globs = [...scope.globs, ...(tests?.exclude ?? []).map((glob) => "!" + glob)];
  const overrides = globs.length === 0 ? undefined : new Overrides(globs);
  // Of several roots one's entries may lie amid another's, so their order is known only at the end.
  const gathering = new Gathering(job, wanted, filter, roots.length === 1 ? emit : undefined);
  const apart = new Set(roots.map((root) => root.shown));
  for (const root of roots) {
    if (gathering.cut) break;
    yield* gathering.below(root, { ...scope, overrides, apart });
  }
  const finding = gathering.finding();
  if (roots.length > 1) emit(finding.entries, false);
  return finding;
}

/** What one call has found so far, root by root. */
export class Gathering {
  readonly #entries: FoundEntry[] = [];
  #looked = 0;
  #skipped: Skipped = {};
  #roots = 0;
  #cut = false;
  #partial = false;

  constructor(
    readonly job: Job & { readonly door: FindDoor },
    readonly wanted: Wanted,
    readonly filter?: EntryFilter,
    readonly emit?: Emit,
  ) {}

  /** The time has run out. */
  get cut(): boolean {
    return this.#cut || this.#partial;
  }

  /** Adds what is below `root`, or `root` itself where it is no directory. */
  *below(root: Named, options: WalkOptions): Operation<void> {
    this.#roots++;
    if (root.kind !== "dir") return this.#take([root]);
    const walk = new Walk(this.job.door, root, options);
    while (!walk.over && !this.#cut) {
      if (walk.large === undefined) this.#take(walk.step());
      else yield* this.#enter(walk, walk.large);
      if (this.job.left() <= 0) this.#cut ||= !walk.over;
      else if (this.job.due()) yield* this.#pause();
    }
    this.#skipped = addSkipped(this.#skipped, walk.skipped);
  }

  /** All of it, in path order. */
  finding(): Finding {
    // Each root's entries are in order already, and one root's may lie amid another's.
    if (this.#roots > 1) this.#entries.sort((a, b) => comparePaths(a.shown, b.shown));
    return {
      entries: this.#entries,
      looked: this.#looked,
      skipped: this.#skipped,
      ...(this.cut ? { cutBy: "timeout" } : {}),
    };
  }

  /** Has the walk go on with a large directory: with a part of it, where there is no time for all. */
  *#enter(walk: Walk, dir: Place): Operation<void> {
    let listed: LongListed;
    try {
      listed = yield* this.job.door.listInPieces(dir, this.job);
    } catch (error) {
      if (!(error instanceof ToolError) || error.key === "cancelled") throw error;
      return walk.enter(() => {
        throw error;
      });
    }
    walk.enter(() => listed.listing);
    this.#partial ||= !listed.whole;
  }

  *#pause(): Operation<void> {
    this.job.progress(this.#looked);
    yield;
  }

  #take(met: readonly FoundEntry[]): void {
    this.#looked += met.length;
    const right = this.wanted === "files" ? met.filter(({ kind }) => kind === "file") : met;
    const special = met.length === right.length ? 0 : met.filter(({ kind }) => kind === "special").length;
    this.#skipped = addSkipped(this.#skipped, { special });
    const passed = this.filter === undefined ? right : this.filter.filter(right);
    if (passed === undefined) {
      this.#cut = true;
      return;
    }
    for (const entry of passed) this.#entries.push(entry);
    this.emit?.(passed, false);
  }
}

/** Roots without repetition, in path order. */
function distinct(roots: readonly Named[]): Named[] {
  return [...new Map(roots.map((root) => [root.shown, root])).values()]
    .sort((a, b) => comparePaths(a.shown, b.shown));
}
