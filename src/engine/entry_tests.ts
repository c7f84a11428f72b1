/**
 * Owns fd's tests on single entries: which of those a walk meets are asked for.
 * @module
 */
import { type Door, LargeDirectory, type Stamp } from "../door/door.ts";
import { baseName, type Kind } from "../model/place.ts";
import type { EntryTests, EntryType, SizeTest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Wanted } from "./finding.ts";
import { Patience } from "./run/time_allowance.ts";
import type { Job } from "./job.ts";
import { anchored, compileNamePattern } from "./name_pattern.ts";
import type { FoundEntry } from "./found_entry.ts";
import { isEmptyInPieces } from "./walk/list_large_directory.ts";
import { isFault, type Operation } from "./operation.ts";
import { DOUBLE_CHECKED } from "./resident/residence.ts";
import { StateReader } from "./state_reader.ts";

/** Entries whose states are read in one go. */
const BATCH = 256;

/** The kinds of entries that are found. */
const KINDS: Readonly<Record<Wanted, readonly Kind[]>> = {
  files: ["file"],
  files_and_dirs: ["file", "dir"],
  entries: ["file", "dir", "link", "special"],
};

/**
 * The filter by which entries pass tests; none where all that are wanted do.
 * @throws ToolError for a pattern that can't be used
 */
export function filterFor(tests: EntryTests | undefined, wanted: Wanted, job: Job): EntryFilter | undefined {
  const filter = tests && new EntryFilter(tests, job);
  return filter?.passesAll(KINDS[wanted]) ? undefined : filter;
}

/** What passes. */
export interface Filtered {
  readonly entries: readonly FoundEntry[];
  /** All were tested: the time did not run out, nor did a pattern take too long on a name. */
  readonly whole: boolean;
}

/** Tests, compiled for one call. */
export class EntryFilter {
  readonly #name: ((text: string) => boolean) | undefined;
  /** Names are told by absolute paths. */
  readonly #absolute: boolean;
  readonly #extensions: ReadonlySet<string>;
  readonly #types: ReadonlySet<EntryType>;
  readonly #stamped: boolean;
  readonly #states: StateReader;
  readonly #patience: Patience;
  #checks = 0;

  /** @throws ToolError for a pattern that can't be used */
  constructor(readonly tests: EntryTests, readonly job: Job) {
    const name = tests.name && anchored(tests.name, job.door.roots);
    this.#name = name && compileNamePattern(name);
    this.#absolute = name?.absolute ?? false;
    this.#extensions = new Set(tests.extensions.map((text) => "." + text.replace(/^\.+/, "").toLowerCase()));
    this.#types = new Set(tests.types);
    this.#states = new StateReader(job);
    this.#patience = new Patience(job);
    this.#stamped = tests.sizes.length > 0 || tests.changedAfter !== undefined || tests.changedBefore !== undefined ||
      this.#types.has("x") || this.#types.has("e");
  }

  /** Whether every entry of these kinds passes. */
  passesAll(kinds: readonly Kind[]): boolean {
    if (this.#name !== undefined || this.#extensions.size > 0 || this.#stamped) return false;
    return kinds.every((kind) => this.#kindFits({ kind }));
  }

  /**
   * The entries that pass, in the same order; without those on whose names a pattern takes too long, and those behind
   * the one at which the time ran out.
   */
  *filter(entries: readonly FoundEntry[]): Operation<Filtered> {
    const typed = entries.filter((entry) => this.#kindFits(entry) && this.#extensionFits(entry));
    const named = yield* this.#filterNames(typed);
    if (!this.#stamped || named.entries.length === 0) return named;
    const passed: FoundEntry[] = [];
    let { whole } = named;
    for (let at = 0; at < named.entries.length; at += BATCH) {
      if (this.job.left() <= 0) return { entries: passed, whole: false };
      const batch = named.entries.slice(at, at + BATCH);
      const fits = this.#states.prove(() => batch.map((entry) => this.#stateFits(entry)));
      for (const [i, fit] of fits.entries()) {
        const fitting = fit === "large" ? yield* this.#isEmpty(batch[i]) : fit;
        if (fitting === undefined) whole = false;
        else if (fitting) passed.push(batch[i]);
      }
      if (this.job.due()) yield;
    }
    return { entries: passed, whole };
  }

  /** All in one run of the guard; where that is stopped, others have their turn, and it goes on with that name. */
  *#filterNames(entries: readonly FoundEntry[]): Operation<Filtered> {
    const name = this.#name;
    if (name === undefined) return { entries, whole: true };
    const passes = new Uint8Array(entries.length);
    let at = 0, whole = true;
    // Stopped at any instruction, and run again, it comes to the same.
    const work = () => {
      for (; at < entries.length; at++) passes[at] = Number(name(this.#namedBy(entries[at])));
    };
    while (at < entries.length && this.job.left() > 0) {
      const from = at;
      if (this.job.guard.run(work, this.#patience.for(0), this.job.left())) break;
      if (at === from) {
        this.#patience.strike();
        whole = false;
        at++;
      }
      yield;
    }
    return { entries: entries.filter((_, i) => passes[i] === 1), whole: whole && at === entries.length };
  }

  /** What of an entry a test of names is about. */
  #namedBy(entry: FoundEntry): string {
    return this.tests.name?.fullPath ? this.#pathOf(entry) : baseName(entry.shown);
  }

  /** The path below the root, or the absolute one. */
  #pathOf({ shown, place }: FoundEntry): string {
    const { prefix, path } = this.job.door.roots[place.root];
    const below = shown.startsWith(prefix) ? shown.slice(prefix.length) : shown;
    return this.#absolute ? `${path.replace(/\/$/, "")}/${below}` : below;
  }

  /** As fd has it: `x` means files, and `e` alone means files and directories. */
  #kindFits({ kind }: Pick<FoundEntry, "kind">): boolean {
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

  #extensionFits({ shown }: FoundEntry): boolean {
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
  #stateFits(entry: FoundEntry): boolean | "large" {
    const known = this.#states.known(entry.place);
    if (known !== undefined && !this.#stampFits(known)) return false;
    try {
      const stamp = known === undefined || this.#checks++ < DOUBLE_CHECKED
        ? this.#states.look(entry.place, entry.dir)
        : known;
      if (!this.#stampFits(stamp) || this.#types.has("x") && !isExecutable(this.job.door, entry, stamp)) return false;
      return !this.#types.has("e") || isEmpty(this.job.door, entry, stamp);
    } catch (error) {
      if (error instanceof LargeDirectory) return "large";
      // What has gone, or can't be looked at, can't be shown to pass.
      if (error instanceof ToolError) return false;
      throw error;
    }
  }

  /** Whether a large directory is empty, as many are that once had many entries; undefined where there is no time. */
  *#isEmpty({ place }: FoundEntry): Operation<boolean | undefined> {
    try {
      return yield* isEmptyInPieces(this.job.door, place, this.job);
    } catch (error) {
      if (isFault(error)) return false;
      throw error;
    }
  }

  #stampFits(stamp: Stamp): boolean {
    return this.#timeFits(stamp) && this.tests.sizes.every((test) => sizeFits(test, stamp));
  }

  #timeFits({ mtime }: Stamp): boolean {
    const { changedAfter = -Infinity, changedBefore = Infinity } = this.tests;
    return mtime >= changedAfter && mtime < changedBefore;
  }
}

/** Sizes are of files: anything else has none that means something. */
function sizeFits({ sign, bytes }: SizeTest, { kind, size }: Stamp): boolean {
  if (kind !== "file") return false;
  return sign === "+" ? size >= bytes : sign === "-" ? size <= bytes : size === bytes;
}

/** A link is what it leads to inside the roots; directories are what they call executable, too. */
function isExecutable(door: Door, { shown }: FoundEntry, { kind, executable }: Stamp): boolean {
  if (kind !== "link") return kind === "dir" || executable;
  const target = door.resolve(shown);
  return target.kind === "dir" || target.kind === "file" && door.stat(target.place).executable;
}

/** @throws LargeDirectory */
function isEmpty(door: Door, { place }: FoundEntry, { kind, size }: Stamp): boolean {
  if (kind === "file") return size === 0;
  if (kind !== "dir") return false;
  const { entries, undecodable } = door.list(place);
  return entries.length + undecodable === 0;
}
