/**
 * Answers a search from what an earlier one found, once every file in question is known to be as it was.
 * Only files whose lines are on the page are scanned again.
 * @module
 */
import { Collector } from "./collect.ts";
import type { FoundEntry } from "./found_entry.ts";
import { type Tallies, tallyOf } from "./finished_searches.ts";
import { blankOf, type Tally } from "./resident/resident.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import type { Roll } from "./resident/roll.ts";
import type { SearchPass } from "./search_pass.ts";

/** Files looked at between two looks at the clock. */
const STEP = 256;

/** The search's findings in `files`; undefined when any of them was not part of `known` or has changed. */
export function* recall(
  known: Tallies,
  files: readonly FoundEntry[],
  pass: SearchPass,
): Operation<Collector | undefined> {
  const tallies = yield* talliesOf(known, files, pass.job);
  if (tallies === undefined) return undefined;
  const collector = new Collector(pass.request);
  const page = replay(tallies, files, collector);
  if (page.files.length === 0) return collector;
  const { request } = pass;
  const lines = new Collector({ ...request, skip: request.skip - page.before });
  const whole = yield* pass.scanner(lines).run(page.files);
  const same = page.files.every(({ shown }, i) => lines.tallies.get(shown)?.mark === page.tallies[i].mark);
  if (!whole || !same) return undefined;
  collector.fill(lines);
  return collector;
}

/** What is known of each of `files`; undefined when that is not so of all of them. */
function* talliesOf(known: Tallies, files: readonly FoundEntry[], job: Job): Operation<readonly Tally[] | undefined> {
  const { residence, question } = job;
  const roll = residence.roll(files);
  // Nothing at all has changed, so nothing need be looked at.
  if (roll !== undefined && roll === known.roll) {
    const found = files.map(({ shown }, i) => known.tallies.get(shown) ?? blankIn(roll, i));
    return found.every((tally) => tally !== undefined) ? found : undefined;
  }
  const tallies: Tally[] = [];
  for (const file of files) {
    const tally = tallyOf(known, file, residence.file(file.place, question));
    if (tally === undefined) return undefined;
    if (tallies.push(tally) % STEP !== 0) continue;
    if (job.left() <= 0) return undefined;
    if (job.due()) yield;
  }
  return tallies;
}

/** What was not looked at by itself has no match. */
function blankIn({ residents }: Roll, i: number): Tally | undefined {
  const file = residents[i];
  return file && blankOf(file);
}

/** The files with lines on the page, and the records before the first of them. */
interface Page {
  readonly files: FoundEntry[];
  readonly tallies: Tally[];
  readonly before: number;
}

function replay(tallies: readonly Tally[], files: readonly FoundEntry[], collector: Collector): Page {
  const { need, skip, limit } = collector.request;
  const page: FoundEntry[] = [], onPage: Tally[] = [];
  let before = 0;
  for (let i = 0; i < files.length; i++) {
    const first = collector.records;
    collector.replay(files[i], tallies[i]);
    if (need !== "lines" || collector.records <= Math.max(skip, first) || first >= skip + limit) continue;
    if (page.length === 0) before = first;
    page.push(files[i]);
    onPage.push(tallies[i]);
  }
  return { files: page, tallies: onPage, before };
}
