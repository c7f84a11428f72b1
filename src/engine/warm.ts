/**
 * Takes files into memory before anybody asks for them.
 * @module
 */
import type { WarmReport } from "../model/report.ts";
import type { WarmRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import { findFiles } from "./find_files.ts";
import { Intake } from "./intake.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { Waiting } from "./pause.ts";

/** Files, however small, of which no more are taken in. */
const MOST = 250_000;

/** Answers a WarmRequest: finds files and reads them, as long as memory has room. */
export function* warm(request: WarmRequest, job: Job): Operation<WarmReport> {
  // Who remembers nothing would only have looked for files in vain.
  if (!job.residence.isKept) return { op: "warm", ...job.residence.status };
  const { entries } = yield* findFiles(request, job);
  const options = { keepsCrlf: false, maxFileSize: LIMITS.fileSize.default, whole: false, before: 0, after: 0 };
  const intake = new Intake(job, options, {});
  const { contents } = job.residence;
  const isFull = () => contents.isFull || job.residence.status.files > MOST;
  // A search has a use for what is taken in meanwhile; to any other answer it would be in the way.
  const waiting = new Waiting(() => job.asked.anything() && !job.asked.search());
  job.residence.roll(entries);
  for (let at = 0; at < entries.length && !isFull() && job.left() > 0;) {
    while (waiting.on) yield waiting.pause();
    at += intake.load(entries, at);
    if (job.due()) yield;
  }
  yield* recheck(job);
  return { op: "warm", ...job.residence.status };
}

/**
 * Looks at everything that is not known to be current, and puts in order what is, so that the next question need not.
 */
export function* recheck(job: Job): Operation<void> {
  yield* whileNobodyAsks(job.residence.tidy(job.question), job);
}

/** Milliseconds of rest for each that is worked for later questions: it takes a twentieth of a processor, no more. */
const REST = 19;

/** What serves later questions only waits while anything is asked, and rests between its slices. */
function* whileNobodyAsks(steps: Generator<void, void, void>, job: Job): Operation<void> {
  const waiting = new Waiting(() => job.asked.anything());
  let began = performance.now();
  do {
    while (waiting.on) yield waiting.pause();
    if (!job.due()) continue;
    yield rest((performance.now() - began) * REST);
    began = performance.now();
  } while (!steps.next().done);
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
