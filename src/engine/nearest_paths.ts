/**
 * Existing paths that a path which does not exist may have meant.
 * @module
 */
import { baseName, parentPath } from "../model/place.ts";
import { distance } from "../model/nearest.ts";
import type { NearestReport } from "../model/report.ts";
import type { NearestRequest } from "../model/request.ts";
import { find } from "./find.ts";
import { eachOf } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";

/** A name further off than so many edits was not meant. */
const MOST_EDITS = 2;
const SCOPE = { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false, prefixes: [] };

/**
 * The paths whose last name is the wanted one, in other letter case, with another extension or up to two
 * edits off; those nearest to the wanted directory first.
 */
export function* nearestPaths(request: NearestRequest, job: Job): Operation<NearestReport> {
  const { entries } = yield* find(SCOPE, undefined, job, "entries");
  const wanted = { name: baseName(request.path).toLowerCase(), dir: parentPath(request.path).toLowerCase() };
  const ranked: { path: string; rank: number }[] = [];
  yield* eachOf(entries, job, ({ shown }) => {
    if (job.left() <= 0) return;
    const off = nameOff(wanted.name, baseName(shown).toLowerCase());
    if (off < MOST_EDITS + 1) ranked.push({ path: shown, rank: off * 1000 + dirOff(wanted.dir, parentPath(shown)) });
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { op: "nearest", paths: ranked.slice(0, request.limit).map(({ path }) => path) };
}

/** 0 the same name, 1 the same stem, else edits and 1. */
function nameOff(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (stem(name) === stem(wanted)) return 1;
  if (Math.abs(name.length - wanted.length) >= MOST_EDITS || wanted.length < 3) return Infinity;
  return distance(wanted, name) + 0.5;
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Names that two directories do not share from their ends. */
function dirOff(wanted: string, dir: string): number {
  const a = wanted.split("/"), b = dir.toLowerCase().split("/");
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return Math.min(999, a.length + b.length - 2 * same);
}
