/**
 * Owns which ignore files count for an entry, and in what order: by kind of file first, then the deeper
 * directory first, as in ripgrep.
 * @module
 */
import type { DirEntry, Door, OpenFile } from "../../door/door.ts";
import { childPlace, type EntryKind, type Place } from "../../model/place.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { GlobState } from "./glob_automaton.ts";
import { gitCommonDir } from "./git_common_dir.ts";
import { compileIgnoreFile, MAX_IGNORE_BYTES } from "./gitignore.ts";
import { snapshotOf } from "../text/snapshot.ts";
import { readFully } from "../text/read_fully.ts";
import type { RuleSet } from "./rule_set.ts";

/** A repository's store or, in a submodule or linked worktree, a file that says where it is. */
const GIT = ".git";

/** The kinds of ignore files, the strongest first; each by the entry that shows it is there. `.git` holds `info/exclude`. */
const IGNORE_SOURCES = [
  { entry: ".rgignore", isGit: false },
  { entry: ".ignore", isGit: false },
  { entry: ".gitignore", isGit: true },
  { entry: GIT, isGit: true },
] as const;

/** Files that may be there, where listing a directory for them would cost more than opening them. */
const IGNORE_FILES: readonly DirEntry[] = IGNORE_SOURCES.flatMap(({ entry }) =>
  entry === GIT ? [] : [{ name: entry, kind: "file" }]
);

const DOT = 0x2e;

/** Rule sets of one directory; `rank` is their place in SOURCES. */
export interface RankedRules {
  readonly rank: number;
  readonly set: RuleSet;
}

/** What one directory says of the entries below it. */
export interface DirectoryRules {
  readonly own: readonly RankedRules[];
  /** It is a repository of its own: what `.gitignore`s and `info/exclude` above it say ends here, as in git. */
  readonly isRepository: boolean;
}

/** A rule set, and how far the path from its directory has been matched. */
interface IgnoreLevel extends RankedRules {
  readonly state: GlobState;
}

/** The rule sets that count in a directory, the strongest first. */
export type IgnoreStack = readonly IgnoreLevel[];

/** Reads the ignore files among `entries` of `dir`. What can't be read says nothing. */
export function readIgnoreRules(door: Door, dir: Place, entries: readonly DirEntry[]): DirectoryRules {
  const own: RankedRules[] = [];
  let isRepository = false;
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== DOT || kind === "special") continue;
    const rank = IGNORE_SOURCES.findIndex((source) => source.entry === name);
    if (rank < 0) continue;
    isRepository ||= name === GIT;
    const file = name === GIT ? infoExcludeFile(door, dir, kind) : childPlace(dir, name);
    const set = file && compileIgnoreFile(readHead(door, file));
    if (set !== undefined) own.push({ rank, set });
  }
  return { own, isRepository };
}

/** @param kind what `.git` in `dir` is: where it is a file, that names the store */
function infoExcludeFile(door: Door, dir: Place, kind: EntryKind): Place | undefined {
  const read = (file: Place) => new TextDecoder().decode(readHead(door, file));
  const store = kind === "file" ? gitCommonDir(dir, door.roots, read) : childPlace(dir, GIT);
  return store && childPlace(childPlace(store, "info"), "exclude");
}

/** Rule sets that count at once; a tree that nests more has been made to keep us busy. */
const MAX_LEVELS = 64;
/** Weight of all that count at once, for the same reason; a directory's own rules that go beyond are left out. */
const MAX_STACK_WEIGHT = 10_000;

/** Levels inside a directory with rules of its own, from those of its parent. */
export function pushRules(above: IgnoreStack, { own, isRepository }: DirectoryRules): IgnoreStack {
  const levels = isRepository ? above.filter(({ rank }) => !IGNORE_SOURCES[rank].isGit) : above;
  if (own.length === 0) return levels;
  const weight = [...own, ...levels].reduce((sum, { set }) => sum + set.weight, 0);
  if (levels.length > MAX_LEVELS || weight > MAX_STACK_WEIGHT) return levels;
  const fresh = own.map(({ rank, set }) => ({ rank, set, state: set.automaton.start }));
  return [...fresh, ...levels].sort((a, b) => a.rank - b.rank);
}

/** Levels in `name` of a directory with `levels`, before that directory's own rules. */
export function enterDirectory(levels: IgnoreStack, name: string): IgnoreStack {
  return levels
    .map((level) => ({ ...level, state: level.set.automaton.advance(level.state, name + "/") }))
    .filter((level) => level.state.isAlive);
}

/** Whether the rules ignore entry `name`, have it back, or say nothing. */
export function ignoreVerdict(levels: IgnoreStack, name: string, isDir: boolean): "ignored" | "kept" | undefined {
  for (const { set, state } of levels) {
    const verdict = set.verdict(set.automaton.advance(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "ignored" : "kept";
  }
  return undefined;
}

/** Levels in `dir` from the root down to its parent: what rules above a search root say below it. */
export function ignoreStackAbove(door: Door, dir: Place): IgnoreStack {
  let levels: IgnoreStack = [];
  if (dir.path === "") return levels;
  let place: Place = { root: dir.root, path: "" };
  for (const name of dir.path.split("/")) {
    levels = enterDirectory(pushRules(levels, rulesOfUnlisted(door, place)), name);
    place = childPlace(place, name);
  }
  return levels;
}

/** The rules of a directory that is not listed. */
function rulesOfUnlisted(door: Door, dir: Place): DirectoryRules {
  const kind = kindByOpening(door, childPlace(dir, GIT));
  return readIgnoreRules(door, dir, kind === undefined ? IGNORE_FILES : [...IGNORE_FILES, { name: GIT, kind }]);
}

/** What an entry is, as far as opening it tells: a cached find is checked against what it opened. */
function kindByOpening(door: Door, place: Place): EntryKind | undefined {
  try {
    door.open(place).close();
    return "file";
  } catch (error) {
    if (error instanceof ToolError) return error.key === "not_found" ? undefined : "dir";
    throw error;
  }
}

function readHead(door: Door, place: Place): Uint8Array {
  const file = unlessRefused(() => door.open(place)) ?? unlessRefused(() => door.open(door.followLinks(place)));
  if (file === undefined) return new Uint8Array();
  try {
    // Rewritten meanwhile and read as far as it went before, `!.env` may be `!`, which has everything back.
    return unlessRefused(() => wholeLinesOf(snapshotOf(file))) ?? new Uint8Array();
  } finally {
    file.close();
  }
}

/** The first MAX_IGNORE_BYTES, without the line that is cut there. */
function wholeLinesOf(file: OpenFile): Uint8Array {
  const head = readFully(file, new Uint8Array(Math.min(file.stamp.size, MAX_IGNORE_BYTES)), 0);
  return file.stamp.size > MAX_IGNORE_BYTES ? head.subarray(0, head.lastIndexOf(0x0a) + 1) : head;
}

/** The value, or nothing where the door refuses. */
function unlessRefused<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
