/**
 * Says what is at paths that a caller wrote.
 * @module
 */
import type { Door } from "../../door/door.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { LocateReport } from "../../model/report.ts";
import type { LocateRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";

/** Answers a LocateRequest. */
export function* locate({ paths, timeoutMs }: LocateRequest, job: Job): Operation<LocateReport> {
  const kinds = yield* mapProvedInTime(job.door, paths, job, (path) => kindAt(path, job.door));
  if (kinds.length < paths.length) throw new ToolError("timeout", { ms: timeoutMs });
  return { op: "locate", kinds };
}

function kindAt(path: string, door: Door): LocateReport["kinds"][number] {
  try {
    return door.resolve(path).kind;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.key === "outside" ? "outside" : "missing";
  }
}
