/**
 * Dispatches requests to operations.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Report } from "../../model/report.ts";
import type { Request } from "../../model/request.ts";
import { buildManifest } from "../manifest/manifest.ts";
import type { Job } from "../run/job.ts";
import type { Priority } from "../run/scheduler.ts";
import type { Operation } from "../task/operation.ts";
import { changedGlobs, changedLists, changedSearches, explained } from "./explain_zero.ts";
import { globFiles } from "./glob_files.ts";
import { list } from "./list.ts";
import { locate, nearestPaths } from "./nearest_paths.ts";
import { outline } from "./outline.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { warm } from "./warm.ts";

/** The priority of a request by its likely duration: a search of everything takes longest. */
export function priorityOf(request: Request): Priority {
  if (request.op === "warm") return "background";
  return request.op === "search" && request.scope.roots.includes(".") ? "usual" : "small";
}

/** Whether a request is answered from the cache: `read`, `outline` and `locate` look at the disk. */
export function usesCache({ op }: Request): boolean {
  return op !== "read" && op !== "outline" && op !== "locate";
}

/**
 * The operation that answers `request`. It adds the notes on paths to the report, and whether the tree has changed since
 * the first page.
 * @throws ToolError as the operation; `timeout` when time ran out before anything was looked at
 */
export function dispatch(request: Request, job: Job): Operation<Report> {
  return completed(operationFor(request, job), request, job);
}

function* completed(operation: Operation<Report>, request: Request, job: Job): Operation<Report> {
  const report = yield* operation, { notes } = job.pathNotes;
  if (isEmptyTimeout(report)) throw new ToolError("timeout", { ms: request.timeoutMs });
  const treeChanged = job.firstPages.hasTreeChanged(request, report);
  return { ...report, ...(notes && { pathNotes: notes }), ...(treeChanged && { treeChanged }) };
}

/** Whether time ran out before anything was looked at. */
function isEmptyTimeout(report: Report): boolean {
  return "cutBy" in report && report.cutBy === "timeout" && report.searched === 0 && report.total === 0;
}

function operationFor(request: Request, job: Job): Operation<Report> {
  switch (request.op) {
    case "list":
      return explained(list(request, job), (report) => changedLists(request, report), job);
    case "glob":
      return explained(globFiles(request, job), (report) => changedGlobs(request, report), job);
    case "search":
      return explained(search(request, job), (report) => changedSearches(request, report), job);
    case "read":
      return read(request, job);
    case "outline":
      return outline(request, job);
    case "consult":
      return buildManifest(request, job);
    case "nearest":
      return nearestPaths(request, job);
    case "locate":
      return locate(request, job);
    case "warm":
      return warm(request, job);
  }
}
