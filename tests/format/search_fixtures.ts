/**
 * Options, reports and hits for tests of answers, with plain defaults.
 * @module
 */
import { CurrentCall, JSON_SPELLING } from "../../src/format/current_call.ts";
import type { SearchAnswerOptions } from "../../src/format/search/search_answer.ts";
import type { FileHits, Hit, SearchReport } from "../../src/model/search_report.ts";

/** Options for a search's answer. */
export function searchOptions(changes: Partial<SearchAnswerOptions> = {}): SearchAnswerOptions {
  return {
    skip: 0,
    limit: 2000,
    budget: 0,
    pathDisplay: { sharePrefix: false },
    meta: false,
    notes: [],
    hints: [],
    currentCall: CURRENT_CALL,
    ...changes,
  };
}

/** The call being answered, which hints suggest with changes. */
export const CURRENT_CALL = new CurrentCall("search_content", { query: "x" }, JSON_SPELLING);

/** A hit in `line`, with its match in the bytes [start, end). */
export function hit(lineNumber: number, line: string, start: number, end: number, changes: Partial<Hit> = {}): Hit {
  return { lineNumber, line, cut: false, spans: [[start, end]], column: start + 1, before: [], after: [], ...changes };
}

/** The report of `files`, with all their hits. */
export function report(files: readonly FileHits[], changes: Partial<SearchReport> = {}): SearchReport {
  const total = files.reduce((sum, file) => sum + file.count, 0);
  return {
    op: "search",
    files,
    top: files.toSorted((a, b) => b.count - a.count).map((file) => ({ ...file, hits: file.hits.slice(0, 3) })),
    filesMatched: files.length,
    total,
    records: total,
    timedOutLines: 0,
    searched: files.length,
    findMs: 1.4,
    searchMs: 2.6,
    skipped: {},
    ...changes,
  };
}

/** A file with all its hits. */
export function fileHits(path: string, ...hits: Hit[]): FileHits {
  return { path, count: hits.length, hits };
}
