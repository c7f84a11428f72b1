/**
 * Resolves paths for callers that must know more about them than that they lie inside the roots.
 * @module
 */
import type { Door } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { LocatedPath, LocateReport } from "../../model/report.ts";
import type { LocateRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";

/** Answers a LocateRequest. */
export function* locate({ paths, timeoutMs }: LocateRequest, job: Job): Operation<LocateReport> {
  const places = yield* mapProvedInTime(job.door, paths, job, (path) => locateOne(path, job.door));
  if (places.length < paths.length) throw new ToolError("timeout", { ms: timeoutMs });
  return { op: "locate", places };
}

function locateOne(path: string, door: Door): LocatedPath | null {
  try {
    const { place, shown, kind } = door.resolve(path);
    return { shown, real: door.displayPath(place), kind };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.key === "outside" ? null : locateMissing(path, door);
  }
}

/** A path that does not exist, or can't be looked at, is resolved as far as its directories exist. */
function locateMissing(path: string, door: Door): LocatedPath | null {
  try {
    return { shown: path, real: door.displayPath(door.nearestExisting(path)), kind: "missing" };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return null;
  }
}
