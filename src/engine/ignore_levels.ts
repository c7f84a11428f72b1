/**
 * Owns which ignore files count for an entry, and in what order: by kind of file first, then the deeper
 * directory first, as in ripgrep.
 * @module
 */
import type { DirEntry, Door, OpenFile } from "../door/door.ts";
import { child, type Place } from "../model/place.ts";
import { ToolError } from "../model/tool_error.ts";
import type { State } from "./automaton.ts";
import { compileIgnore, MAX_IGNORE_BYTES } from "./ignore.ts";
import { atOneMoment } from "./one_moment.ts";
import { readInto } from "./read_into.ts";
import type { RuleSet } from "./rule_set.ts";

/** The kinds of ignore files, the strongest first; each by the entry that shows it is there. */
const SOURCES = [
  { entry: ".rgignore", path: [] },
  { entry: ".ignore", path: [] },
  { entry: ".gitignore", path: [] },
  { entry: ".git", path: ["info", "exclude"] },
] as const;

/** What may be there, where listing a directory for it would cost more than asking for it. */
const CANDIDATES: readonly DirEntry[] = SOURCES.map(({ entry }) => ({ name: entry, kind: "file" }));

const DOT = 0x2e;

/** Whether an entry of this name may say which others are ignored. */
export function isSource(name: string): boolean {
  return SOURCES.some(({ entry }) => entry === name);
}

/** Rule sets of one directory; `rank` is their place in SOURCES. */
export interface OwnRules {
  readonly rank: number;
  readonly set: RuleSet;
}

/** A rule set, and how far the path from its directory has been matched. */
interface Level extends OwnRules {
  readonly state: State;
}

/** The rule sets that count in a directory, the strongest first. */
export type Levels = readonly Level[];

/** Reads the ignore files among `entries` of `dir`. What can't be read says nothing. */
export function readRules(door: Door, dir: Place, entries: readonly DirEntry[]): OwnRules[] {
  const found: OwnRules[] = [];
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== DOT || kind === "special") continue;
    const rank = SOURCES.findIndex((source) => source.entry === name);
    if (rank < 0) continue;
    const place = SOURCES[rank].path.reduce(child, child(dir, name));
    const set = compileIgnore(readHead(door, place));
    if (set !== undefined) found.push({ rank, set });
  }
  return found;
}

/** Rule sets that count at once; a tree that nests more has been made to keep us busy. */
const MAX_LEVELS = 64;
/** Weight of all that count at once, for the same reason; a directory's own rules that go beyond are left out. */
const MAX_WEIGHT = 10_000;

/** Levels inside a directory with rules of its own, from those of its parent. */
export function withRules(levels: Levels, own: readonly OwnRules[]): Levels {
  if (own.length === 0) return levels;
  const weight = [...own, ...levels].reduce((sum, { set }) => sum + set.weight, 0);
  if (levels.length > MAX_LEVELS || weight > MAX_WEIGHT) return levels;
  const fresh = own.map(({ rank, set }) => ({ rank, set, state: set.automaton.start }));
  return [...fresh, ...levels].sort((a, b) => a.rank - b.rank);
}

/** Levels in `name` of a directory with `levels`, before that directory's own rules. */
export function below(levels: Levels, name: string): Levels {
  return levels
    .map((level) => ({ ...level, state: level.set.automaton.feed(level.state, name + "/") }))
    .filter((level) => level.state.alive);
}

/** Whether the rules ignore entry `name`, have it back, or say nothing. */
export function judge(levels: Levels, name: string, isDir: boolean): "ignored" | "kept" | undefined {
  for (const { set, state } of levels) {
    const verdict = set.verdict(set.automaton.feed(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "ignored" : "kept";
  }
  return undefined;
}

/** Levels in `dir` from the root down to its parent: what rules above a search root say below it. */
export function levelsAbove(door: Door, dir: Place): Levels {
  let levels: Levels = [];
  if (dir.path === "") return levels;
  let place: Place = { root: dir.root, path: "" };
  for (const name of dir.path.split("/")) {
    levels = below(withRules(levels, readRules(door, place, CANDIDATES)), name);
    place = child(place, name);
  }
  return levels;
}

function readHead(door: Door, place: Place): Uint8Array {
  const file = orNothing(() => door.open(place)) ?? orNothing(() => door.open(door.follow(place)));
  if (file === undefined) return new Uint8Array();
  try {
    // Rewritten meanwhile and read as far as it went before, `!.env` may be `!`, which has everything back.
    return orNothing(() => headOf(atOneMoment(file))) ?? new Uint8Array();
  } finally {
    file.close();
  }
}

/** The first MAX_IGNORE_BYTES, without the line that is cut there. */
function headOf(file: OpenFile): Uint8Array {
  const head = readInto(file, new Uint8Array(Math.min(file.stamp.size, MAX_IGNORE_BYTES)), 0);
  return file.stamp.size > MAX_IGNORE_BYTES ? head.subarray(0, head.lastIndexOf(0x0a) + 1) : head;
}

/** The value, or nothing where the door refuses. */
function orNothing<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
