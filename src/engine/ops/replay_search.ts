/**
 * Answers a search from a finished one, once every file in question is known to be unchanged. Only files with lines on
 * the page are scanned again, or for a breakdown those that match.
 * @module
 */
import { emptyTallyOf, type Tally } from "../cache/cached_file.ts";
import type { CachedFileList } from "../cache/cached_file_list.ts";
import { holdsUnder, type SearchTallies, tallyOf } from "../cache/search_cache.ts";
import { HitSink } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { SearchPass } from "./search_pass.ts";

/** Files looked at between two looks at the clock. */
const FILES_PER_STEP = 256;

/** The search's result in `files`; undefined if one of them was not part of `known` or has changed. */
export function* replaySearch(
  finished: SearchTallies,
  files: readonly WalkEntry[],
  pass: SearchPass,
): Operation<HitSink | undefined> {
  const tallies = yield* knownTallies(finished, files, pass);
  if (tallies === undefined) return undefined;
  const sink = new HitSink(pass.request);
  const page = replayTallies(tallies, files, sink);
  const { request } = pass, counter = pass.keyCounter();
  if (page.files.length === 0 && counter === undefined) return sink;
  const lines = new HitSink({ ...request, skip: request.skip - page.recordsBefore }, counter);
  const isComplete = yield* pass.scanner(lines).scanFiles(page.files);
  const areUnchanged = page.files.every(({ shown }, i) => lines.tallies.get(shown)?.file === page.tallies[i].file);
  // A part of a breakdown is better than none.
  const isPartial = !isComplete && counter !== undefined;
  if (!isPartial && !(isComplete && areUnchanged)) return undefined;
  sink.takeHits(lines);
  return sink;
}

/** The tally of each of `files`; undefined if one of them has none. */
function* knownTallies(
  finished: SearchTallies,
  files: readonly WalkEntry[],
  pass: SearchPass,
): Operation<readonly Tally[] | undefined> {
  const { maxFileSize } = pass.request, list = pass.job.cache.listOf(files);
  // Nothing has changed, so no file has to be looked up.
  if (list !== undefined && list === finished.fileList) {
    const found = files.map(({ shown }, i) => finished.byPath.get(shown) ?? emptyTallyAt(list, i));
    const holds = (tally?: Tally): tally is Tally => tally !== undefined && holdsUnder(tally, maxFileSize);
    return found.every(holds) ? found : undefined;
  }
  const tallies: Tally[] = [];
  yield* eachTally(finished, files, pass, (tally) => tally !== undefined && tallies.push(tally) > 0);
  return tallies.length === files.length ? tallies : undefined;
}

/**
 * Adds the tallies that a finished search has of `files` to a sink that only counts. The caller scans the other files:
 * a changed request that explains a zero looks into more files than the request did.
 * @returns the files that were not part of it or have changed
 */
export function* addKnown(
  finished: SearchTallies,
  files: readonly WalkEntry[],
  sink: HitSink,
  pass: SearchPass,
): Operation<readonly WalkEntry[]> {
  const unknown: WalkEntry[] = [];
  let seen = 0;
  yield* eachTally(finished, files, pass, (tally, file) => {
    seen++;
    if (tally === undefined) unknown.push(file);
    else sink.addReplayed(file, tally);
    return true;
  });
  return [...unknown, ...files.slice(seen)];
}

/** Visits the files with their tallies until `visit` says no or time runs out. */
function* eachTally(
  finished: SearchTallies,
  files: readonly WalkEntry[],
  { job, request: { maxFileSize } }: SearchPass,
  visit: (tally: Tally | undefined, file: WalkEntry) => boolean,
): Operation<void> {
  for (const [i, file] of files.entries()) {
    const content = job.cache.freshFile(file.place, job.epoch);
    if (!visit(tallyOf(finished, file, content, maxFileSize), file)) return;
    if (i % FILES_PER_STEP !== 0) continue;
    if (job.remainingMs() <= 0) return;
    if (job.shouldYield()) yield;
  }
}

/** A file of the list without a tally of its own has no match. */
function emptyTallyAt({ cachedFiles }: CachedFileList, i: number): Tally | undefined {
  const file = cachedFiles[i];
  return file && emptyTallyOf(file);
}

/** The files with lines on the page (with a breakdown: all that match), and the records before the first of them. */
interface ReplayedPage {
  readonly files: WalkEntry[];
  readonly tallies: Tally[];
  readonly recordsBefore: number;
}

/** Whether lines on the page are among the records from `first` on. */
function isOnPage(first: number, { records, request: { need, skip, limit } }: HitSink): boolean {
  return need === "lines" && records > Math.max(skip, first) && first < skip + limit;
}

function replayTallies(tallies: readonly Tally[], files: readonly WalkEntry[], sink: HitSink): ReplayedPage {
  const { breakdown } = sink.request;
  const page: WalkEntry[] = [], onPage: Tally[] = [];
  let recordsBefore = 0;
  for (let i = 0; i < files.length; i++) {
    const first = sink.records;
    sink.addReplayed(files[i], tallies[i]);
    if (breakdown === undefined ? !isOnPage(first, sink) : sink.records === first) continue;
    if (page.length === 0) recordsBefore = first;
    page.push(files[i]);
    onPage.push(tallies[i]);
  }
  return { files: page, tallies: onPage, recordsBefore };
}
