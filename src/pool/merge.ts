/**
 * Makes one report of what several threads found, each in its share of the files.
 * @module
 */
import { type FileHits, type Report, reportFor, type SearchReport, type WarmReport } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { Request } from "../model/request.ts";
import { comparePaths } from "../model/place.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/tool_error.ts";

/** Hits by their order in all files. */
export interface Stretch {
  readonly skip: number;
  readonly limit: number;
}

/**
 * The report of the whole, from the reports of the shares.
 * @param stretch which of the hits are on the page
 */
export function merge(reports: readonly SearchReport[], stretch: Stretch): SearchReport {
  const files = reports.map((r) => r.files).reduce(inPathOrder);
  const sum = (of: (r: SearchReport) => number) => reports.reduce((n, r) => n + of(r), 0);
  const most = (of: (r: SearchReport) => number) => reports.reduce((n, r) => Math.max(n, of(r)), 0);
  const [{ foreign: _, ...first }] = reports, foreign = reports.flatMap((r) => r.foreign ?? []);
  return {
    ...first,
    files: page(files, stretch),
    top: mergeTop(reports),
    filesMatched: sum((r) => r.filesMatched),
    total: sum((r) => r.total),
    records: sum((r) => r.records),
    fingerprint: sum((r) => r.fingerprint ?? 0) >>> 0,
    units: sum((r) => r.units),
    ...(foreign.length > 0 && { foreign: foreign.slice(0, LIMITS.foreignTexts) }),
    hardLines: sum((r) => r.hardLines),
    searched: sum((r) => r.searched),
    matchedBytes: sum((r) => r.matchedBytes ?? 0),
    reads: sum((r) => r.reads ?? 0),
    skipped: reports.map((r) => r.skipped).reduce(addSkipped),
    ...(reports.some((r) => r.cutBy === "timeout") ? { cutBy: "timeout" as const } : {}),
    findMs: most((r) => r.findMs),
    searchMs: most((r) => r.searchMs),
  };
}

/** Two lists in path order as one. To sort them all anew takes three times as long. */
function inPathOrder(some: readonly FileHits[], others: readonly FileHits[]): FileHits[] {
  const all: FileHits[] = [];
  let i = 0, j = 0;
  while (i < some.length && j < others.length) {
    all.push(comparePaths(some[i].path, others[j].path) <= 0 ? some[i++] : others[j++]);
  }
  for (; i < some.length; i++) all.push(some[i]);
  for (; j < others.length; j++) all.push(others[j]);
  return all;
}

/** Leaves only the hits with index in [skip, skip + limit). */
function page(files: readonly FileHits[], { skip, limit }: Stretch): FileHits[] {
  let index = 0;
  return files.map((file) => {
    if (file.hits.length === 0) return file;
    const from = Math.max(0, skip - index), to = Math.max(0, skip + limit - index);
    index += file.hits.length;
    return { ...file, hits: file.hits.slice(from, to) };
  });
}

function mergeTop(reports: readonly SearchReport[]): FileHits[] {
  return reports.flatMap((r) => r.top)
    .sort((a, b) => b.count - a.count || comparePaths(a.path, b.path))
    .slice(0, LIMITS.summaryFiles);
}

/** What is known where the time ran out before one page could be made of the threads' pages: counts. */
export function withoutLines(report: SearchReport): SearchReport {
  return { ...report, files: report.files.map((file) => ({ ...file, hits: [] })), units: 0, cutBy: "timeout" };
}

/** What all threads remember. */
export function warmed(reports: readonly Report[]): WarmReport {
  const all = reports.map((report) => reportFor("warm", report));
  return {
    op: "warm",
    files: all.reduce((sum, { files }) => sum + files, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * The report as it may be given out.
 * @throws ToolError timeout, when time ran out before anything at all was looked at
 */
export function answered(report: Report, request: Request): Report {
  if (isVain(report)) throw new ToolError("timeout", { ms: request.timeoutMs });
  return report;
}

/** Time ran out before anything at all was looked at. */
export function isVain(report: Report): boolean {
  return "cutBy" in report && report.cutBy === "timeout" && report.searched === 0 && report.total === 0;
}
