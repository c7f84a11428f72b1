/**
 * The ignore files that apply to an entry, the strongest first: by kind of file, then the deeper directory, as in
 * ripgrep.
 * @module
 */
import type { DirEntry, Door, OpenFile, Root } from "../../door/door.ts";
import { ToolError, unlessRefused, valueOrFault } from "../../model/messages/tool_error.ts";
import { childPlace, dirPrefix, type EntryKind, isAbsolute, joinPath, type Place } from "../../model/place.ts";
import { readFully, snapshotOf } from "../text/text_file.ts";
import { normalize } from "@std/path/posix";
import { compileIgnoreFile, MAX_IGNORE_BYTES, type RuleSet } from "./gitignore.ts";
import type { GlobState } from "./glob_automaton.ts";
import { GLOB_DIALECTS } from "./parse_glob.ts";

/** A repository's git directory or, in a submodule or linked worktree, a file that names it. */
const GIT = ".git";

/** The kinds of ignore files, the strongest first, each by its entry in a directory; `.git` has `info/exclude`. */
const IGNORE_SOURCES = [
  { entry: ".rgignore", dialect: GLOB_DIALECTS.ignore },
  { entry: ".ignore", dialect: GLOB_DIALECTS.ignore },
  { entry: ".gitignore", dialect: GLOB_DIALECTS.gitignore },
  { entry: GIT, dialect: GLOB_DIALECTS.gitignore },
] as const;

/** The ignore files that a directory may have, for one that is not listed: opening them costs less than listing it. */
const IGNORE_FILES: readonly DirEntry[] = IGNORE_SOURCES.flatMap(({ entry }) =>
  entry === GIT ? [] : [{ name: entry, kind: "file" }]
);

const DOT = 0x2e;

/** One ignore file's rules; `rank` is the index of its kind in IGNORE_SOURCES. */
interface RankedRules {
  readonly rank: number;
  readonly set: RuleSet;
}

/** The reads of rule files. */
export type RuleDoor = Pick<Door, "roots" | "open" | "followLinks">;

interface DirectoryRules {
  readonly own: readonly RankedRules[];
  /** It is a repository: the `.gitignore`s and `info/exclude` above it don't apply in it, as in git. */
  readonly isRepository: boolean;
}

/** A rule set, and how far it has matched the path from its directory. */
interface IgnoreLevel extends RankedRules {
  readonly state: GlobState;
}

/** The rule sets that apply in a directory, the strongest first. */
export type IgnoreStack = readonly IgnoreLevel[];

/** Reads the ignore files among `entries` of `dir`. A file that can't be read has no rules. */
export function readIgnoreRules(door: RuleDoor, dir: Place, entries: readonly DirEntry[]): DirectoryRules {
  const own: RankedRules[] = [];
  let isRepository = false;
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== DOT || kind === "special") continue;
    const rank = IGNORE_SOURCES.findIndex((source) => source.entry === name);
    if (rank < 0) continue;
    isRepository ||= name === GIT;
    const file = name === GIT ? infoExcludeFile(door, dir, kind) : childPlace(dir, name);
    // As git, a link is not followed.
    const bytes = file && readHead(door, file, name !== ".gitignore");
    const set = bytes && compileIgnoreFile(bytes, IGNORE_SOURCES[rank].dialect);
    if (set !== undefined) own.push({ rank, set });
  }
  return { own, isRepository };
}

/** @param kind the kind of `.git` in `dir`: if it is a file, it names the git directory */
function infoExcludeFile(door: RuleDoor, dir: Place, kind: EntryKind): Place | undefined {
  const read = (file: Place) => new TextDecoder().decode(readHead(door, file));
  const gitDir = kind === "file" ? gitCommonDir(dir, door.roots, read) : childPlace(dir, GIT);
  return gitDir && childPlace(childPlace(gitDir, "info"), "exclude");
}

/** Rule sets that apply at the same time; only a hostile tree nests more. */
const MAX_LEVELS = 64;
/** Weight of all rules that apply at the same time; a directory's own rules beyond it are dropped. */
const MAX_STACK_WEIGHT = 10_000;

/** The stack of a directory, from that of its parent and its own rules. */
export function pushRules(stack: IgnoreStack, { own, isRepository }: DirectoryRules): IgnoreStack {
  const levels = isRepository
    ? stack.filter(({ rank }) => IGNORE_SOURCES[rank].dialect !== GLOB_DIALECTS.gitignore)
    : stack;
  if (own.length === 0) return levels;
  const weight = [...own, ...levels].reduce((sum, { set }) => sum + set.weight, 0);
  if (levels.length > MAX_LEVELS || weight > MAX_STACK_WEIGHT) return levels;
  const fresh = own.map(({ rank, set }) => ({ rank, set, state: set.automaton.start }));
  return [...fresh, ...levels].sort((a, b) => a.rank - b.rank);
}

/** The stack in the subdirectory `name`, before its own rules. */
export function enterDirectory(stack: IgnoreStack, name: string): IgnoreStack {
  return stack
    .map((level) => ({ ...level, state: level.set.automaton.advance(level.state, name + "/") }))
    .filter((level) => level.state.isAlive);
}

/** Whether the rules ignore entry `name`, un-ignore it (`kept`), or don't match it. */
export function ignoreVerdict(stack: IgnoreStack, name: string, isDir: boolean): "ignored" | "kept" | undefined {
  for (const { set, state } of stack) {
    const verdict = set.verdict(set.automaton.advance(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "ignored" : "kept";
  }
  return undefined;
}

/** The rules of all directories above `dir`, for a search that starts there. */
export function ignoreStackAbove(door: RuleDoor, dir: Place): IgnoreStack {
  let stack: IgnoreStack = [];
  if (dir.path === "") return stack;
  let place: Place = { root: dir.root, path: "" };
  for (const name of dir.path.split("/")) {
    stack = enterDirectory(pushRules(stack, rulesOfUnlisted(door, place)), name);
    place = childPlace(place, name);
  }
  return stack;
}

/** The rules of a directory that is not listed. */
function rulesOfUnlisted(door: RuleDoor, dir: Place): DirectoryRules {
  const kind = kindByOpening(door, childPlace(dir, GIT));
  return readIgnoreRules(door, dir, kind === undefined ? IGNORE_FILES : [...IGNORE_FILES, { name: GIT, kind }]);
}

/** An entry's kind, found by opening it, so that a cached find depends on it. */
function kindByOpening(door: RuleDoor, place: Place): EntryKind | undefined {
  const file = valueOrFault(() => door.open(place));
  if (file instanceof ToolError) return file.key === "not_found" ? undefined : "dir";
  file.close();
  return "file";
}

/** As much of a file as may count, and a byte more if there is one. */
function readHead(door: RuleDoor, place: Place, followLinks = true): Uint8Array {
  const file = openRules(door, place, followLinks);
  if (file === undefined) return new Uint8Array();
  try {
    // A snapshot: a file rewritten during the read and cut at its old size may have `!` for `!.env`, which un-ignores all.
    return unlessRefused(() => {
      const snapshot = snapshotOf(file);
      return readFully(snapshot, new Uint8Array(Math.min(snapshot.stamp.size, MAX_IGNORE_BYTES + 1)), 0);
    }) ?? new Uint8Array();
  } finally {
    file.close();
  }
}

/** The file at a place, or the one that a link there leads to. */
function openRules(door: RuleDoor, place: Place, followLinks: boolean): OpenFile | undefined {
  try {
    return door.open(place);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Nothing is there, as mostly for `info/exclude`: a find depends on that, and on no link.
    if (error.key === "not_found" || !followLinks) return undefined;
    return unlessRefused(() => door.open(door.followLinks(place)));
  }
}

/** Reads the beginning of a file as text; "" if there is no such file. */
type ReadText = (file: Place) => string;

/**
 * The directory whose `info/exclude` applies to a repository, as in gitrepository-layout(5). A `.git` file says
 * `gitdir: PATH`. The file `commondir` in that directory names the directory that linked worktrees share.
 * @param dir the directory that holds the file `.git`
 * @returns undefined if that directory lies outside the roots or the file names none
 */
export function gitCommonDir(dir: Place, roots: readonly Root[], read: ReadText): Place | undefined {
  const [, path] = /^gitdir: (.+)/.exec(read(childPlace(dir, ".git"))) ?? [];
  const gitDir = path === undefined ? undefined : placeInRoots(path.trimEnd(), dir, roots);
  if (gitDir === undefined) return undefined;
  const commonDir = read(childPlace(gitDir, "commondir")).trimEnd();
  return commonDir === "" ? gitDir : placeInRoots(commonDir, gitDir, roots);
}

/** The place that `path` means in `dir`, if it lies inside a root. The door refuses links on the way there. */
function placeInRoots(path: string, dir: Place, roots: readonly Root[]): Place | undefined {
  if (path.includes("\0")) return undefined;
  const joined = isAbsolute(path) ? path : joinPath(joinPath(roots[dir.root].path, dir.path), path);
  const absolute = normalize(joined).replace(/(?<=.)\/$/, "");
  for (const [root, { names }] of roots.entries()) {
    const name = names.find((name) => absolute === name || absolute.startsWith(dirPrefix(name)));
    if (name !== undefined) return { root, path: absolute.slice(dirPrefix(name).length) };
  }
  return undefined;
}
