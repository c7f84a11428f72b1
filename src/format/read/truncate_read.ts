/**
 * Shortens a report of a read to fewer bytes, without reading again.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import { byteLength } from "../byte_text.ts";

const encoder = new TextEncoder();

/** A report of the beginning of a page. */
export interface TruncatedRead {
  readonly report: ReadReport;
  /** Whether a read of that length would give the same report. If not, its length in bytes is estimated. */
  readonly isExact: boolean;
}

/** Keeps the first `max` bytes of content: whole lines of a page of lines if one fits, else whole characters. */
export function truncateRead(report: ReadReport, max: number): TruncatedRead {
  const { content, given, contentAt } = report;
  const { read, written } = encoder.encodeInto(content, new Uint8Array(max)), text = content.slice(0, read);
  if (text === content) return { report, isExact: true };
  const lastBreak = given.type === "lines" ? content.lastIndexOf("\n", read) : -1;
  if (given.type === "lines" && lastBreak >= 0) {
    const lines = content.slice(0, lastBreak), count = lines.split("\n").length;
    return { report: { ...report, content: lines, given: { ...given, count }, more: true }, isExact: true };
  }
  const end = contentAt === undefined ? undefined : contentAt + byteLength(text);
  const cut = given.type === "lines"
    ? { ...given, count: 1, lineCut: true, ...(end !== undefined && { rest: end }) }
    : {
      ...given,
      length: end === undefined
        ? estimatedLength(given.length, read / content.length, written / byteLength(content))
        : end - given.offset,
    };
  return { report: { ...report, content: text, given: cut, more: true }, isExact: end !== undefined };
}

/**
 * Estimates the length of the kept part in the file's encoding. Some encodings have a fixed width, others grow as UTF-8
 * does, so the smaller of both shares is taken.
 */
function estimatedLength(whole: number, ofCharacters: number, ofBytes: number): number {
  return Math.max(1, Math.floor(whole * Math.min(ofCharacters, ofBytes)));
}
