/**
 * Less of what was read of a file.
 * @module
 */
import type { ReadReport } from "../model/report.ts";
import { byteLength } from "./byte_text.ts";

const encoder = new TextEncoder();

/** The beginning of a page of a file. */
export interface TruncatedRead {
  readonly report: ReadReport;
  /** The report is the one that reading so much would give. If not, its bytes are guessed. */
  readonly isExact: boolean;
}

/** The first `max` bytes of a report's content: whole lines of a page of lines, where one fits; else whole characters. */
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

/** Some encodings take the same bytes for each character, others more where UTF-8 takes more: the smaller share will do. */
function estimatedLength(whole: number, ofCharacters: number, ofBytes: number): number {
  return Math.max(1, Math.floor(whole * Math.min(ofCharacters, ofBytes)));
}
