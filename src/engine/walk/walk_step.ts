/**
 * Owns one stretch of a walk: a function of the stack it starts from, so that it can be made again.
 * @module
 */
import {
  type DirEntry,
  type DirMark,
  type Door,
  LargeDirectoryError,
  type Listing,
  type ResolvedPath,
} from "../../door/door.ts";
import { joinPath, type Place } from "../../model/place.ts";
import type { SkipKind, Skipped } from "../../model/report.ts";
import type { NameExclusionRule } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { GlobAutomaton, GlobState } from "../glob/glob_automaton.ts";
import type { WalkEntry } from "./walk_entry.ts";
import type { DirectoryFrame, UnreadDirectory } from "./directory_frame.ts";
import { enterDirectory, ignoreStackAbove, ignoreVerdict, pushRules, readIgnoreRules } from "../glob/ignore_stack.ts";
import { ExcludedEntries } from "./excluded_entries.ts";
import type { Overrides } from "../glob/overrides.ts";

/** What is walked, and what is left out. */
export interface WalkOptions {
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Levels below the root; 1 = its direct entries. */
  readonly depth?: number;
  /** ripgrep's `-g`. */
  readonly overrides?: Overrides;
  /** Directories are given only where a glob includes them. */
  readonly dirsMustMatch?: boolean;
  /** Only what this matches, as a path below the root; nothing is entered where it can't match any more. */
  readonly target?: GlobAutomaton;
  /** Shown paths that have a walk of their own: not entered; files among them not given. */
  readonly rootPaths: ReadonlySet<string>;
}

/** A stride ends after so many directories or milliseconds, whichever comes first. */
const MAX_DIRECTORIES = 64;
const MAX_STEP_MS = 5;

const DOT = 0x2e;
/** Bytes of an absolute path near which the system begins to refuse. */
const LONG_PATH_BYTES = 4000;

/** A stride under way, and when it is done, its result. */
export class WalkStep {
  readonly found: WalkEntry[] = [];
  /** Entries that no rule left out, and yet the target did not take. */
  unmatched = 0;
  readonly skipped: Skipped = {};
  readonly excluded = new ExcludedEntries();
  readonly stack: DirectoryFrame[];
  /** Depth of the deepest directory that was read; -1 where none was. */
  deepest = -1;
  /** The directory to go on with, which is too large to be listed here. */
  largeDirectory?: UnreadDirectory;
  #deadline = performance.now() + MAX_STEP_MS;
  #directoriesRead = 0;

  constructor(readonly door: Door, readonly options: WalkOptions, stack: readonly DirectoryFrame[]) {
    this.stack = [...stack];
  }

  /**
   * The stride a walk below `root` starts with: it reads the root and no more.
   * @throws ToolError when it can't be listed
   */
  static first(door: Door, root: ResolvedPath, options: WalkOptions): WalkStep {
    const start = new WalkStep(door, options, []);
    const { place } = root, shown = root.shown === "." ? "" : root.shown;
    start.#enterDirectory({
      dir: place,
      shown,
      depth: 0,
      ignoreStack: options.noIgnore ? [] : ignoreStackAbove(door, place),
      overrideState: options.overrides?.start(place, shown),
      targetState: options.target?.start,
    });
    return start;
  }

  /** Goes on until it is enough for one stride, or a directory is too large. */
  advance(): this {
    while (
      this.stack.length > 0 && this.largeDirectory === undefined && this.#directoriesRead < MAX_DIRECTORIES &&
      !this.#isTimeUp()
    ) {
      this.#visitEntries();
    }
    return this;
  }

  /**
   * Enters a directory that was listed elsewhere.
   * @throws ToolError when it could not be listed and is the root
   */
  enterListed(unread: UnreadDirectory, listed: () => Listing): this {
    this.#enterDirectory(unread, listed);
    return this;
  }

  /** Visits the entries of the current directory, as far as the first that is itself entered. */
  #visitEntries(): void {
    const frame = this.stack.pop();
    if (frame === undefined) return;
    let at = frame.nextIndex;
    let inside: UnreadDirectory | undefined;
    while (at < frame.entries.length && inside === undefined && !this.#isTimeUp()) {
      inside = this.#visitEntry(frame, frame.entries[at++]);
    }
    if (at < frame.entries.length) this.stack.push({ ...frame, nextIndex: at });
    if (inside !== undefined) this.#enterDirectory(inside);
  }

  #isTimeUp(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** Takes an entry in or leaves it out. @returns the directory to enter, if it is one */
  #visitEntry(frame: DirectoryFrame, entry: DirEntry): UnreadDirectory | undefined {
    const { name } = entry;
    const shown = joinPath(frame.shown, name);
    const seen = this.#resolveEntry(frame, entry, shown);
    const isDir = seen?.kind === "dir";
    if (entry.kind === "link" && !this.options.followSymlinks) this.excluded.record("links", frame, entry);
    // The store of a repository is no part of the project.
    if (seen === undefined || isDir && name === ".git") return undefined;
    const dotted = !this.options.hidden && name.charCodeAt(0) === DOT;
    const target = this.#matchTarget(frame, name, dotted);
    const why = this.#exclusionOf(frame, name, isDir, dotted, target);
    if (why === "unwanted" && excludedBy(this.options, frame, name, isDir, dotted) === undefined) this.unmatched++;
    if (why !== undefined && why !== "unwanted") this.excluded.record(why, frame, entry);
    if (why !== undefined) return this.#countSkipped(why);
    const apart = this.options.rootPaths.size > 1 && this.options.rootPaths.has(shown);
    if (!matchesTarget(target, isDir)) this.unmatched++;
    else if (isDir ? this.#isIncludedDirectory(frame, name) : !apart) this.found.push(seen);
    return isDir && !apart ? this.#unreadDirectory(frame, entry, seen, target) : undefined;
  }

  /** The entry itself or, where it is a link that is to be followed, its target. */
  #resolveEntry(frame: DirectoryFrame, { name, kind }: DirEntry, shown: string): WalkEntry | undefined {
    const { root, path } = frame.dir;
    // Mostly one string serves as both; in a large tree that is half the memory.
    const place = { root, path: path === frame.shown ? shown : joinPath(path, name) };
    if (kind === "file" && frame.mark !== undefined) return { shown, place, kind, dirMark: frame.mark };
    if (kind !== "link" || !this.options.followSymlinks) return { shown, place, kind };
    try {
      const target = this.door.followLinks(place);
      const seen = { shown, place: target, kind: this.door.stat(target).kind };
      return seen.kind === "dir" && this.#isAncestor(frame, target) ? undefined : seen;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.key === "outside") return this.#countSkipped("outside_root");
      // A link that leads nowhere is still a link; so is one whose target can't be had, but that counts.
      if (error.key !== "not_found") this.#countSkipped("unreadable");
      return { shown, place, kind };
    }
  }

  /** Whether a directory is on the way to `frame` or is its own: following a link to it would never end. */
  #isAncestor(frame: DirectoryFrame, target: Place): boolean {
    // Where roots overlap one directory is several places, but is shown in one way.
    const shown = this.door.displayPath(target);
    for (let on: DirectoryFrame | undefined = frame; on !== undefined; on = on.parent) {
      if (this.door.displayPath(on.dir) === shown) return true;
    }
    return false;
  }

  #matchTarget(frame: DirectoryFrame, name: string, dotted: boolean): GlobState | undefined {
    const { target } = this.options;
    if (target === undefined || frame.targetState === undefined) return undefined;
    return dotted ? target.advanceHidden(frame.targetState, name) : target.advance(frame.targetState, name);
  }

  /** Why an entry is left out; `unwanted` when nobody asked for it. */
  #exclusionOf(
    frame: DirectoryFrame,
    name: string,
    isDir: boolean,
    dotted: boolean,
    target?: GlobState,
  ): NameExclusionRule | "unwanted" | undefined {
    if (!mayMatchTarget(target, isDir)) {
      const wild = dotted ? this.#matchTarget(frame, name, false) : target;
      return mayMatchTarget(wild, isDir) ? "hidden" : "unwanted";
    }
    return excludedBy(this.options, frame, name, isDir, dotted && target === undefined);
  }

  #isIncludedDirectory(frame: DirectoryFrame, dir: string): boolean {
    const { overrides, dirsMustMatch } = this.options;
    if (!dirsMustMatch || overrides === undefined || frame.overrideState === undefined) return true;
    return overrides.verdict(frame.overrideState, dir, true) === "include";
  }

  /** What is known of the directory `seen`; nothing where it need not be entered. */
  #unreadDirectory(
    from: DirectoryFrame,
    { name, kind }: DirEntry,
    { shown, place }: WalkEntry,
    target: GlobState | undefined,
  ): UnreadDirectory | undefined {
    const depth = from.depth + 1;
    if (this.options.depth !== undefined && depth >= this.options.depth) return undefined;
    const inside = target && this.options.target?.advance(target, "/");
    if (inside?.isAlive === false) return undefined;
    const globs = from.overrideState && this.options.overrides?.advance(from.overrideState, name + "/");
    // Where a link was followed to it, the directory above it is another.
    const above = kind === "dir" ? from.mark : undefined;
    const levels = enterDirectory(from.ignoreStack, name);
    return {
      dir: place,
      shown,
      depth,
      parent: from,
      ignoreStack: levels,
      overrideState: globs,
      targetState: inside,
      ...above && { parentMark: above },
    };
  }

  #enterDirectory(unread: UnreadDirectory, listed = () => this.door.list(unread.dir)): void {
    try {
      this.#pushFrame(unread, listed());
    } catch (error) {
      if (error instanceof LargeDirectoryError) return void (this.largeDirectory = unread);
      if (!(error instanceof ToolError) || unread.depth === 0) throw error;
      if (error.key === "outside") this.#countSkipped("outside_root");
      // What has gone meanwhile is no longer there to be counted.
      else if (error.key !== "not_found" || this.#isPathTooLong(unread.dir)) this.#countSkipped("unreadable");
    }
  }

  #isPathTooLong({ root, path }: Place): boolean {
    return this.door.roots[root].path.length + path.length > LONG_PATH_BYTES;
  }

  #pushFrame({ parentMark: above, ...unread }: UnreadDirectory, { entries, undecodable, mark: own }: Listing): void {
    this.#directoriesRead++;
    this.deepest = Math.max(this.deepest, unread.depth);
    // On the way down to the first, all above it were looked at, which in a deep tree takes its time.
    if (this.#directoriesRead === 1) this.#deadline = performance.now() + MAX_STEP_MS;
    const mark = withParentMark(own, above);
    if (undecodable > 0) this.#countSkipped("undecodable_name", undecodable);
    const levels = this.options.noIgnore
      ? []
      : pushRules(unread.ignoreStack, readIgnoreRules(this.door, unread.dir, entries));
    this.stack.push({ ...unread, entries, ...mark && { mark }, nextIndex: 0, ignoreStack: levels });
  }

  #countSkipped(kind: Exclusion, count = 1): undefined {
    if (kind !== "unwanted" && kind !== "globs") this.skipped[kind] = (this.skipped[kind] ?? 0) + count;
  }
}

/** A directory's mark, with that of the directory above it. */
function withParentMark(own: DirMark | undefined, above: DirMark | undefined): DirMark | undefined {
  return own && above ? { ...own, parent: above } : own;
}

/**
 * By which rule entry `name` of a directory is left out.
 * @param isHidden its name begins with a dot, and such names are not asked for
 */
export function excludedBy(
  { overrides }: WalkOptions,
  { ignoreStack: levels, overrideState: globs }: Pick<DirectoryFrame, "ignoreStack" | "overrideState">,
  name: string,
  isDir: boolean,
  isHidden: boolean,
): NameExclusionRule | undefined {
  if (overrides !== undefined && globs !== undefined) {
    const verdict = overrides.verdict(globs, name, isDir);
    if (verdict === "include") {
      return isHidden && !overrides.matchesLiteralDot(globs, name, isDir) ? "hidden" : undefined;
    }
    if (verdict !== undefined) return "globs";
  }
  const judged = ignoreVerdict(levels, name, isDir);
  if (judged !== undefined) return judged === "ignored" ? "ignored" : undefined;
  return isHidden ? "hidden" : undefined;
}

/** Why an entry is left out; what nobody asked for, by a target or by globs, is not counted. */
type Exclusion = SkipKind | "unwanted" | "globs";

/** Whether a target takes this very entry; without a target all are taken. */
export function matchesTarget(target: GlobState | undefined, isDir: boolean): boolean {
  return target === undefined || (isDir ? target.dirMatch : target.fileMatch) >= 0;
}

/** Whether a target takes this entry or may take something below it. */
export function mayMatchTarget(target: GlobState | undefined, isDir: boolean): boolean {
  return isDir && target !== undefined ? target.isAlive : matchesTarget(target, isDir);
}
