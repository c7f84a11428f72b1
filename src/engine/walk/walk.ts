/**
 * Walks through the directories below a root, in path order.
 * @module
 */
import type { DirEntry, DirMark, Door, Listing, ResolvedPath } from "../../door/door.ts";
import { addSkipped, type SkipKind, type Skipped } from "../../model/completeness.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { joinPath, type Place } from "../../model/place.ts";
import type { GlobAutomaton, GlobState } from "../glob/glob_automaton.ts";
import {
  enterDirectory,
  type IgnoreStack,
  ignoreStackAbove,
  ignoreVerdict,
  pushRules,
  readIgnoreRules,
  type RuleDoor,
} from "../glob/ignore_stack.ts";
import type { Overrides } from "../glob/overrides.ts";
import type { WalkEntry } from "./walk_entry.ts";

/** The reads of a walk. */
export type WalkDoor =
  & RuleDoor
  & Pick<Door, "proveBatch" | "list" | "stat" | "displayPath">;

/** What a walk covers, and what it excludes. */
export interface WalkOptions {
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Levels below the root; 1 = its direct entries. */
  readonly depth?: number;
  /** ripgrep's `-g`. */
  readonly overrides?: Overrides;
  /** Yield a directory only if a glob includes it. */
  readonly dirsMustMatch?: boolean;
  /** Yield only entries whose path below the root this matches; a directory in which nothing can match is not read. */
  readonly target?: GlobAutomaton;
  /** Shown paths of all roots: another root below this one has a walk of its own, so it is not yielded or entered. */
  readonly rootPaths: ReadonlySet<string>;
}

/** A directory whose entries are being visited. */
interface DirectoryFrame {
  readonly dir: Place;
  /** Its shown path; "" for the project root. */
  readonly shown: string;
  readonly depth: number;
  /** The directory in which it was found; absent for a root. */
  readonly parent?: DirectoryFrame;
  readonly entries: readonly DirEntry[];
  /** See `Listing`. */
  readonly mark?: DirMark;
  /** Index of the next entry to visit. */
  readonly nextIndex: number;
  readonly ignoreStack: IgnoreStack;
  /** How far the overrides have matched the directory's path. */
  readonly overrideState?: GlobState;
  /** How far the target has matched it. */
  readonly targetState?: GlobState;
}

/** A directory that has not been read yet. */
interface UnreadDirectory extends Omit<DirectoryFrame, "entries" | "mark" | "nextIndex"> {
  /** The mark of the directory in which it was found. */
  readonly parentMark?: DirMark;
}

/** A walk, advanced step by step. It keeps its own stack, so deep directories can't overflow the program's. */
export class Walk {
  /** Entries so far that no rule excludes, but the target doesn't match. */
  unmatched = 0;
  /** Entries excluded so far, by reason. A directory counts as one. */
  skipped: Skipped = {};
  #stack: readonly DirectoryFrame[] = [];

  private constructor(readonly door: WalkDoor, readonly options: WalkOptions) {}

  /**
   * A walk through one directory.
   * @throws ToolError when the directory itself can't be listed
   */
  static below(door: WalkDoor, root: ResolvedPath, options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#apply(door.proveBatch(() => WalkStep.first(door, root, options)));
    return walk;
  }

  /** Whether all entries have been visited. */
  get isDone(): boolean {
    return this.#stack.length === 0;
  }

  /** The next entries; none, if there are none in this part of the tree. */
  step(): readonly WalkEntry[] {
    // All reads of a step are proved together. If the proof fails, the step is repeated from the same stack.
    const advance = () => new WalkStep(this.door, this.options, this.#stack).advance();
    return this.#apply(this.door.proveBatch(advance));
  }

  #apply(step: WalkStep): readonly WalkEntry[] {
    this.#stack = step.stack;
    this.unmatched += step.unmatched;
    this.skipped = addSkipped(this.skipped, step.skipped);
    return step.found;
  }
}

/** A step ends after this many directories or milliseconds, whichever comes first. */
const MAX_DIRECTORIES = 64, MAX_STEP_MS = 5;
const DOT = 0x2e;
/** Bytes of an absolute path near which the system begins to refuse it. */
const LONG_PATH_BYTES = 4000;

/** Why an entry is not yielded. `unwanted` (by the target) and `globs` are not counted as skipped. */
type Exclusion = SkipKind | "unwanted" | "globs";

/** A step and its result, which depends on nothing but the stack it starts from: a failed proof repeats it. */
class WalkStep {
  readonly found: WalkEntry[] = [];
  /** Entries that no rule excludes, but the target doesn't match. */
  unmatched = 0;
  skipped: Skipped = {};
  readonly stack: DirectoryFrame[];
  #deadline = performance.now() + MAX_STEP_MS;
  #directoriesRead = 0;

  constructor(readonly door: WalkDoor, readonly options: WalkOptions, stack: readonly DirectoryFrame[]) {
    this.stack = [...stack];
  }

  /**
   * The first step of a walk below `root`: it reads the root only.
   * @throws ToolError when the root can't be listed
   */
  static first(door: WalkDoor, root: ResolvedPath, options: WalkOptions): WalkStep {
    const { place } = root, shown = root.shown === "." ? "" : root.shown;
    return new WalkStep(door, options, []).enter({
      dir: place,
      shown,
      depth: 0,
      ignoreStack: options.noIgnore ? [] : ignoreStackAbove(door, place),
      overrideState: options.overrides?.start(place, shown),
      targetState: options.target?.start,
    });
  }

  /** Visits entries until the step's limits are reached. */
  advance(): this {
    while (this.stack.length > 0 && !this.#isComplete()) this.#visitEntries();
    return this;
  }

  #isComplete(): boolean {
    return this.#directoriesRead >= MAX_DIRECTORIES || this.#isTimeUp();
  }

  #isTimeUp(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** Visits the entries of the current directory, up to the first directory that is itself entered. */
  #visitEntries(): void {
    const frame = this.stack.pop();
    if (frame === undefined) return;
    let { nextIndex } = frame;
    let subdirectory: UnreadDirectory | undefined;
    while (nextIndex < frame.entries.length && subdirectory === undefined && !this.#isTimeUp()) {
      subdirectory = this.#visitEntry(frame, frame.entries[nextIndex++]);
    }
    if (nextIndex < frame.entries.length) this.stack.push({ ...frame, nextIndex });
    if (subdirectory !== undefined) this.enter(subdirectory);
  }

  /** Yields or excludes an entry. @returns the directory to enter, if it is one */
  #visitEntry(frame: DirectoryFrame, entry: DirEntry): UnreadDirectory | undefined {
    const { name } = entry, shown = joinPath(frame.shown, name);
    const resolved = this.#resolveEntry(frame, entry, shown);
    const isDir = resolved?.kind === "dir";
    // A repository's own data is no part of the project.
    if (resolved === undefined || isDir && name === ".git") return undefined;
    const isHidden = !this.options.hidden && name.charCodeAt(0) === DOT;
    const targetState = this.#matchTarget(frame, name, isHidden);
    const exclusion = this.#exclusionOf(frame, name, isDir, isHidden, targetState);
    if (exclusion !== undefined) return this.#exclude(exclusion, frame, entry, isDir, isHidden);
    const isOtherRoot = this.options.rootPaths.size > 1 && this.options.rootPaths.has(shown);
    if (!matchesTarget(targetState, isDir)) this.unmatched++;
    else if (isDir ? this.#isIncludedDirectory(frame, name) : !isOtherRoot) this.found.push(resolved);
    return isDir && !isOtherRoot ? this.#unreadDirectory(frame, entry, resolved, targetState) : undefined;
  }

  #exclude(
    exclusion: NameExclusionRule | "unwanted",
    frame: DirectoryFrame,
    entry: DirEntry,
    isDir: boolean,
    isHidden: boolean,
  ): undefined {
    const isOtherwiseFound = exclusion === "unwanted" &&
      exclusionRuleFor(this.options, frame, entry.name, isDir, isHidden) === undefined;
    if (isOtherwiseFound) this.unmatched++;
    this.#countSkipped(exclusion);
  }

  /** The entry itself or, if it is a link to be followed, the link's target. */
  #resolveEntry(frame: DirectoryFrame, { name, kind }: DirEntry, shown: string): WalkEntry | undefined {
    const { root, path } = frame.dir;
    // Usually one string serves as both paths, which halves the memory of a large tree.
    const place = { root, path: path === frame.shown ? shown : joinPath(path, name) };
    if (kind === "file" && frame.mark !== undefined) return { shown, place, kind, dirMark: frame.mark };
    if (kind !== "link" || !this.options.followSymlinks) return { shown, place, kind };
    try {
      const target = this.door.followLinks(place);
      const entry = { shown, place: target, kind: this.door.stat(target).kind };
      return entry.kind === "dir" && this.#isAncestor(frame, target) ? undefined : entry;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.key === "outside") return this.#countSkipped("outside_root");
      // A dangling link is yielded as a link; so is one whose target can't be read, but that one is counted.
      if (error.key !== "not_found") this.#countSkipped("unreadable");
      return { shown, place, kind };
    }
  }

  /** Whether `target` is the directory of `frame` or one above it: a link to it would be followed endlessly. */
  #isAncestor(frame: DirectoryFrame, target: Place): boolean {
    // In overlapping roots one directory is several places, but has one display path.
    const shown = this.door.displayPath(target);
    for (let on: DirectoryFrame | undefined = frame; on !== undefined; on = on.parent) {
      if (this.door.displayPath(on.dir) === shown) return true;
    }
    return false;
  }

  #matchTarget(frame: DirectoryFrame, name: string, isHidden: boolean): GlobState | undefined {
    const { target } = this.options;
    if (target === undefined || frame.targetState === undefined) return undefined;
    return isHidden ? target.advanceHidden(frame.targetState, name) : target.advance(frame.targetState, name);
  }

  /** Why an entry is excluded; `unwanted` if the target does not match it. */
  #exclusionOf(
    frame: DirectoryFrame,
    name: string,
    isDir: boolean,
    isHidden: boolean,
    targetState?: GlobState,
  ): NameExclusionRule | "unwanted" | undefined {
    if (!mayMatchTarget(targetState, isDir)) {
      const withDots = isHidden ? this.#matchTarget(frame, name, false) : targetState;
      return mayMatchTarget(withDots, isDir) ? "hidden" : "unwanted";
    }
    return exclusionRuleFor(this.options, frame, name, isDir, isHidden && targetState === undefined);
  }

  #isIncludedDirectory(frame: DirectoryFrame, name: string): boolean {
    const { overrides, dirsMustMatch } = this.options;
    if (!dirsMustMatch || overrides === undefined || frame.overrideState === undefined) return true;
    return overrides.verdict(frame.overrideState, name, true) === "include";
  }

  /** The directory `entry` of `parent`, to be read; undefined if the depth or the target makes that needless. */
  #unreadDirectory(
    parent: DirectoryFrame,
    { name, kind }: DirEntry,
    { shown, place }: WalkEntry,
    target: GlobState | undefined,
  ): UnreadDirectory | undefined {
    const depth = parent.depth + 1;
    if (this.options.depth !== undefined && depth >= this.options.depth) return undefined;
    const targetState = target && this.options.target?.advance(target, "/");
    if (targetState?.isAlive === false) return undefined;
    const overrideState = parent.overrideState && this.options.overrides?.advance(parent.overrideState, name + "/");
    // A directory reached by a link has another parent.
    const parentMark = kind === "dir" ? parent.mark : undefined;
    const ignoreStack = enterDirectory(parent.ignoreStack, name);
    return {
      dir: place,
      shown,
      depth,
      parent,
      ignoreStack,
      overrideState,
      targetState,
      ...parentMark && { parentMark },
    };
  }

  /**
   * Reads a directory, and goes on in it.
   * @throws ToolError when it is the root and can't be listed
   */
  enter(unread: UnreadDirectory): this {
    try {
      this.#pushFrame(unread, this.door.list(unread.dir));
    } catch (error) {
      if (!(error instanceof ToolError) || unread.depth === 0) throw error;
      else if (error.key === "outside") this.#countSkipped("outside_root");
      // A directory that was deleted during the walk is not counted.
      else if (error.key !== "not_found" || this.#isPathTooLong(unread.dir)) this.#countSkipped("unreadable");
    }
    return this;
  }

  #isPathTooLong({ root, path }: Place): boolean {
    return this.door.roots[root].path.length + path.length > LONG_PATH_BYTES;
  }

  #pushFrame({ parentMark, ...unread }: UnreadDirectory, { entries, skipped, mark: own }: Listing): void {
    this.#directoriesRead++;
    // Reading the first directory stats all above it, which takes time in a deep tree: the step's time starts after it.
    if (this.#directoriesRead === 1) this.#deadline = performance.now() + MAX_STEP_MS;
    this.skipped = addSkipped(this.skipped, skipped);
    const mark = own && parentMark ? { ...own, parent: parentMark } : own;
    const ignoreStack = this.options.noIgnore ? [] : this.#ignoreStackIn(unread, entries);
    this.stack.push({ ...unread, entries, ...mark && { mark }, nextIndex: 0, ignoreStack });
  }

  /** The rules that apply in a directory. Files of rules that don't all count are counted. */
  #ignoreStackIn({ dir, depth, ignoreStack: above }: UnreadDirectory, entries: readonly DirEntry[]): IgnoreStack {
    const rules = readIgnoreRules(this.door, dir, entries), stack = pushRules(above, rules);
    for (const set of new Set([...depth === 0 ? stack : [], ...rules.own].map(({ set }) => set))) {
      if (set.isPartial || !stack.some((level) => level.set === set)) this.#countSkipped("ignore_rules");
    }
    return stack;
  }

  #countSkipped(kind: Exclusion): undefined {
    if (kind !== "unwanted" && kind !== "globs") this.skipped[kind] = (this.skipped[kind] ?? 0) + 1;
  }
}

/** Whether a target matches this entry; without a target every entry matches. */
function matchesTarget(state: GlobState | undefined, isDir: boolean): boolean {
  return state === undefined || (isDir ? state.dirMatch : state.fileMatch) >= 0;
}

/** Whether a target matches this entry or may match one below it. */
function mayMatchTarget(state: GlobState | undefined, isDir: boolean): boolean {
  return isDir && state !== undefined ? state.isAlive : matchesTarget(state, isDir);
}

/** Why a scope excludes an entry by its name: ignore files, a leading dot, its globs. */
type NameExclusionRule = "ignored" | "hidden" | "globs";

/**
 * The rule that excludes entry `name` of a directory, if there is one.
 * @param isHidden its name begins with a dot, and such names are not asked for
 */
function exclusionRuleFor(
  { overrides }: WalkOptions,
  { ignoreStack, overrideState }: Pick<DirectoryFrame, "ignoreStack" | "overrideState">,
  name: string,
  isDir: boolean,
  isHidden: boolean,
): NameExclusionRule | undefined {
  if (overrides !== undefined && overrideState !== undefined) {
    const verdict = overrides.verdict(overrideState, name, isDir);
    if (verdict === "include") {
      return isHidden && !overrides.matchesLiteralDot(overrideState, name, isDir) ? "hidden" : undefined;
    }
    if (verdict !== undefined) return "globs";
  }
  const ignored = ignoreVerdict(ignoreStack, name, isDir);
  if (ignored !== undefined) return ignored === "ignored" ? "ignored" : undefined;
  return isHidden ? "hidden" : undefined;
}
