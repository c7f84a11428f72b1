/**
 * Existing paths that a path which does not exist may have meant.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import type { Door } from "../door/door.ts";
import { drivePath } from "../model/literal_glob.ts";
import { baseName, parentPath, stemOf } from "../model/place.ts";
import { likelyPath } from "../model/likely_path.ts";
import type { NearestReport } from "../model/report.ts";
import { type NearestRequest, PLAIN_SCOPE } from "../model/request.ts";
import { find } from "./find.ts";
import { eachOf } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";

/** A name further off than so many edits was not meant. */
const MOST_EDITS = 2;
/** Shorter names are all within a few edits of each other, and in each other. */
const TELLING = 3;

/**
 * The paths whose last name is the wanted one, in other letter case, with another extension or up to two
 * edits off; those nearest to the wanted directory first. Behind them, files of that directory of whose names
 * one is a part of the other.
 */
export function* nearestPaths(request: NearestRequest, job: Job): Operation<NearestReport> {
  const scope = { ...PLAIN_SCOPE, roots: job.door.roots.map(({ path }) => path) };
  const { entries } = yield* find(scope, undefined, job, "entries");
  const asked = asShown(request.path, job.door), wanted = lowered(asShown(likelyPath(request.path), job.door));
  const ranked: { path: string; rank: number }[] = [];
  yield* eachOf(entries, job, ({ shown, kind }) => {
    // A link that leads nowhere is there, and yet is not what was meant.
    if (job.left() <= 0 || shown.endsWith(asked) && asShown(shown, job.door) === asked) return;
    const is = lowered(shown),
      off = Math.min(nameOff(wanted.name, is.name), kind === "dir" ? Infinity : partOff(wanted, is));
    if (off < Infinity) ranked.push({ path: shown, rank: off * 1000 + dirOff(wanted.dir, is.dir) });
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { op: "nearest", paths: ranked.slice(0, request.limit).map(({ path }) => path) };
}

/** A path in two, in small letters. */
interface Lowered {
  readonly dir: string;
  readonly name: string;
}

function lowered(path: string): Lowered {
  return { dir: parentPath(path).toLowerCase(), name: baseName(path).toLowerCase() };
}

/** A caller's path, as entries are shown. */
function asShown(path: string, { roots: [{ path: root }] }: Pick<Door, "roots">): string {
  const stem = stemOf(root), own = drivePath(path), below = own.startsWith(stem) ? own.slice(stem.length) : path;
  return below.split("/").filter((name) => name !== "" && name !== ".").join("/");
}

/** 0 the same name, 1 the same stem, else edits and 1. */
function nameOff(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (stem(name) === stem(wanted)) return 1;
  if (Math.abs(name.length - wanted.length) > MOST_EDITS || wanted.length < TELLING) return Infinity;
  const edits = levenshteinDistance(wanted, name);
  return edits > MOST_EDITS ? Infinity : edits + 1;
}

/** Behind all that are near by name: the same directory, and the one stem in the other. */
function partOff(wanted: Lowered, is: Lowered): number {
  const a = stem(wanted.name), b = stem(is.name);
  if (is.dir !== wanted.dir || Math.min(a.length, b.length) < TELLING) return Infinity;
  return a.includes(b) || b.includes(a) ? MOST_EDITS + 2 : Infinity;
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Names that two directories do not share from their ends. */
function dirOff(wanted: string, dir: string): number {
  const a = wanted.split("/"), b = dir.split("/");
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return Math.min(999, a.length + b.length - 2 * same);
}
