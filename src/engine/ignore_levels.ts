/**
 * Owns which ignore files count for an entry, and in what order: by kind of file first, then the deeper
 * directory first, as in ripgrep.
 * @module
 */
import type { DirEntry, Door, OpenFile } from "../door/door.ts";
import { child, type Kind, type Place } from "../model/place.ts";
import { ToolError } from "../model/tool_error.ts";
import type { State } from "./automaton.ts";
import { linkedStore } from "./git_store.ts";
import { compileIgnore, MAX_IGNORE_BYTES } from "./ignore.ts";
import { atOneMoment } from "./one_moment.ts";
import { readInto } from "./read_into.ts";
import type { RuleSet } from "./rule_set.ts";

/** A repository's store or, in a submodule or linked worktree, a file that says where it is. */
const GIT = ".git";

/** The kinds of ignore files, the strongest first; each by the entry that shows it is there. `.git` holds `info/exclude`. */
const SOURCES = [
  { entry: ".rgignore", isGit: false },
  { entry: ".ignore", isGit: false },
  { entry: ".gitignore", isGit: true },
  { entry: GIT, isGit: true },
] as const;

/** Files that may be there, where listing a directory for them would cost more than opening them. */
const CANDIDATES: readonly DirEntry[] = SOURCES.flatMap(({ entry }) =>
  entry === GIT ? [] : [{ name: entry, kind: "file" }]
);

const DOT = 0x2e;

/** Rule sets of one directory; `rank` is their place in SOURCES. */
export interface OwnRules {
  readonly rank: number;
  readonly set: RuleSet;
}

/** What one directory says of the entries below it. */
export interface DirRules {
  readonly own: readonly OwnRules[];
  /** It is a repository of its own: what `.gitignore`s and `info/exclude` above it say ends here, as in git. */
  readonly isRepository: boolean;
}

/** A rule set, and how far the path from its directory has been matched. */
interface Level extends OwnRules {
  readonly state: State;
}

/** The rule sets that count in a directory, the strongest first. */
export type Levels = readonly Level[];

/** Reads the ignore files among `entries` of `dir`. What can't be read says nothing. */
export function readRules(door: Door, dir: Place, entries: readonly DirEntry[]): DirRules {
  const own: OwnRules[] = [];
  let isRepository = false;
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== DOT || kind === "special") continue;
    const rank = SOURCES.findIndex((source) => source.entry === name);
    if (rank < 0) continue;
    isRepository ||= name === GIT;
    const file = name === GIT ? excludeFile(door, dir, kind) : child(dir, name);
    const set = file && compileIgnore(readHead(door, file));
    if (set !== undefined) own.push({ rank, set });
  }
  return { own, isRepository };
}

/** @param kind what `.git` in `dir` is: where it is a file, that names the store */
function excludeFile(door: Door, dir: Place, kind: Kind): Place | undefined {
  const read = (file: Place) => new TextDecoder().decode(readHead(door, file));
  const store = kind === "file" ? linkedStore(dir, door.roots, read) : child(dir, GIT);
  return store && child(child(store, "info"), "exclude");
}

/** Rule sets that count at once; a tree that nests more has been made to keep us busy. */
const MAX_LEVELS = 64;
/** Weight of all that count at once, for the same reason; a directory's own rules that go beyond are left out. */
const MAX_WEIGHT = 10_000;

/** Levels inside a directory with rules of its own, from those of its parent. */
export function withRules(above: Levels, { own, isRepository }: DirRules): Levels {
  const levels = isRepository ? above.filter(({ rank }) => !SOURCES[rank].isGit) : above;
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
    levels = below(withRules(levels, rulesOf(door, place)), name);
    place = child(place, name);
  }
  return levels;
}

/** The rules of a directory that is not listed. */
function rulesOf(door: Door, dir: Place): DirRules {
  const kind = kindUnlisted(door, child(dir, GIT));
  return readRules(door, dir, kind === undefined ? CANDIDATES : [...CANDIDATES, { name: GIT, kind }]);
}

/** What an entry is, as far as opening it tells: a cached find is checked against what it opened. */
function kindUnlisted(door: Door, place: Place): Kind | undefined {
  try {
    door.open(place).close();
    return "file";
  } catch (error) {
    if (error instanceof ToolError) return error.key === "not_found" ? undefined : "dir";
    throw error;
  }
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
