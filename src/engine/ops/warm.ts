/**
 * Loads files into the cache before a request needs them.
 * @module
 */
import type { WarmReport } from "../../model/report.ts";
import type { WarmRequest } from "../../model/request.ts";
import { selectFiles } from "../find/find.ts";
import type { Job } from "../run/job.ts";
import { FileLoader } from "../scan/file_loader.ts";
import type { Operation } from "../task/operation.ts";

/** Files, however small, at which loading stops. */
const MAX_FILES = 250_000;

/** Answers a WarmRequest: finds files and reads them while memory has room. */
export function* warm(request: WarmRequest, job: Job): Operation<WarmReport> {
  // Without a cache, there is no use in finding files.
  if (!job.cache.isEnabled) return { op: "warm", ...job.cache.status };
  const { entries } = yield* selectFiles(request, job);
  const loader = new FileLoader(job), { arena } = job.cache;
  const isFull = () => arena.isFull || job.cache.status.files > MAX_FILES;
  for (let at = 0; at < entries.length && !isFull() && job.remainingMs() > 0;) {
    at += loader.load(entries, at).length;
    loader.releaseScratch();
    if (job.shouldYield()) yield;
  }
  yield* maintainCache(job);
  return { op: "warm", ...job.cache.status };
}

/** Checks everything stale, so that the next request need not. */
export function* maintainCache(job: Job): Operation<void> {
  let began = performance.now();
  for (const _ of job.cache.maintain(job.epoch)) {
    if (!job.shouldYield()) continue;
    yield sleep((performance.now() - began) * REST_RATIO);
    began = performance.now();
  }
}

/** Milliseconds of rest for each millisecond of work: this takes a twentieth of a processor. */
const REST_RATIO = 19;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
