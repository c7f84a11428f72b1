/**
 * Takes files into memory before anybody asks for them.
 * @module
 */
import type { WarmReport } from "../../model/report.ts";
import type { WarmRequest } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import { selectFiles } from "../find/select_files.ts";
import { FileLoader } from "../scan/file_loader.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";

/** Files, however small, of which no more are taken in. */
const MAX_FILES = 250_000;

/** Answers a WarmRequest: finds files and reads them, as long as memory has room. */
export function* warm(request: WarmRequest, job: Job): Operation<WarmReport> {
  // Who remembers nothing would only have looked for files in vain.
  if (!job.cache.isEnabled) return { op: "warm", ...job.cache.status };
  const { entries } = yield* selectFiles(request, job);
  const options = { keepsCrlf: false, maxFileSize: LIMITS.fileSize.default, wholeFile: false, before: 0, after: 0 };
  const intake = new FileLoader(job, options, {});
  const { arena: contents } = job.cache;
  const isFull = () => contents.isFull || job.cache.status.files > MAX_FILES;
  job.cache.listOf(entries);
  for (let at = 0; at < entries.length && !isFull() && job.remainingMs() > 0;) {
    at += intake.preload(entries, at);
    if (job.shouldYield()) yield;
  }
  yield* maintainCache(job);
  return { op: "warm", ...job.cache.status };
}

/**
 * Looks at everything that is not known to be current, and puts in order what is, so that the next question need not.
 */
export function* maintainCache(job: Job): Operation<void> {
  let began = performance.now();
  for (const _ of job.cache.maintain(job.epoch)) {
    if (!job.shouldYield()) continue;
    yield sleep((performance.now() - began) * REST_RATIO);
    began = performance.now();
  }
}

/** Milliseconds of rest for each that is worked for later questions: it takes a twentieth of a processor, no more. */
const REST_RATIO = 19;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
