/**
 * Owns the answer to list_files: a page of the entries found, with their state where it is asked for.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { EntryTests, EntryType, ListRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { find } from "../find/find.ts";
import { findExcluded, type RequestResults } from "../find/find_excluded.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { FindResult, WantedKinds } from "../walk/find_result.ts";
import { forEachYielding } from "../task/batches.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { addToFingerprint } from "../walk/path_hash.ts";

/** Entries whose states are read in one go. */
const STAT_BATCH_ENTRIES = 128;

/**
 * Answers a ListRequest.
 * @throws ToolError for a root, glob or pattern that can't be used
 */
export function* list(request: ListRequest, job: Job): Operation<ListReport> {
  const finding = yield* findListed(request, job);
  // What is neither a file, a directory nor a link is not asked for, so nothing of it is missing.
  const { special: _, ...skipped } = finding.skipped;
  const page = finding.entries.slice(request.skip, request.skip + request.limit);
  const entries = request.metadata ? yield* withStats(page, job) : page.map(listedEntry);
  const cutBy = entries.length < page.length ? "timeout" : finding.cutBy;
  return {
    op: "list",
    entries,
    total: finding.entries.length,
    fingerprint: yield* fingerprintOf(finding.entries, job),
    searched: finding.examined,
    skipped,
    ...(cutBy === undefined ? {} : { cutBy }),
  };
}

/** Of arrays that come again, one page after another. */
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
 * All entries that are listed.
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function findListed(
  { scope, tests, excludedBy: leftOutBy }: ListRequest,
  job: Job,
  known?: RequestResults,
): Operation<FindResult> {
  const wanted = wantedKinds(tests);
  if (leftOutBy !== undefined) return findExcluded(scope, leftOutBy, tests, job, wanted, known);
  return find(scope, tests, job, wanted);
}

/** What can pass: where that is no links, the watcher tells of all that directories hold of it. */
function wantedKinds({ types }: EntryTests): WantedKinds {
  const named = types.filter((type) => type !== "e");
  if (named.length > 0 && named.every((type) => FILE_TYPES.has(type))) return "files";
  // Whether a directory is empty is decided by the links in it, too.
  if (named.length === 0 || types.includes("e")) return "entries";
  return named.every((type) => type === "d" || FILE_TYPES.has(type)) ? "files_and_dirs" : "entries";
}

const FILE_TYPES: ReadonlySet<EntryType> = new Set(["f", "x"]);

/** Those that there is time to look at. */
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

/** What has gone since it was found is listed without its state. */
function withStat(door: Door, entry: WalkEntry): ListedEntry {
  try {
    const { size, mtime } = door.stat(entry.place, entry.dirMark);
    return { ...listedEntry(entry), size, mtime: Math.floor(mtime / 1000) };
  } catch (error) {
    if (error instanceof ToolError) return listedEntry(entry);
    throw error;
  }
}
