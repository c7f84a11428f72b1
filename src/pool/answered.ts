/**
 * A report that answers nothing is an error.
 * @module
 */
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";

/**
 * The report as it may be given out.
 * @throws ToolError timeout, when time ran out before anything at all was looked at
 */
export function answered(report: Report, request: Request): Report {
  if (isVain(report)) throw new ToolError("timeout", { ms: request.timeoutMs });
  return report;
}

/** Time ran out before anything at all was looked at. */
function isVain(report: Report): boolean {
  return "cutBy" in report && report.cutBy === "timeout" && report.searched === 0 && report.total === 0;
}
