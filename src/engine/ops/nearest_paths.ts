/**
 * Says what is at a path that a caller wrote, and finds existing paths near one that does not exist.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import type { Door } from "../../door/door.ts";
import { normalizeDrive } from "../../model/escape.ts";
import { likelyPath } from "../../model/path_with_lines.ts";
import { baseName, dirPrefix, parentPath } from "../../model/place.ts";
import { ToolError, valueOrFault } from "../../model/messages/tool_error.ts";
import type { LocateReport, NearestReport } from "../../model/report.ts";
import { DEFAULT_SCOPE, type LocateRequest, type NearestRequest } from "../../model/request.ts";
import { find } from "../find/find.ts";
import type { Job } from "../run/job.ts";
import { forEachYielding, mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";

/** A name more edits away was not meant. */
const MAX_EDITS = 2;
/** Shorter names are all within a few edits of each other, and parts of each other. */
const MIN_NAME_LENGTH = 3;

/** Answers a LocateRequest. */
export function* locate({ paths, timeoutMs }: LocateRequest, job: Job): Operation<LocateReport> {
  const kinds = yield* mapProvedInTime(job.door, paths, job, (path) => kindAt(path, job.door));
  if (kinds.length < paths.length) throw new ToolError("timeout", { ms: timeoutMs });
  return { op: "locate", kinds };
}

/** What is at a path. */
export function kindAt(path: string, door: Door): LocateReport["kinds"][number] {
  const found = valueOrFault(() => door.resolve(path));
  if (!(found instanceof ToolError)) return found.kind;
  return found.key === "outside" ? "outside" : "missing";
}

/**
 * Answers a NearestRequest: paths whose last name is the wanted one, in other letter case, with another extension or up
 * to two edits off. Those nearest to the wanted directory come first. After them, files of the wanted directory whose
 * name contains the wanted name or is contained in it.
 */
export function* nearestPaths(request: NearestRequest, job: Job): Operation<NearestReport> {
  const scope = { ...DEFAULT_SCOPE, roots: job.door.roots.map(({ path }) => path) };
  const { entries } = yield* find(scope, undefined, job, "entries");
  const given = toShownPath(request.path, job.door);
  const wanted = toLowerCasePath(toShownPath(likelyPath(request.path), job.door));
  const ranked: { path: string; rank: number }[] = [];
  yield* forEachYielding(entries, job, ({ shown, kind }) => {
    // A link that leads nowhere exists, but it is not the path that was meant.
    if (job.remainingMs() <= 0 || shown.endsWith(given) && toShownPath(shown, job.door) === given) return;
    const entry = toLowerCasePath(shown);
    const contained = kind === "dir" ? Infinity : containedNameDistance(wanted, entry);
    const distance = Math.min(nameDistance(wanted.name, entry.name), contained);
    if (distance < Infinity) ranked.push({ path: shown, rank: distance * 1000 + dirDistance(wanted.dir, entry.dir) });
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return { op: "nearest", paths: ranked.slice(0, request.limit).map(({ path }) => path) };
}

/** A path in lower case. */
interface LowerCasePath {
  readonly dir: string;
  readonly name: string;
}

function toLowerCasePath(path: string): LowerCasePath {
  return { dir: parentPath(path).toLowerCase(), name: baseName(path).toLowerCase() };
}

/** A caller's path in the form in which entries are shown. */
function toShownPath(path: string, { roots: [{ path: root }] }: Pick<Door, "roots">): string {
  const prefix = dirPrefix(root), absolute = normalizeDrive(path);
  const below = absolute.startsWith(prefix) ? absolute.slice(prefix.length) : path;
  return below.split("/").filter((name) => name !== "" && name !== ".").join("/");
}

/** 0 for the same name, 1 for the same stem, else edits + 1. */
function nameDistance(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (nameStem(name) === nameStem(wanted)) return 1;
  if (Math.abs(name.length - wanted.length) > MAX_EDITS || wanted.length < MIN_NAME_LENGTH) return Infinity;
  const edits = levenshteinDistance(wanted, name);
  return edits > MAX_EDITS ? Infinity : edits + 1;
}

/** More than any `nameDistance`: in the same directory, and one stem contains the other. */
function containedNameDistance(wanted: LowerCasePath, entry: LowerCasePath): number {
  const a = nameStem(wanted.name), b = nameStem(entry.name);
  if (entry.dir !== wanted.dir || Math.min(a.length, b.length) < MIN_NAME_LENGTH) return Infinity;
  return a.includes(b) || b.includes(a) ? MAX_EDITS + 2 : Infinity;
}

function nameStem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Number of names that two directories do not share, counted from their ends. */
function dirDistance(wanted: string, dir: string): number {
  const a = wanted.split("/"), b = dir.split("/");
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return Math.min(999, a.length + b.length - 2 * same);
}
