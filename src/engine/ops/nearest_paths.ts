/**
 * Existing paths that a path which does not exist may have meant.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import type { Door } from "../../door/door.ts";
import { normalizeDrive } from "../../model/escape_glob.ts";
import { baseName, dirPrefix, parentPath } from "../../model/place.ts";
import { likelyPath } from "../../model/likely_path.ts";
import type { NearestReport } from "../../model/report.ts";
import { DEFAULT_SCOPE, type NearestRequest } from "../../model/request.ts";
import { find } from "../find/find.ts";
import { forEachYielding } from "../task/batches.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";

/** A name further off than so many edits was not meant. */
const MAX_EDITS = 2;
/** Shorter names are all within a few edits of each other, and in each other. */
const MIN_NAME_LENGTH = 3;

/**
 * The paths whose last name is the wanted one, in other letter case, with another extension or up to two
 * edits off; those nearest to the wanted directory first. Behind them, files of that directory of whose names
 * one is a part of the other.
 */
export function* nearestPaths(request: NearestRequest, job: Job): Operation<NearestReport> {
  const scope = { ...DEFAULT_SCOPE, roots: job.door.roots.map(({ path }) => path) };
  const { entries } = yield* find(scope, undefined, job, "entries");
  const asked = toShownPath(request.path, job.door),
    wanted = toLowerCasePath(toShownPath(likelyPath(request.path), job.door));
  const ranked: { path: string; rank: number }[] = [];
  yield* forEachYielding(entries, job, ({ shown, kind }) => {
    // A link that leads nowhere is there, and yet is not what was meant.
    if (job.remainingMs() <= 0 || shown.endsWith(asked) && toShownPath(shown, job.door) === asked) return;
    const is = toLowerCasePath(shown),
      off = Math.min(nameDistance(wanted.name, is.name), kind === "dir" ? Infinity : containedNameDistance(wanted, is));
    if (off < Infinity) ranked.push({ path: shown, rank: off * 1000 + dirDistance(wanted.dir, is.dir) });
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { op: "nearest", paths: ranked.slice(0, request.limit).map(({ path }) => path) };
}

/** A path in two, in small letters. */
interface LowerCasePath {
  readonly dir: string;
  readonly name: string;
}

function toLowerCasePath(path: string): LowerCasePath {
  return { dir: parentPath(path).toLowerCase(), name: baseName(path).toLowerCase() };
}

/** A caller's path, as entries are shown. */
function toShownPath(path: string, { roots: [{ path: root }] }: Pick<Door, "roots">): string {
  const stem = dirPrefix(root),
    own = normalizeDrive(path),
    below = own.startsWith(stem) ? own.slice(stem.length) : path;
  return below.split("/").filter((name) => name !== "" && name !== ".").join("/");
}

/** 0 the same name, 1 the same stem, else edits and 1. */
function nameDistance(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (nameStem(name) === nameStem(wanted)) return 1;
  if (Math.abs(name.length - wanted.length) > MAX_EDITS || wanted.length < MIN_NAME_LENGTH) return Infinity;
  const edits = levenshteinDistance(wanted, name);
  return edits > MAX_EDITS ? Infinity : edits + 1;
}

/** Behind all that are near by name: the same directory, and the one stem in the other. */
function containedNameDistance(wanted: LowerCasePath, is: LowerCasePath): number {
  const a = nameStem(wanted.name), b = nameStem(is.name);
  if (is.dir !== wanted.dir || Math.min(a.length, b.length) < MIN_NAME_LENGTH) return Infinity;
  return a.includes(b) || b.includes(a) ? MAX_EDITS + 2 : Infinity;
}

function nameStem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Names that two directories do not share from their ends. */
function dirDistance(wanted: string, dir: string): number {
  const a = wanted.split("/"), b = dir.split("/");
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return Math.min(999, a.length + b.length - 2 * same);
}
