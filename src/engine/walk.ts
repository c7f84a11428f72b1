/**
 * Owns the walk: which entries there are below a root, in path order, pulled step by step. Its stack is
 * its own, so that no depth of directories can overflow the program's.
 * @module
 */
import type { DirEntry, Door, Kind, Named } from "../door/door.ts";
import { child, comparePaths, joinPath, type Place } from "../model/place.ts";
import type { SkipKind, Skipped } from "../model/report.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Automaton, State } from "./automaton.ts";
import { below, judge, type Levels, levelsAbove, type OwnRules, readRules, withRules } from "./ignore_levels.ts";
import type { Overrides } from "./overrides.ts";

/** An entry met on a walk. */
export interface FoundEntry {
  /** How it is shown to the caller. */
  readonly shown: string;
  /** Where it really is: below a followed link, another path than the shown one. */
  readonly place: Place;
  /** Of a followed link, its target's kind. */
  readonly kind: Kind;
}

/** What is walked, and what is left out. */
export interface WalkOptions {
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Levels below the root; 1 = its direct entries. */
  readonly depth?: number;
  /** ripgrep's `-g`. */
  readonly overrides?: Overrides;
  /** Only what this matches, as a path below the root; nothing is entered where it can't match any more. */
  readonly target?: Automaton;
  /** Shown paths that have a walk of their own: not entered; files among them not given. */
  readonly apart: ReadonlySet<string>;
}

/** A directory that is being gone through. */
interface Frame {
  readonly dir: Place;
  /** What precedes the names in it: "" or a path. */
  readonly shown: string;
  readonly depth: number;
  readonly entries: readonly DirEntry[];
  readonly levels: Levels;
  readonly globs: State | undefined;
  readonly target: State | undefined;
  at: number;
}

/** What a directory held when it was read. */
interface Content {
  readonly entries: readonly DirEntry[];
  readonly undecodable: number;
  readonly own: readonly OwnRules[];
}

const DOT = 0x2e;
/** Bytes of an absolute path near which the system begins to refuse. */
const LONG_PATH = 4000;

/** A walk below one directory. */
export class Walk {
  readonly #stack: Frame[] = [];
  readonly #skipped: Skipped = {};

  /** @throws ToolError when the root itself can't be listed */
  constructor(readonly door: Door, root: Named, readonly options: WalkOptions) {
    const { place } = root;
    const shown = root.shown === "." ? "" : root.shown;
    const levels = options.noIgnore ? [] : levelsAbove(door, place);
    const globs = options.overrides?.start(place.path);
    this.#push(place, shown, 0, this.#read(place), levels, globs, options.target?.start);
  }

  /** Entries left out so far, by reason. A directory left out counts as one. */
  get skipped(): Skipped {
    return this.#skipped;
  }

  /**
   * Goes on until `enough` or until a directory has been read, and adds what it meets to `found`.
   * @returns false when the walk is over
   */
  step(found: FoundEntry[], enough: () => boolean): boolean {
    for (;;) {
      const frame = this.#stack.at(-1);
      if (frame === undefined) return false;
      if (frame.at === frame.entries.length) this.#stack.pop();
      else if (this.#visit(frame, frame.entries[frame.at++], found) || enough()) return true;
    }
  }

  /** @returns whether a directory was read */
  #visit(frame: Frame, { name, kind }: DirEntry, found: FoundEntry[]): boolean {
    const seen = this.#seen(frame, name, kind);
    if (seen === undefined) return false;
    const isDir = seen.kind === "dir";
    // The store of a repository is no part of the project.
    if (isDir && name === ".git") return false;
    const dotted = !this.options.hidden && name.charCodeAt(0) === DOT;
    const target = this.#targeted(frame, name, dotted);
    const why = this.#refusal(frame, name, isDir, dotted, target);
    if (why === "unwanted") return false;
    if (why !== undefined) return this.#skip(why);
    const shown = joinPath(frame.shown, name);
    const apart = this.options.apart.size > 1 && this.options.apart.has(shown);
    if (accepted(target, isDir) && (isDir || !apart)) found.push({ shown, ...seen });
    return isDir && !apart && this.#enter(frame, name, seen.place, shown, target);
  }

  /** The entry itself, or where it is a link that is to be followed, its target. */
  #seen(frame: Frame, name: string, kind: Kind): Omit<FoundEntry, "shown"> | undefined {
    const place = child(frame.dir, name);
    if (kind !== "link" || !this.options.followSymlinks) return { place, kind };
    try {
      const target = this.door.follow(place);
      const seen = { place: target, kind: this.door.stat(target).kind };
      return seen.kind === "dir" && this.#isOpen(target) ? undefined : seen;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.key === "outside") this.#skip("outside_root");
      // A link that leads nowhere is still a link.
      return error.key === "outside" ? undefined : { place, kind };
    }
  }

  /** Whether a directory is on the way to the current one: following a link to it would never end. */
  #isOpen({ root, path }: Place): boolean {
    return this.#stack.some(({ dir }) => dir.path === path && dir.root === root);
  }

  #targeted({ target: state }: Frame, name: string, dotted: boolean): State | undefined {
    const { target } = this.options;
    if (target === undefined || state === undefined) return undefined;
    return dotted ? target.feedHidden(state, name) : target.feed(state, name);
  }

  /** Why an entry is left out; `unwanted` when nobody asked for it. */
  #refusal(
    frame: Frame,
    name: string,
    isDir: boolean,
    dotted: boolean,
    target?: State,
  ): SkipKind | "unwanted" | undefined {
    if (target !== undefined && !(isDir ? target.alive : accepted(target, false))) {
      return dotted && this.#wantedWithoutDot(frame, name, isDir) ? "hidden" : "unwanted";
    }
    const { overrides } = this.options;
    if (overrides !== undefined && frame.globs !== undefined) {
      const verdict = overrides.verdict(frame.globs, name, isDir);
      if (verdict === "include") return dotted && !overrides.namesDot(frame.globs, name, isDir) ? "hidden" : undefined;
      if (verdict !== undefined) return "unwanted";
    }
    const judged = judge(frame.levels, name, isDir);
    if (judged !== undefined) return judged === "ignored" ? "ignored" : undefined;
    return dotted && target === undefined ? "hidden" : undefined;
  }

  #wantedWithoutDot(frame: Frame, name: string, isDir: boolean): boolean {
    const state = this.#targeted(frame, name, false);
    return state !== undefined && (isDir ? state.alive : accepted(state, false));
  }

  #enter(from: Frame, name: string, dir: Place, shown: string, target: State | undefined): boolean {
    const depth = from.depth + 1;
    if (this.options.depth !== undefined && depth >= this.options.depth) return false;
    const inside = target && this.options.target?.feed(target, "/");
    if (inside?.alive === false) return false;
    const globs = from.globs && this.options.overrides?.feed(from.globs, name + "/");
    const content = this.#readOrSkip(dir);
    if (content !== undefined) this.#push(dir, shown, depth, content, below(from.levels, name), globs, inside);
    return true;
  }

  #readOrSkip(dir: Place): Content | undefined {
    try {
      return this.#read(dir);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.key === "outside") this.#skip("outside_root");
      // What has gone meanwhile is no longer there to be counted.
      else if (error.key !== "not_found" || this.#isTooLong(dir)) this.#skip("unreadable");
      return undefined;
    }
  }

  #isTooLong({ root, path }: Place): boolean {
    return this.door.roots[root].path.length + path.length > LONG_PATH;
  }

  #read(dir: Place): Content {
    return this.door.prove(() => {
      const { entries, undecodable } = this.door.list(dir);
      return { entries, undecodable, own: this.options.noIgnore ? [] : readRules(this.door, dir, entries) };
    });
  }

  #push(
    dir: Place,
    shown: string,
    depth: number,
    content: Content,
    above: Levels,
    globs?: State,
    target?: State,
  ): void {
    const entries = content.entries.toSorted((a, b) => comparePaths(a.name, b.name));
    if (content.undecodable > 0) this.#skip("undecodable_name", content.undecodable);
    this.#stack.push({ dir, shown, depth, entries, levels: withRules(above, content.own), globs, target, at: 0 });
  }

  #skip(kind: SkipKind, count = 1): false {
    this.#skipped[kind] = (this.#skipped[kind] ?? 0) + count;
    return false;
  }
}

/** Whether a target takes this very entry; without a target all are taken. */
function accepted(target: State | undefined, isDir: boolean): boolean {
  return target === undefined || (isDir ? target.dir : target.file) >= 0;
}
