/**
 * Owns the answer to list_files: a page of the entries found, with their state where it is asked for.
 * @module
 */
import type { Door } from "../door/door.ts";
import type { ListedEntry, ListReport } from "../model/report.ts";
import type { EntryTests, EntryType, ListRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { find } from "./find.ts";
import { findLeftOut, type KnownFindings } from "./find_left_out.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Finding, Wanted } from "./finding.ts";
import { eachOf } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { withPath } from "./path_hash.ts";

/** Entries whose states are read in one go. */
const BATCH = 128;

/**
 * Answers a ListRequest.
 * @throws ToolError for a root, glob or pattern that can't be used
 */
export function* list(request: ListRequest, job: Job): Operation<ListReport> {
  const finding = yield* findListed(request, job);
  // What is neither a file, a directory nor a link is not asked for, so nothing of it is missing.
  const { special: _, ...skipped } = finding.skipped;
  const page = finding.entries.slice(request.skip, request.skip + request.limit);
  const entries = request.metadata ? yield* withStates(page, job) : page.map(listed);
  const cutBy = entries.length < page.length ? "timeout" : finding.cutBy;
  return {
    op: "list",
    entries,
    total: finding.entries.length,
    fingerprint: yield* fingerprintOf(finding.entries, job),
    searched: finding.looked,
    skipped,
    ...(cutBy === undefined ? {} : { cutBy }),
  };
}

/** Of arrays that come again, one page after another. */
const fingerprints = new WeakMap<readonly FoundEntry[], number>();

function* fingerprintOf(entries: readonly FoundEntry[], job: Job): Operation<number> {
  const known = fingerprints.get(entries);
  if (known !== undefined) return known;
  let fingerprint = 0;
  yield* eachOf(entries, job, ({ shown }) => fingerprint = withPath(fingerprint, shown));
  fingerprints.set(entries, fingerprint);
  return fingerprint;
}

/**
 * All entries that are listed.
 * @param known findings of the same request
 * @throws ToolError as `find`
 */
export function findListed(
  { scope, tests, leftOutBy }: ListRequest,
  job: Job,
  known?: KnownFindings,
): Operation<Finding> {
  const wanted = wantedBy(tests);
  if (leftOutBy !== undefined) return findLeftOut(scope, leftOutBy, tests, job, wanted, known);
  return find(scope, tests, job, wanted);
}

/** What can pass: where that is no links, the watcher tells of all that directories hold of it. */
function wantedBy({ types }: EntryTests): Wanted {
  const named = types.filter((type) => type !== "e");
  if (named.length > 0 && named.every((type) => OF_FILES.has(type))) return "files";
  // Whether a directory is empty is decided by the links in it, too.
  if (named.length === 0 || types.includes("e")) return "entries";
  return named.every((type) => type === "d" || OF_FILES.has(type)) ? "files_and_dirs" : "entries";
}

const OF_FILES: ReadonlySet<EntryType> = new Set(["f", "x"]);

/** Those that there is time to look at. */
function* withStates(page: readonly FoundEntry[], job: Job): Operation<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for (let at = 0; at < page.length && job.left() > 0; at += BATCH) {
    const batch = page.slice(at, at + BATCH);
    entries.push(...job.door.prove(() => batch.map((entry) => withState(job.door, entry))));
    if (job.due()) yield;
  }
  return entries;
}

function listed({ shown, kind }: FoundEntry): ListedEntry {
  return { path: shown, kind };
}

/** What has gone since it was found is listed without its state. */
function withState(door: Door, entry: FoundEntry): ListedEntry {
  try {
    const { size, mtime } = door.stat(entry.place, entry.dir);
    return { ...listed(entry), size, mtime: Math.floor(mtime / 1000) };
  } catch (error) {
    if (error instanceof ToolError) return listed(entry);
    throw error;
  }
}
