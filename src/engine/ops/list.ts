/**
 * Answers list_files: a page of the entries found, with size and time if asked for, and their counts by directory.
 * @module
 */
import type { Door, Stamp } from "../../door/door.ts";
import { unlessRefused } from "../../model/messages/tool_error.ts";
import { baseName, comparePaths } from "../../model/place.ts";
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { EntryTests, EntryType, ListRequest } from "../../model/request.ts";
import { directoryTree } from "../find/directory_tree.ts";
import { find, resolveRoots, sortByStat, type StatSort } from "../find/find.ts";
import type { Job } from "../run/job.ts";
import { forEachYielding, mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import { addToFingerprint, type WantedKinds } from "../walk/find_result.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

/**
 * Answers a ListRequest.
 * @throws ToolError for a root, glob or pattern that can't be used
 */
export function* list(request: ListRequest, job: Job): Operation<ListReport> {
  // Before the find, which may use all the time.
  const roots = request.tree && (yield* resolveRoots(request.scope.roots, job));
  const result = yield* find(request.scope, request.tests, job, wantedKinds(request.tests));
  // Only files, directories and links are listed, so special entries are not reported as skipped.
  const { special: _, ...skipped } = result.skipped;
  const { entries, fingerprint, isComplete } = yield* pageOf(request, result.entries, job);
  const tree = request.tree && roots && (yield* directoryTree(result.entries, roots, request.tree, job));
  const cutBy = isComplete ? result.cutBy : "timeout";
  return {
    op: "list",
    entries,
    ...(tree && { tree }),
    total: result.entries.length,
    fingerprint,
    searched: result.examined,
    skipped,
    ...(cutBy === undefined ? {} : { cutBy }),
  };
}

interface ListedPage {
  readonly entries: readonly ListedEntry[];
  /** Of all entries, and of their order if the disk decides that. */
  readonly fingerprint: number;
  /** Whether the time sufficed. */
  readonly isComplete: boolean;
}

function* pageOf(request: ListRequest, found: readonly WalkEntry[], job: Job): Operation<ListedPage> {
  const { sort = "path", skip, limit, metadata } = request;
  if (sort === "size" || sort === "mtime") return yield* pageSortedByStat(sort, request, found, job);
  const sorted = sort === "name" ? yield* sortByName(found, job) : found;
  const page = sorted.slice(skip, skip + limit);
  const entries = metadata
    ? yield* mapProvedInTime(job.door, page, job, (entry) => withStat(job.door, entry))
    : page.map(listedEntry);
  return { entries, fingerprint: yield* fingerprintOf(found, job), isComplete: entries.length === page.length };
}

function* pageSortedByStat(
  sort: StatSort,
  { skip, limit }: ListRequest,
  found: readonly WalkEntry[],
  job: Job,
): Operation<ListedPage> {
  const sorted = yield* sortByStat(sort, found, job);
  let fingerprint = 0;
  yield* forEachYielding(sorted, job, ({ entry, sortKey }) => {
    fingerprint = addToFingerprint(fingerprint, entry.shown, sortKey);
  });
  const entries = sorted.slice(skip, skip + limit).map(({ entry, stamp }) => stampedEntry(entry, stamp));
  return { entries, fingerprint, isComplete: sorted.length === found.length };
}

/** By name; entries of one name in path order. */
function* sortByName(found: readonly WalkEntry[], job: Job): Operation<readonly WalkEntry[]> {
  const named: { readonly entry: WalkEntry; readonly name: string }[] = [];
  yield* forEachYielding(found, job, (entry) => named.push({ entry, name: baseName(entry.shown) }));
  return named.sort((a, b) => comparePaths(a.name, b.name)).map(({ entry }) => entry);
}

/** The same array comes again for each page. */
const fingerprints = new WeakMap<readonly WalkEntry[], number>();

function* fingerprintOf(entries: readonly WalkEntry[], job: Job): Operation<number> {
  const known = fingerprints.get(entries);
  if (known !== undefined) return known;
  let fingerprint = 0;
  yield* forEachYielding(entries, job, ({ shown }) => fingerprint = addToFingerprint(fingerprint, shown));
  fingerprints.set(entries, fingerprint);
  return fingerprint;
}

/** The kinds that can pass the tests. Without links, the watcher reports every change of a directory. */
function wantedKinds({ types }: EntryTests): WantedKinds {
  const kinds = types.filter((type) => type !== "e");
  if (kinds.length > 0 && kinds.every((type) => FILE_TYPES.has(type))) return "files";
  // Links also decide whether a directory is empty.
  if (kinds.length === 0 || types.includes("e")) return "entries";
  return kinds.every((type) => type === "d" || FILE_TYPES.has(type)) ? "files_and_dirs" : "entries";
}

const FILE_TYPES: ReadonlySet<EntryType> = new Set(["f", "x"]);

function listedEntry({ shown, kind }: WalkEntry): ListedEntry {
  return { path: shown, kind };
}

/** An entry that has gone since it was found is listed without size and time. */
function withStat(door: Door, entry: WalkEntry): ListedEntry {
  return stampedEntry(entry, unlessRefused(() => door.stat(entry.place, entry.dirMark)));
}

function stampedEntry(entry: WalkEntry, stamp: Stamp | undefined): ListedEntry {
  if (stamp === undefined) return listedEntry(entry);
  return { ...listedEntry(entry), size: stamp.size, mtime: Math.floor(stamp.mtime / 1000) };
}
