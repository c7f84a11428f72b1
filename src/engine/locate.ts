/**
 * Owns the answer to where paths lead that callers wrote, so that more can be asked of them than that
 * they lie inside the roots.
 * @module
 */
import type { Door } from "../door/door.ts";
import type { Located, LocateReport } from "../model/report.ts";
import type { LocateRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { provedInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";

/** Answers a LocateRequest. */
export function* locate({ paths, timeoutMs }: LocateRequest, job: Job): Operation<LocateReport> {
  const places = yield* provedInTime(job.door, paths, job, (path) => located(path, job.door));
  if (places.length < paths.length) throw new ToolError("timeout", { ms: timeoutMs });
  return { op: "locate", places };
}

function located(path: string, door: Door): Located | null {
  try {
    const { place, shown, kind } = door.resolve(path);
    return { shown, real: door.show(place), kind };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.key === "outside" ? null : missing(path, door);
  }
}

/** What is not there, or can't be looked at, is judged by what there is on the way to it. */
function missing(path: string, door: Door): Located | null {
  try {
    return { shown: path, real: door.show(door.approach(path)), kind: "missing" };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return null;
  }
}
