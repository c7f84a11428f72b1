/**
 * Owns fd's tests on single entries: which of those a walk meets are asked for.
 * @module
 */
import { type Door, LargeDirectoryError, type Stamp } from "../../door/door.ts";
import { baseName, type EntryKind } from "../../model/place.ts";
import type { EntryTests, EntryType, SizeTest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { WantedKinds } from "../walk/find_result.ts";
import { TimeAllowance } from "../run/time_allowance.ts";
import type { Job } from "../run/job.ts";
import { anchorNameTest, compileNameTest } from "./name_test.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { isLargeDirectoryEmpty } from "../walk/list_large_directory.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { MAX_RECHECKED_FILES } from "../cache/file_cache.ts";
import { StatReader } from "./stat_reader.ts";

/** Entries whose states are read in one go. */
const STAT_BATCH_ENTRIES = 256;

/** The kinds of entries that are found. */
const KINDS_OF: Readonly<Record<WantedKinds, readonly EntryKind[]>> = {
  files: ["file"],
  files_and_dirs: ["file", "dir"],
  entries: ["file", "dir", "link", "special"],
};

/**
 * The filter by which entries pass tests; none where all that are wanted do.
 * @throws ToolError for a pattern that can't be used
 */
export function entryFilterFor(tests: EntryTests | undefined, wanted: WantedKinds, job: Job): EntryFilter | undefined {
  const filter = tests && new EntryFilter(tests, job);
  return filter?.passesAll(KINDS_OF[wanted]) ? undefined : filter;
}

/** What passes. */
export interface FilteredEntries {
  readonly entries: readonly WalkEntry[];
  /** All were tested: the time did not run out, nor did a pattern take too long on a name. */
  readonly isComplete: boolean;
}

/** Tests, compiled for one call. */
export class EntryFilter {
  readonly #nameMatches: ((text: string) => boolean) | undefined;
  /** Names are told by absolute paths. */
  readonly #isNameAbsolute: boolean;
  readonly #extensions: ReadonlySet<string>;
  readonly #types: ReadonlySet<EntryType>;
  readonly #needsStat: boolean;
  readonly #stats: StatReader;
  readonly #allowance: TimeAllowance;
  #doubleChecks = 0;

  /** @throws ToolError for a pattern that can't be used */
  constructor(readonly tests: EntryTests, readonly job: Job) {
    const name = tests.name && anchorNameTest(tests.name, job.door.roots);
    this.#nameMatches = name && compileNameTest(name);
    this.#isNameAbsolute = name?.isAbsolute ?? false;
    this.#extensions = new Set(tests.extensions.map((text) => "." + text.replace(/^\.+/, "").toLowerCase()));
    this.#types = new Set(tests.types);
    this.#stats = new StatReader(job);
    this.#allowance = new TimeAllowance(job);
    this.#needsStat = tests.sizes.length > 0 || tests.changedAfter !== undefined || tests.changedBefore !== undefined ||
      this.#types.has("x") || this.#types.has("e");
  }

  /** Whether every entry of these kinds passes. */
  passesAll(kinds: readonly EntryKind[]): boolean {
    if (this.#nameMatches !== undefined || this.#extensions.size > 0 || this.#needsStat) return false;
    return kinds.every((kind) => this.#matchesKind({ kind }));
  }

  /**
   * The entries that pass, in the same order; without those on whose names a pattern takes too long, and those behind
   * the one at which the time ran out.
   */
  *filter(entries: readonly WalkEntry[]): Operation<FilteredEntries> {
    const typed = entries.filter((entry) => this.#matchesKind(entry) && this.#matchesExtension(entry));
    const named = yield* this.#filterNames(typed);
    if (!this.#needsStat || named.entries.length === 0) return named;
    const passed: WalkEntry[] = [];
    let { isComplete: whole } = named;
    for (let at = 0; at < named.entries.length; at += STAT_BATCH_ENTRIES) {
      if (this.job.remainingMs() <= 0) return { entries: passed, isComplete: false };
      const batch = named.entries.slice(at, at + STAT_BATCH_ENTRIES);
      const fits = this.#stats.prove(() => batch.map((entry) => this.#matchesStat(entry)));
      for (const [i, fit] of fits.entries()) {
        const fitting = fit === "large" ? yield* this.#isLargeDirectoryEmpty(batch[i]) : fit;
        if (fitting === undefined) whole = false;
        else if (fitting) passed.push(batch[i]);
      }
      if (this.job.shouldYield()) yield;
    }
    return { entries: passed, isComplete: whole };
  }

  /** All in one run of the guard; where that is stopped, others have their turn, and it goes on with that name. */
  *#filterNames(entries: readonly WalkEntry[]): Operation<FilteredEntries> {
    const name = this.#nameMatches;
    if (name === undefined) return { entries, isComplete: true };
    const passes = new Uint8Array(entries.length);
    let at = 0, whole = true;
    // Stopped at any instruction, and run again, it comes to the same.
    const work = () => {
      for (; at < entries.length; at++) passes[at] = Number(name(this.#testedName(entries[at])));
    };
    while (at < entries.length && this.job.remainingMs() > 0) {
      const from = at;
      if (this.job.guard.runWithTimeout(work, this.#allowance.msFor(0), this.job.remainingMs())) break;
      if (at === from) {
        this.#allowance.recordTimeout();
        whole = false;
        at++;
      }
      yield;
    }
    return { entries: entries.filter((_, i) => passes[i] === 1), isComplete: whole && at === entries.length };
  }

  /** What of an entry a test of names is about. */
  #testedName(entry: WalkEntry): string {
    return this.tests.name?.fullPath ? this.#pathOf(entry) : baseName(entry.shown);
  }

  /** The path below the root, or the absolute one. */
  #pathOf({ shown, place }: WalkEntry): string {
    const { prefix, path } = this.job.door.roots[place.root];
    const below = shown.startsWith(prefix) ? shown.slice(prefix.length) : shown;
    return this.#isNameAbsolute ? `${path.replace(/\/$/, "")}/${below}` : below;
  }

  /** As fd has it: `x` means files, and `e` alone means files and directories. */
  #matchesKind({ kind }: Pick<WalkEntry, "kind">): boolean {
    const types = this.#types;
    if (types.size === 0) return true;
    const onlyEmpty = types.has("e") && !types.has("f") && !types.has("d") && !types.has("x");
    switch (kind) {
      case "file":
        return types.has("f") || types.has("x") || onlyEmpty;
      case "dir":
        return types.has("d") || onlyEmpty;
      case "link":
        return types.has("l");
      case "special":
        return false;
    }
  }

  #matchesExtension({ shown }: WalkEntry): boolean {
    if (this.#extensions.size === 0) return true;
    const name = baseName(shown).toLowerCase();
    for (let dot = name.indexOf(".", 1); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      if (this.#extensions.has(name.slice(dot))) return true;
    }
    return false;
  }

  /**
   * By what is known, where a watcher vouches for it; the first of those that pass are looked at all the same.
   * `large`: of a directory all else fits, but whether it is empty can't be told in one go.
   */
  #matchesStat(entry: WalkEntry): boolean | "large" {
    const known = this.#stats.cachedStat(entry.place);
    if (known !== undefined && !this.#matchesStamp(known)) return false;
    try {
      const stamp = known === undefined || this.#doubleChecks++ < MAX_RECHECKED_FILES
        ? this.#stats.freshStat(entry.place, entry.dirMark)
        : known;
      if (!this.#matchesStamp(stamp) || this.#types.has("x") && !isExecutable(this.job.door, entry, stamp)) {
        return false;
      }
      return !this.#types.has("e") || isEmpty(this.job.door, entry, stamp);
    } catch (error) {
      if (error instanceof LargeDirectoryError) return "large";
      // What has gone, or can't be looked at, can't be shown to pass.
      if (error instanceof ToolError) return false;
      throw error;
    }
  }

  /** Whether a large directory is empty, as many are that once had many entries; undefined where there is no time. */
  *#isLargeDirectoryEmpty({ place }: WalkEntry): Operation<boolean | undefined> {
    try {
      return yield* isLargeDirectoryEmpty(this.job.door, place, this.job);
    } catch (error) {
      if (isRecoverable(error)) return false;
      throw error;
    }
  }

  #matchesStamp(stamp: Stamp): boolean {
    return this.#matchesTime(stamp) && this.tests.sizes.every((test) => matchesSize(test, stamp));
  }

  #matchesTime({ mtime }: Stamp): boolean {
    const { changedAfter = -Infinity, changedBefore = Infinity } = this.tests;
    return mtime >= changedAfter && mtime < changedBefore;
  }
}

/** Sizes are of files: anything else has none that means something. */
function matchesSize({ sign, bytes }: SizeTest, { kind, size }: Stamp): boolean {
  if (kind !== "file") return false;
  return sign === "+" ? size >= bytes : sign === "-" ? size <= bytes : size === bytes;
}

/** A link is what it leads to inside the roots; directories are what they call executable, too. */
function isExecutable(door: Door, { shown }: WalkEntry, { kind, executable }: Stamp): boolean {
  if (kind !== "link") return kind === "dir" || executable;
  const target = door.resolve(shown);
  return target.kind === "dir" || target.kind === "file" && door.stat(target.place).executable;
}

/** @throws LargeDirectoryError */
function isEmpty(door: Door, { place }: WalkEntry, { kind, size }: Stamp): boolean {
  if (kind === "file") return size === 0;
  if (kind !== "dir") return false;
  const { entries, undecodable } = door.list(place);
  return entries.length + undecodable === 0;
}
