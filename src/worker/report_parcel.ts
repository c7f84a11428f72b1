/**
 * Reports as they cross threads: a search's hits apart from it, some at a time, their texts in one string and their
 * numbers in one array, since a message of thousands of objects keeps both threads from everything else.
 * @module
 */
import type { FileHits, Hit, Report, SearchReport } from "../model/report.ts";

/** Hits without the files they are in. */
export interface HitsParcel {
  /** Lines, each after the lines before it and before those after it. */
  readonly text: string;
  /** For each hit: FIXED, its spans, the UTF-16 units of each of its texts. */
  readonly numbers: Float64Array;
}

/** A report without its hits. */
export type Sent = Exclude<Report, SearchReport> | SentSearch;

/** A file knows how many of the hits, in order, are its own. */
interface SentSearch extends Omit<SearchReport, "files"> {
  readonly files: readonly SentFile[];
}

interface SentFile extends Omit<FileHits, "hits"> {
  readonly hits: number;
}

/** Lines of a parcel, about. */
const LINES = 2000;

/** Numbers of a hit that are always there: its line's, its column, whether it is cut, its spans, lines before, after. */
const FIXED = 6;

/** The report, without the hits that parcels hold. */
export function withoutHits(report: Report): Sent {
  if (report.op !== "search") return report;
  return { ...report, files: report.files.map((file) => ({ ...file, hits: file.hits.length })) };
}

/** All hits of a report, in order. */
export function* hitParcels(report: Report): Generator<HitsParcel, void, void> {
  if (report.op !== "search") return;
  let open: Hit[] = [], lines = 0;
  for (const { hits } of report.files) {
    for (const hit of hits) {
      open.push(hit);
      lines += 1 + hit.before.length + hit.after.length;
      if (lines < LINES) continue;
      yield pack(open);
      [open, lines] = [[], 0];
    }
  }
  if (open.length > 0) yield pack(open);
}

function pack(hits: readonly Hit[]): HitsParcel {
  const texts: string[] = [], numbers: number[] = [];
  for (const { lineNumber, column, cut, spans, before, line, after } of hits) {
    numbers.push(lineNumber, column, cut ? 1 : 0, spans.length, before.length, after.length);
    for (const [start, end] of spans) numbers.push(start, end);
    for (const lines of [before, [line], after]) {
      for (const text of lines) {
        texts.push(text);
        numbers.push(text.length);
      }
    }
  }
  return { text: texts.join(""), numbers: Float64Array.from(numbers) };
}

/** The hits of a parcel. */
export function unpackHits({ text, numbers }: HitsParcel): Hit[] {
  const hits: Hit[] = [];
  let next = 0, at = 0;
  const take = (): string => text.slice(at, at += numbers[next++]);
  while (next < numbers.length) {
    const [lineNumber, column, cut, spans, before, after] = numbers.subarray(next, next += FIXED);
    hits.push({
      lineNumber,
      column,
      cut: cut === 1,
      spans: Array.from({ length: spans }, () => [numbers[next++], numbers[next++]] as const),
      before: Array.from({ length: before }, take),
      line: take(),
      after: Array.from({ length: after }, take),
    });
  }
  return hits;
}

/** The report with its hits again. */
export function withHits(sent: Sent, hits: readonly Hit[]): Report {
  if (sent.op !== "search") return sent;
  let at = 0;
  return { ...sent, files: sent.files.map((file) => ({ ...file, hits: hits.slice(at, at += file.hits) })) };
}
