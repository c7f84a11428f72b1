/**
 * Answers a search from what an earlier one found, once every file in question has been looked at and is
 * as it was. Only files whose lines are on the page are read again.
 * @module
 */
import { Collector } from "./collect.ts";
import type { FoundEntry } from "./find.ts";
import type { Tallies } from "./finished_searches.ts";
import type { Job, Operation } from "./job.ts";
import type { SearchPass } from "./search_pass.ts";

/** Files whose states are read in one go. */
const BATCH = 256;

/** The search's findings in `files`; undefined when any of them was not part of `known` or has changed. */
export function* recall(
  known: Tallies,
  files: readonly FoundEntry[],
  pass: SearchPass,
): Operation<Collector | undefined> {
  if (!files.every((file) => known.get(file.shown)?.mark !== undefined)) return undefined;
  if (!(yield* unchanged(known, files, pass.job))) return undefined;
  const collector = new Collector(pass.request);
  const page = replay(known, files, collector);
  if (page.files.length === 0) return collector;
  const { request } = pass;
  const lines = new Collector({ ...request, skip: request.skip - page.before });
  const whole = yield* pass.scanner(lines).run(page.files);
  const same = page.files.every(({ shown }) => lines.tallies.get(shown)?.mark === known.get(shown)?.mark);
  if (!whole || !same) return undefined;
  collector.fill(lines.files);
  return collector;
}

/** The files with lines on the page, and the records before the first of them. */
interface Page {
  readonly files: FoundEntry[];
  readonly before: number;
}

function replay(known: Tallies, files: readonly FoundEntry[], collector: Collector): Page {
  const { need, skip, limit } = collector.request;
  const page: FoundEntry[] = [];
  let before = 0;
  for (const file of files) {
    const tally = known.get(file.shown);
    if (tally === undefined) continue;
    const first = collector.records;
    collector.replay(file, tally);
    if (need !== "lines" || collector.records <= Math.max(skip, first) || first >= skip + limit) continue;
    if (page.length === 0) before = first;
    page.push(file);
  }
  return { files: page, before };
}

function* unchanged(known: Tallies, files: readonly FoundEntry[], job: Job): Operation<boolean> {
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    if (job.left() <= 0) return false;
    if (!batch.every((file) => job.residence.file(file.place, job.question) === known.get(file.shown)?.mark)) {
      return false;
    }
    if (job.due()) yield;
  }
  return true;
}
