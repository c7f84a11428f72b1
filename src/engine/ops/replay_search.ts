/**
 * Answers a search from what an earlier one found, once every file in question is known to be as it was.
 * Only files whose lines are on the page are scanned again.
 * @module
 */
import { HitSink } from "../scan/hit_sink.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { type SearchTallies, tallyOf } from "../cache/search_cache.ts";
import { emptyTallyOf, type Tally } from "../cache/cached_file.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import type { CachedFileList } from "../cache/cached_file_list.ts";
import type { SearchPass } from "./search_pass.ts";

/** Files looked at between two looks at the clock. */
const FILES_PER_STEP = 256;

/** The search's findings in `files`; undefined when any of them was not part of `known` or has changed. */
export function* replaySearch(
  known: SearchTallies,
  files: readonly WalkEntry[],
  pass: SearchPass,
): Operation<HitSink | undefined> {
  const tallies = yield* knownTallies(known, files, pass.job);
  if (tallies === undefined) return undefined;
  const collector = new HitSink(pass.request);
  const page = replayTallies(tallies, files, collector);
  if (page.files.length === 0) return collector;
  const { request } = pass;
  const lines = new HitSink({ ...request, skip: request.skip - page.recordsBefore });
  const whole = yield* pass.scanner(lines).scanFiles(page.files);
  const same = page.files.every(({ shown }, i) => lines.tallies.get(shown)?.file === page.tallies[i].file);
  if (!whole || !same) return undefined;
  collector.takeHits(lines);
  return collector;
}

/** What is known of each of `files`; undefined when that is not so of all of them. */
function* knownTallies(
  known: SearchTallies,
  files: readonly WalkEntry[],
  job: Job,
): Operation<readonly Tally[] | undefined> {
  const { cache: residence, epoch: question } = job;
  const roll = residence.listOf(files);
  // Nothing at all has changed, so nothing need be looked at.
  if (roll !== undefined && roll === known.fileList) {
    const found = files.map(({ shown }, i) => known.byPath.get(shown) ?? emptyTallyAt(roll, i));
    return found.every((tally) => tally !== undefined) ? found : undefined;
  }
  const tallies: Tally[] = [];
  for (const file of files) {
    const tally = tallyOf(known, file, residence.freshFile(file.place, question));
    if (tally === undefined) return undefined;
    if (tallies.push(tally) % FILES_PER_STEP !== 0) continue;
    if (job.remainingMs() <= 0) return undefined;
    if (job.shouldYield()) yield;
  }
  return tallies;
}

/** What was not looked at by itself has no match. */
function emptyTallyAt({ cachedFiles: residents }: CachedFileList, i: number): Tally | undefined {
  const file = residents[i];
  return file && emptyTallyOf(file);
}

/** The files with lines on the page, and the records before the first of them. */
interface ReplayedPage {
  readonly files: WalkEntry[];
  readonly tallies: Tally[];
  readonly recordsBefore: number;
}

function replayTallies(tallies: readonly Tally[], files: readonly WalkEntry[], collector: HitSink): ReplayedPage {
  const { need, skip, limit } = collector.request;
  const page: WalkEntry[] = [], onPage: Tally[] = [];
  let before = 0;
  for (let i = 0; i < files.length; i++) {
    const first = collector.records;
    collector.addReplayed(files[i], tallies[i]);
    if (need !== "lines" || collector.records <= Math.max(skip, first) || first >= skip + limit) continue;
    if (page.length === 0) before = first;
    page.push(files[i]);
    onPage.push(tallies[i]);
  }
  return { files: page, tallies: onPage, recordsBefore: before };
}
