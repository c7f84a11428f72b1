/**
 * Where a thread's files come from: its own finding, or another thread's.
 * @module
 */
import type { SearchReport, Skipped } from "../model/report.ts";
import { type FilesWanted, findFiles } from "./find_files.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { Dealer } from "./share.ts";

/** The files one thread is to scan. */
export interface FileSource {
  /** Some more of them, in path order; none when there are no more, or no time for them. */
  next(): Operation<readonly FoundEntry[]>;
  /** What finding left out; told by the finder. */
  readonly skipped: Skipped;
  readonly cutBy?: SearchReport["cutBy"];
}

/** Finds files, deals them out to all threads, and gives this one's part. */
export function* findAndDeal(request: FilesWanted, job: Job): Operation<FileSource> {
  const { share, residence } = job, dealer = new Dealer(share, !residence.isDealt);
  const { skipped, cutBy } = yield* findFiles(request, job, (files, extent) => dealer.deal(files, extent));
  dealer.end();
  if (share.count > 1 && residence.isKept) residence.isDealt = true;
  return { ...sourceOf(dealer.own), skipped, ...(cutBy && { cutBy }) };
}

/** Files that are all known. */
export function sourceOf(files: readonly FoundEntry[]): FileSource {
  let rest = files;
  return {
    skipped: {},
    *next() {
      if (rest.length > 0) yield;
      const all = rest;
      rest = [];
      return all;
    },
  };
}

/** The files that the finder deals to this thread. */
export function dealt({ share: { inbox }, left }: Job): FileSource {
  return {
    skipped: {},
    *next() {
      for (;;) {
        const files = inbox.take();
        if (files.length > 0 || inbox.over || left() <= 0) return files;
        yield inbox.arrival;
      }
    },
  };
}
