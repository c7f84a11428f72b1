/**
 * fd's tests on single entries.
 * @module
 */
import type { Door, Root, Stamp } from "../../door/door.ts";
import { escapeGlob } from "../../model/escape.ts";
import { ToolError, unlessRefused } from "../../model/messages/tool_error.ts";
import { baseName, type EntryKind } from "../../model/place.ts";
import type { EntryTests, EntryType, NameTest, SizeTest } from "../../model/request.ts";
import { MAX_RECHECKED_FILES } from "../cache/file_cache.ts";
import { compilePathGlob, rootRelativeGlob } from "../glob/overrides.ts";
import { compileNameRegex } from "../matcher/compile_query.ts";
import { type Job, TimeAllowance } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

const KINDS_OF: Readonly<Record<WantedKinds, readonly EntryKind[]>> = {
  files: ["file"],
  files_and_dirs: ["file", "dir"],
  entries: ["file", "dir", "link", "special"],
};
const KINDS_OF_TYPE: Readonly<Record<EntryType, readonly EntryKind[]>> = {
  f: ["file"],
  x: ["file"],
  d: ["dir"],
  l: ["link"],
  e: [],
};

/**
 * The filter for `tests`; undefined if every wanted entry passes.
 * @throws ToolError for a pattern that can't be used
 */
export function entryFilterFor(tests: EntryTests | undefined, wanted: WantedKinds, job: Job): EntryFilter | undefined {
  const filter = tests && new EntryFilter(tests, job);
  return filter?.passesAll(KINDS_OF[wanted]) ? undefined : filter;
}

interface FilteredEntries {
  readonly entries: readonly WalkEntry[];
  /** Whether all were tested: the time did not run out, and no pattern took too long on a name. */
  readonly isComplete: boolean;
}

/** The compiled tests of one call. */
export class EntryFilter {
  readonly #nameMatches: ((text: string) => boolean) | undefined;
  /** The name test applies to absolute paths. */
  readonly #isNameAbsolute: boolean;
  readonly #extensions: ReadonlySet<string>;
  readonly #types: ReadonlySet<EntryType>;
  readonly #kinds: ReadonlySet<EntryKind>;
  readonly #needsStat: boolean;
  readonly #allowance: TimeAllowance;
  #doubleChecks = 0;

  /** @throws ToolError for a pattern that can't be used */
  constructor(readonly tests: EntryTests, readonly job: Job) {
    const name = tests.name && anchorNameTest(tests.name, job.door.roots);
    this.#nameMatches = name && compileNameTest(name);
    this.#isNameAbsolute = name?.isAbsolute ?? false;
    this.#extensions = new Set(tests.extensions.map((text) => "." + text.replace(/^\.+/, "").toLowerCase()));
    this.#types = new Set(tests.types);
    this.#kinds = new Set(kindsOf(tests.types));
    this.#allowance = new TimeAllowance(job);
    this.#needsStat = tests.sizes.length > 0 || tests.changedAfter !== undefined || tests.changedBefore !== undefined ||
      this.#types.has("x") || this.#types.has("e");
  }

  /** Whether every entry of these kinds passes. */
  passesAll(kinds: readonly EntryKind[]): boolean {
    if (this.#nameMatches !== undefined || this.#extensions.size > 0 || this.#needsStat) return false;
    return kinds.every((kind) => this.#kinds.has(kind));
  }

  /**
   * The entries that pass, in the same order, without those on whose names a pattern takes too long and those after the
   * time ran out.
   */
  *filter(entries: readonly WalkEntry[]): Operation<FilteredEntries> {
    const typed = entries.filter((entry) => this.#kinds.has(entry.kind) && this.#matchesExtension(entry));
    const named = yield* this.#filterNames(typed);
    if (!this.#needsStat || named.entries.length === 0) return named;
    const passes = yield* mapProvedInTime(this.job.door, named.entries, this.job, (entry) => this.#matchesStat(entry));
    const isComplete = named.isComplete && passes.length === named.entries.length;
    return { entries: named.entries.filter((_, i) => passes[i]), isComplete };
  }

  /** Tests all names in one run of the guard. If that is stopped, yields and continues with the name it stopped at. */
  *#filterNames(entries: readonly WalkEntry[]): Operation<FilteredEntries> {
    const nameMatches = this.#nameMatches;
    if (nameMatches === undefined) return { entries, isComplete: true };
    const passes = new Uint8Array(entries.length);
    let at = 0, isComplete = true;
    // May be stopped at any instruction: running it again gives the same result.
    const work = () => {
      for (; at < entries.length; at++) passes[at] = Number(nameMatches(this.#testedName(entries[at])));
    };
    while (at < entries.length && this.job.remainingMs() > 0) {
      const from = at;
      if (this.job.guard.runWithTimeout(work, this.#allowance.msFor(0), this.job.remainingMs())) break;
      if (at === from) {
        this.#allowance.recordTimeout();
        isComplete = false;
        at++;
      }
      yield;
    }
    return { entries: entries.filter((_, i) => passes[i] === 1), isComplete: isComplete && at === entries.length };
  }

  /** The name or path that the name test applies to. */
  #testedName(entry: WalkEntry): string {
    return this.tests.name?.fullPath ? this.#pathOf(entry) : baseName(entry.shown);
  }

  /** The path below the root, or the absolute path. */
  #pathOf({ shown, place }: WalkEntry): string {
    const { prefix, path } = this.job.door.roots[place.root];
    const below = shown.startsWith(prefix) ? shown.slice(prefix.length) : shown;
    return this.#isNameAbsolute ? `${path.replace(/\/$/, "")}/${below}` : below;
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
   * Tests the cached stamp, if the watcher would have reported a change; for the first entries that pass, the stamp is
   * read again.
   */
  #matchesStat(entry: WalkEntry): boolean {
    const { door, cache } = this.job, known = cache.freshStamp(entry.place);
    if (known !== undefined && !this.#matchesStamp(known)) return false;
    try {
      const stamp = known === undefined || this.#doubleChecks++ < MAX_RECHECKED_FILES
        ? door.stat(entry.place, entry.dirMark)
        : known;
      if (!this.#matchesStamp(stamp) || this.#types.has("x") && !isExecutable(door, entry, stamp)) {
        return false;
      }
      return !this.#types.has("e") || isEmpty(door, entry, stamp);
    } catch (error) {
      // An entry that is gone or can't be read does not pass.
      if (error instanceof ToolError) return false;
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

/** As in fd, `x` means files, and `e` without `f`, `d` or `x` means files and directories. */
function kindsOf(types: readonly EntryType[]): readonly EntryKind[] {
  if (types.length === 0) return KINDS_OF.entries;
  const kinds = types.flatMap((type) => KINDS_OF_TYPE[type]);
  return types.includes("e") && kinds.every((kind) => kind === "link") ? [...kinds, "file", "dir"] : kinds;
}

/** Only files have a meaningful size. */
function matchesSize({ sign, bytes }: SizeTest, { kind, size }: Stamp): boolean {
  if (kind !== "file") return false;
  return sign === "+" ? size >= bytes : sign === "-" ? size <= bytes : size === bytes;
}

/** Directories count as executable, and a link counts as its target inside the roots. */
function isExecutable(door: Door, { shown }: WalkEntry, { kind, executable }: Stamp): boolean {
  if (kind !== "link") return kind === "dir" || executable;
  const target = door.resolve(shown);
  return target.kind === "dir" || target.kind === "file" && door.stat(target.place).executable;
}

function isEmpty(door: Door, { place }: WalkEntry, { kind, size }: Stamp): boolean {
  if (kind === "file") return size === 0;
  if (kind !== "dir") return false;
  const { entries, skipped } = door.list(place);
  return entries.length === 0 && Object.keys(skipped).length === 0;
}

/**
 * Compiles a test on names. As in fd, case counts only if the pattern has an upper-case letter. The result may never
 * end on some names, so it is to be run under a TimeoutGuard.
 * @throws ToolError `name_regex`, `pattern_too_large`, `glob` or `too_large`
 *
 * @example
 * ```ts
 * compileNameTest({ pattern: "^read.*\\.md$", syntax: "regex", fullPath: false })("README.md"); // true
 * ```
 */
export function compileNameTest({ pattern, syntax }: NameTest): (text: string) => boolean {
  if (syntax === "regex") {
    const regex = compileRegexOrAdvise(pattern);
    return (text) => text.search(regex) >= 0;
  }
  const automaton = compilePathGlob(pattern, !/\p{Lu}/u.test(pattern));
  return (text) => automaton.advance(automaton.start, text).fileMatch >= 0;
}

/** A name test with its pattern anchored at a root. */
interface AnchoredNameTest extends NameTest {
  /** It tests absolute paths: its pattern begins with a slash or a drive. */
  readonly isAbsolute: boolean;
}

/** Anchors a test of whole paths: at the root whose path its glob begins with, or at any root for a `/` or `./`. */
function anchorNameTest(test: NameTest, roots: readonly Pick<Root, "names" | "path">[]): AnchoredNameTest {
  const { pattern, syntax, fullPath } = test;
  if (!fullPath) return { ...test, isAbsolute: false };
  if (syntax === "regex") return { ...test, isAbsolute: /^\^(?:[A-Za-z]:)?\//.test(pattern) };
  const relative = rootRelativeGlob(pattern, roots);
  if (relative === undefined) return { ...test, pattern: pattern.replace(/^(?:\.?\/)+/, ""), isAbsolute: false };
  const root = escapeGlob(roots[relative.root].path.replace(/\/$/, ""));
  return { ...test, pattern: `${root}/${relative.rest}`, isAbsolute: true };
}

/** For a text that is no expression, the error offers to read it as a glob, if it is one. */
function compileRegexOrAdvise(pattern: string): RegExp {
  try {
    return compileNameRegex(pattern);
  } catch (error) {
    if (!(error instanceof ToolError) || error.key !== "regex_text" || !isGlob(pattern)) throw error;
    const { escaped: _, ...params } = error.params;
    throw new ToolError("name_regex", params);
  }
}

function isGlob(pattern: string): boolean {
  return unlessRefused(() => compilePathGlob(pattern)) !== undefined;
}
