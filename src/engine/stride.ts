/**
 * Owns one stretch of a walk: a function of the stack it starts from, so that it can be made again.
 * @module
 */
import { type DirEntry, type DirMark, type Door, LargeDirectory, type Listing, type Named } from "../door/door.ts";
import { joinPath, type Place } from "../model/place.ts";
import type { SkipKind, Skipped } from "../model/report.ts";
import type { NameRule } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Automaton, State } from "./automaton.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Frame, Unread } from "./frame.ts";
import { below, judge, levelsAbove, readRules, withRules } from "./ignore_levels.ts";
import { LeftOut } from "./left_out.ts";
import type { Overrides } from "./overrides.ts";

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
  readonly globbedDirs?: boolean;
  /** Only what this matches, as a path below the root; nothing is entered where it can't match any more. */
  readonly target?: Automaton;
  /** Shown paths that have a walk of their own: not entered; files among them not given. */
  readonly apart: ReadonlySet<string>;
}

/** A stride ends after so many directories or milliseconds, whichever comes first. */
const DIRS = 64;
const MILLISECONDS = 5;

const DOT = 0x2e;
/** Bytes of an absolute path near which the system begins to refuse. */
const LONG_PATH = 4000;

/** A stride under way, and when it is done, its result. */
export class Stride {
  readonly found: FoundEntry[] = [];
  /** Entries that no rule left out, and yet the target did not take. */
  passedBy = 0;
  readonly skipped: Skipped = {};
  readonly leftOut = new LeftOut();
  readonly stack: Frame[];
  /** Depth of the deepest directory that was read; -1 where none was. */
  deepest = -1;
  /** The directory to go on with, which is too large to be listed here. */
  large?: Unread;
  #end = performance.now() + MILLISECONDS;
  #read = 0;

  constructor(readonly door: Door, readonly options: WalkOptions, stack: readonly Frame[]) {
    this.stack = [...stack];
  }

  /**
   * The stride a walk below `root` starts with: it reads the root and no more.
   * @throws ToolError when it can't be listed
   */
  static from(door: Door, root: Named, options: WalkOptions): Stride {
    const start = new Stride(door, options, []);
    const { place } = root, shown = root.shown === "." ? "" : root.shown;
    start.#enter({
      dir: place,
      shown,
      depth: 0,
      levels: options.noIgnore ? [] : levelsAbove(door, place),
      globs: options.overrides?.start(place, shown),
      target: options.target?.start,
    });
    return start;
  }

  /** Goes on until it is enough for one stride, or a directory is too large. */
  go(): this {
    while (this.stack.length > 0 && this.large === undefined && this.#read < DIRS && !this.#isLate()) {
      this.#goThrough();
    }
    return this;
  }

  /**
   * Enters a directory that was listed elsewhere.
   * @throws ToolError when it could not be listed and is the root
   */
  enter(unread: Unread, listed: () => Listing): this {
    this.#enter(unread, listed);
    return this;
  }

  /** Visits the entries of the current directory, as far as the first that is itself entered. */
  #goThrough(): void {
    const frame = this.stack.pop();
    if (frame === undefined) return;
    let at = frame.at;
    let inside: Unread | undefined;
    while (at < frame.entries.length && inside === undefined && !this.#isLate()) {
      inside = this.#visit(frame, frame.entries[at++]);
    }
    if (at < frame.entries.length) this.stack.push({ ...frame, at });
    if (inside !== undefined) this.#enter(inside);
  }

  #isLate(): boolean {
    return performance.now() >= this.#end;
  }

  /** Takes an entry in or leaves it out. @returns the directory to enter, if it is one */
  #visit(frame: Frame, entry: DirEntry): Unread | undefined {
    const { name } = entry;
    const shown = joinPath(frame.shown, name);
    const seen = this.#seen(frame, entry, shown);
    const isDir = seen?.kind === "dir";
    if (entry.kind === "link" && !this.options.followSymlinks) this.leftOut.note("links", frame, entry);
    // The store of a repository is no part of the project.
    if (seen === undefined || isDir && name === ".git") return undefined;
    const dotted = !this.options.hidden && name.charCodeAt(0) === DOT;
    const target = this.#targeted(frame, name, dotted);
    const why = this.#refusal(frame, name, isDir, dotted, target);
    if (why === "unwanted" && leftOutBy(this.options, frame, name, isDir, dotted) === undefined) this.passedBy++;
    if (why !== undefined && why !== "unwanted") this.leftOut.note(why, frame, entry);
    if (why !== undefined) return this.#skip(why);
    const apart = this.options.apart.size > 1 && this.options.apart.has(shown);
    if (!isTaken(target, isDir)) this.passedBy++;
    else if (isDir ? this.#isWanted(frame, name) : !apart) this.found.push(seen);
    return isDir && !apart ? this.#inside(frame, entry, seen, target) : undefined;
  }

  /** The entry itself or, where it is a link that is to be followed, its target. */
  #seen(frame: Frame, { name, kind }: DirEntry, shown: string): FoundEntry | undefined {
    const { root, path } = frame.dir;
    // Mostly one string serves as both; in a large tree that is half the memory.
    const place = { root, path: path === frame.shown ? shown : joinPath(path, name) };
    if (kind === "file" && frame.mark !== undefined) return { shown, place, kind, dir: frame.mark };
    if (kind !== "link" || !this.options.followSymlinks) return { shown, place, kind };
    try {
      const target = this.door.follow(place);
      const seen = { shown, place: target, kind: this.door.stat(target).kind };
      return seen.kind === "dir" && this.#isOpen(frame, target) ? undefined : seen;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.key === "outside") return this.#skip("outside_root");
      // A link that leads nowhere is still a link; so is one whose target can't be had, but that counts.
      if (error.key !== "not_found") this.#skip("unreadable");
      return { shown, place, kind };
    }
  }

  /** Whether a directory is on the way to `frame` or is its own: following a link to it would never end. */
  #isOpen(frame: Frame, target: Place): boolean {
    // Where roots overlap one directory is several places, but is shown in one way.
    const shown = this.door.show(target);
    for (let on: Frame | undefined = frame; on !== undefined; on = on.from) {
      if (this.door.show(on.dir) === shown) return true;
    }
    return false;
  }

  #targeted(frame: Frame, name: string, dotted: boolean): State | undefined {
    const { target } = this.options;
    if (target === undefined || frame.target === undefined) return undefined;
    return dotted ? target.feedHidden(frame.target, name) : target.feed(frame.target, name);
  }

  /** Why an entry is left out; `unwanted` when nobody asked for it. */
  #refusal(
    frame: Frame,
    name: string,
    isDir: boolean,
    dotted: boolean,
    target?: State,
  ): NameRule | "unwanted" | undefined {
    if (!isSought(target, isDir)) {
      const wild = dotted ? this.#targeted(frame, name, false) : target;
      return isSought(wild, isDir) ? "hidden" : "unwanted";
    }
    return leftOutBy(this.options, frame, name, isDir, dotted && target === undefined);
  }

  #isWanted(frame: Frame, dir: string): boolean {
    const { overrides, globbedDirs } = this.options;
    if (!globbedDirs || overrides === undefined || frame.globs === undefined) return true;
    return overrides.verdict(frame.globs, dir, true) === "include";
  }

  /** What is known of the directory `seen`; nothing where it need not be entered. */
  #inside(
    from: Frame,
    { name, kind }: DirEntry,
    { shown, place }: FoundEntry,
    target: State | undefined,
  ): Unread | undefined {
    const depth = from.depth + 1;
    if (this.options.depth !== undefined && depth >= this.options.depth) return undefined;
    const inside = target && this.options.target?.feed(target, "/");
    if (inside?.alive === false) return undefined;
    const globs = from.globs && this.options.overrides?.feed(from.globs, name + "/");
    // Where a link was followed to it, the directory above it is another.
    const above = kind === "dir" ? from.mark : undefined;
    const levels = below(from.levels, name);
    return { dir: place, shown, depth, from, levels, globs, target: inside, ...above && { above } };
  }

  #enter(unread: Unread, listed = () => this.door.list(unread.dir)): void {
    try {
      this.#push(unread, listed());
    } catch (error) {
      if (error instanceof LargeDirectory) return void (this.large = unread);
      if (!(error instanceof ToolError) || unread.depth === 0) throw error;
      if (error.key === "outside") this.#skip("outside_root");
      // What has gone meanwhile is no longer there to be counted.
      else if (error.key !== "not_found" || this.#isTooLong(unread.dir)) this.#skip("unreadable");
    }
  }

  #isTooLong({ root, path }: Place): boolean {
    return this.door.roots[root].path.length + path.length > LONG_PATH;
  }

  #push({ above, ...unread }: Unread, { entries, undecodable, mark: own }: Listing): void {
    this.#read++;
    this.deepest = Math.max(this.deepest, unread.depth);
    // On the way down to the first, all above it were looked at, which in a deep tree takes its time.
    if (this.#read === 1) this.#end = performance.now() + MILLISECONDS;
    const mark = markBelow(own, above);
    if (undecodable > 0) this.#skip("undecodable_name", undecodable);
    const levels = this.options.noIgnore ? [] : withRules(unread.levels, readRules(this.door, unread.dir, entries));
    this.stack.push({ ...unread, entries, ...mark && { mark }, at: 0, levels });
  }

  #skip(kind: Refusal, count = 1): undefined {
    if (kind !== "unwanted" && kind !== "globs") this.skipped[kind] = (this.skipped[kind] ?? 0) + count;
  }
}

/** A directory's mark, with that of the directory above it. */
function markBelow(own: DirMark | undefined, above: DirMark | undefined): DirMark | undefined {
  return own && above ? { ...own, above } : own;
}

/**
 * By which rule entry `name` of a directory is left out.
 * @param isHidden its name begins with a dot, and such names are not asked for
 */
export function leftOutBy(
  { overrides }: WalkOptions,
  { levels, globs }: Pick<Frame, "levels" | "globs">,
  name: string,
  isDir: boolean,
  isHidden: boolean,
): NameRule | undefined {
  if (overrides !== undefined && globs !== undefined) {
    const verdict = overrides.verdict(globs, name, isDir);
    if (verdict === "include") return isHidden && !overrides.namesDot(globs, name, isDir) ? "hidden" : undefined;
    if (verdict !== undefined) return "globs";
  }
  const judged = judge(levels, name, isDir);
  if (judged !== undefined) return judged === "ignored" ? "ignored" : undefined;
  return isHidden ? "hidden" : undefined;
}

/** Why an entry is left out; what nobody asked for, by a target or by globs, is not counted. */
type Refusal = SkipKind | "unwanted" | "globs";

/** Whether a target takes this very entry; without a target all are taken. */
export function isTaken(target: State | undefined, isDir: boolean): boolean {
  return target === undefined || (isDir ? target.dir : target.file) >= 0;
}

/** Whether a target takes this entry or may take something below it. */
export function isSought(target: State | undefined, isDir: boolean): boolean {
  return isDir && target !== undefined ? target.alive : isTaken(target, isDir);
}
