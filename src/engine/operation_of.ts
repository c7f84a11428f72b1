/**
 * Which operation answers which request.
 * @module
 */
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { consult } from "./consult.ts";
import { explainZero } from "./explain_zero.ts";
import { globFiles } from "./glob_files.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { list } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { read } from "./read.ts";
import type { Rank } from "./scheduler.ts";
import { search } from "./search.ts";
import { warm } from "./warm.ts";

/** How long what answers `request` is likely to take: nothing takes as long as to search all there is. */
export function rankOf(request: Request): Rank {
  if (request.op === "warm") return "background";
  if (request.op === "explain_zero") return "usual";
  return request.op === "search" && request.scope.roots.includes(".") ? "usual" : "small";
}

/** Whether what answers `request` relies on anything remembered: what is read or located is looked for on the disk. */
export function isTrusting({ op }: Request): boolean {
  return op !== "read" && op !== "locate";
}

/** The operation that answers `request` under `job`, and notes how the paths in it were taken. */
export function operationOf(request: Request, job: Job): Operation<Report> {
  return noting(answering(request, job), job);
}

function* noting(operation: Operation<Report>, { paths }: Job): Operation<Report> {
  const report = yield* operation, { notes } = paths;
  return notes === undefined ? report : { ...report, pathNotes: notes };
}

function answering(request: Request, job: Job): Operation<Report> {
  switch (request.op) {
    case "list":
      return list(request, job);
    case "glob":
      return globFiles(request, job);
    case "search":
      return search(request, job);
    case "read":
      return read(request, job);
    case "consult":
      return consult(request, job);
    case "nearest":
      return nearestPaths(request, job);
    case "explain_zero":
      return explainZero(request, job);
    case "locate":
      return locate(request, job);
    case "warm":
      return warm(request, job);
  }
}
