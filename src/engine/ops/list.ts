/**
 * Answers list_files: a page of the entries found, with size and time if asked for.
 * @module
 */
import type { Door } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { EntryTests, EntryType, ListRequest } from "../../model/request.ts";
import { find } from "../find/find.ts";
import { findExcluded, type RequestResults } from "../find/find_excluded.ts";
import type { Job } from "../run/job.ts";
import { forEachYielding } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import { addToFingerprint } from "../walk/path_fingerprint.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

/** Entries whose state is read in one proof. */
const STAT_BATCH_ENTRIES = 128;

/**
 * Answers a ListRequest.
 * @throws ToolError for a root, glob or pattern that can't be used
 */
export function* list(request: ListRequest, job: Job): Operation<ListReport> {
  const result = yield* findListed(request, job);
  // Only files, directories and links are listed, so special entries are not reported as skipped.
  const { special: _, ...skipped } = result.skipped;
  const page = result.entries.slice(request.skip, request.skip + request.limit);
  const entries = request.metadata ? yield* withStats(page, job) : page.map(listedEntry);
  const cutBy = entries.length < page.length ? "timeout" : result.cutBy;
  return {
    op: "list",
    entries,
    total: result.entries.length,
    fingerprint: yield* fingerprintOf(result.entries, job),
    searched: result.examined,
    skipped,
    ...(cutBy === undefined ? {} : { cutBy }),
  };
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

/**
 * Finds all entries to list.
 * @param results find results of the same request
 * @throws ToolError as `find`
 */
export function findListed(
  { scope, tests, excludedBy }: ListRequest,
  job: Job,
  results?: RequestResults,
): Operation<FindResult> {
  const wanted = wantedKinds(tests);
  if (excludedBy !== undefined) return findExcluded(scope, excludedBy, tests, job, wanted, results);
  return find(scope, tests, job, wanted);
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

/** As many entries as there is time for. */
function* withStats(page: readonly WalkEntry[], job: Job): Operation<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for (let at = 0; at < page.length && job.remainingMs() > 0; at += STAT_BATCH_ENTRIES) {
    const batch = page.slice(at, at + STAT_BATCH_ENTRIES);
    entries.push(...job.door.proveBatch(() => batch.map((entry) => withStat(job.door, entry))));
    if (job.shouldYield()) yield;
  }
  return entries;
}

function listedEntry({ shown, kind }: WalkEntry): ListedEntry {
  return { path: shown, kind };
}

/** An entry that has gone since it was found is listed without size and time. */
function withStat(door: Door, entry: WalkEntry): ListedEntry {
  try {
    const { size, mtime } = door.stat(entry.place, entry.dirMark);
    return { ...listedEntry(entry), size, mtime: Math.floor(mtime / 1000) };
  } catch (error) {
    if (error instanceof ToolError) return listedEntry(entry);
    throw error;
  }
}
