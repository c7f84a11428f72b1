/**
 * Finds what lists of globs choose, out of what is found without any: a tree is walked once, however many lists there are.
 * @module
 */
import { baseName, parentPath } from "../model/place.ts";
import type { EntryTests, Scope } from "../model/request.ts";
import { filterFor } from "./entry_tests.ts";
import { excluding, find, passed, type Target, targetOf, walkOptions } from "./find.ts";
import { type KnownFindings, Widened } from "./find_left_out.ts";
import type { Finding, Wanted } from "./finding.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Frame } from "./frame.ts";
import { eachInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { leftOutBy, type WalkOptions } from "./stride.ts";

/**
 * The same as `find`.
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function* findGlobbed(
  scope: Scope,
  tests: EntryTests | undefined,
  job: Job,
  wanted: Wanted,
  known: KnownFindings,
): Operation<Finding> {
  const globs = [...scope.globs, ...excluding(tests)], key = JSON.stringify([{ ...scope, globs: [] }, wanted]);
  if (globs.length === 0 || scope.followSymlinks) return yield* find(scope, tests, job, wanted);
  const all = known.get(key) ?? (yield* find({ ...scope, globs: [] }, undefined, job, wanted));
  known.set(key, all);
  const chosen = yield* chosenOf(all, yield* targetOf({ ...scope, globs }, job, wanted), job);
  if (chosen === undefined) return yield* find(scope, tests, job, wanted);
  return yield* passed(chosen, filterFor(tests, wanted, job), job);
}

/** Undefined where it takes a walk: the globs have back what a rule leaves out, or there was no time to find all. */
function* chosenOf(all: Finding, target: Target, job: Job): Operation<Finding | undefined> {
  const { walked, leftOut, cutBy } = all, directories = new Directories(walkOptions(target, job));
  if (walked === undefined || cutBy !== undefined) return undefined;
  const left = [...leftOut.by("ignored"), ...leftOut.by("hidden")];
  const isApart = yield* eachInTime(left, job, (frame) => directories.noteTaken(frame));
  if (!isApart || directories.takes > 0) return undefined;
  const entries: FoundEntry[] = [];
  const isWhole = yield* eachInTime(all.entries, job, (entry) => {
    const frame = walked.visits.get(parentPath(entry.shown))?.frame;
    if (frame === undefined) directories.takes++;
    else if (directories.chooses(frame, baseName(entry.shown), entry.kind === "dir")) entries.push(entry);
  });
  return directories.takes > 0 ? undefined : { ...all, entries, ...(!isWhole && { cutBy: "timeout" }) };
}

/** Directories of a walk without globs as one with globs sees them. */
class Directories {
  readonly #widened: Widened;
  readonly #rules = new Map<Frame["dir"], ReturnType<Widened["rulesIn"]> | undefined>();
  /** Entries that only a walk can tell about. */
  takes = 0;

  constructor(readonly options: WalkOptions) {
    this.#widened = new Widened(options);
  }

  /** Notes what globs take of entries that rules leave out. */
  noteTaken(frame: Frame): void {
    for (const { name, kind } of frame.entries) if (this.#isTaken(frame, name, kind === "dir")) this.takes++;
  }

  chooses(frame: Frame, name: string, isDir: boolean): boolean {
    if (!this.#isTaken(frame, name, isDir)) return false;
    const { globbedDirs, overrides } = this.options, globs = this.#rulesIn(frame)?.globs;
    return !isDir || !globbedDirs || globs === undefined || overrides?.verdict(globs, name, true) === "include";
  }

  #isTaken(frame: Frame, name: string, isDir: boolean): boolean {
    const rules = this.#rulesIn(frame), isHidden = !this.options.hidden && name.startsWith(".");
    return rules !== undefined && leftOutBy(this.options, rules, name, isDir, isHidden) === undefined;
  }

  /** Undefined for a directory that is not entered. */
  #rulesIn(frame: Frame) {
    const { dir } = frame;
    if (!this.#rules.has(dir)) {
      this.#rules.set(dir, this.#widened.isReached(frame) ? this.#widened.rulesIn(frame) : undefined);
    }
    return this.#rules.get(dir);
  }
}
