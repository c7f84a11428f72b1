/**
 * Definitions first in a summary that replaces a longer answer.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { CallContext } from "../tool.ts";

/**
 * The report with the order and the samples of a search that asks for a summary. This takes a second request, which the
 * engine replays: whether an answer becomes a summary is known only once it is written.
 * @param leftMs milliseconds left of the call's time; the report stays as it is if they are too few
 */
export async function summarizedReport(
  request: SearchRequest,
  report: SearchReport,
  leftMs: number,
  { run }: CallContext,
): Promise<SearchReport> {
  if (leftMs < 1) return report;
  try {
    const summary = await run({ ...request, need: "samples", skip: 0, timeoutMs: Math.floor(leftMs) });
    const defining = new Set(summary.files.flatMap(({ path, defines }) => defines ? [path] : []));
    const files = report.files.map((file) => defining.has(file.path) ? { ...file, defines: true as const } : file);
    return { ...report, files, top: summary.top };
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return report;
    throw error;
  }
}
