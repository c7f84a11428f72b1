/**
 * The answer to several reads in one call: a part for each, under a heading.
 * @module
 */
import type { ReadReport } from "../../model/report.ts";
import type { SentAs } from "../../model/sent_as.ts";
import type { Answer } from "../answer.ts";
import type { RenderedPage } from "../render_page.ts";
import { textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import {
  givenPhrase,
  hasFound,
  nextPhrase,
  type ReadAnswerOptions,
  readParts,
  type RemarkContext,
  restText,
  textWithFooters,
  withEstimate,
} from "./read_answer.ts";

/** One read of several, as text and as fields. */
export interface ReadPart {
  /** With its heading. */
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly found: boolean;
  /** Estimated. */
  readonly tokens: number;
}

/** Makes a part. @param heading the place that the text below is from, such as `src/a.ts:10-40 of 300` */
export function partOf(
  heading: string,
  text: string,
  fields: ReadPart["fields"],
  found: boolean,
  sentAs: SentAs,
): ReadPart {
  const whole = `== ${heading}\n${text}`;
  return { text: whole, fields, found, tokens: answerTokens(whole, fields, sentAs) };
}

/** The part with a file's content. A range that the caller named is all it wants: the heading tells what is left. */
export function readPart(report: ReadReport, options: ReadAnswerOptions): ReadPart {
  const { path, totalLines } = report,
    { content, next: further, rest, remarks, remarkFields } = readParts(report, options);
  const next = isNamedRange(report, options) ? undefined : further;
  const fields = {
    path,
    ...startField(report),
    content,
    ...(totalLines !== undefined && { total_lines: totalLines }),
    ...(next && { next }),
    ...remarkFields,
  };
  const footers = [...next ? [nextPhrase(next, options)] : [], ...remarks];
  const text = textWithFooters(content, footers) + restText(rest);
  return partOf(headingOf(report), text, fields, hasFound(report), options.currentCall.sentAs);
}

/** Whether the part is the whole range that the caller named. */
function isNamedRange({ given }: ReadReport, { namedLines = Infinity }: ReadAnswerOptions): boolean {
  return given.type === "lines" && given.start > 0 && given.count >= namedLines && !given.lineCut;
}

function startField({ given }: ReadReport): Record<string, number> {
  return given.type === "lines" ? { start_line: given.start } : { offset_bytes: given.offset };
}

function headingOf(report: ReadReport): string {
  const { path, given, totalLines } = report;
  if (given.type === "bytes") return `${textPath(path)} ${givenPhrase(report)}`;
  const isPlace = given.start > 0 && given.count > 0;
  const lines = isPlace ? `:${given.start}-${given.start + given.count - 1}` : "";
  return textPath(path) + lines + (totalLines === undefined ? "" : ` of ${totalLines}`);
}

/** The part of a read that failed. @param path as the caller wrote it */
export function failedPart(path: string, { text, structured }: Answer, sentAs: SentAs): ReadPart {
  return partOf(textPath(path), text, { path, ...structured }, false, sentAs);
}

/** Answers with all parts. It is an error only if none of them has anything, as with several roots. */
export function readsAnswer(
  parts: readonly ReadPart[],
  { notes, currentCall }: RemarkContext,
): RenderedPage {
  const [{ fields: { error } }] = parts, isError = parts.every(({ fields }) => "error" in fields);
  const structured = {
    ...(isError && { error }),
    reads: parts.map(({ fields }) => fields),
    ...(notes.length > 0 && { notes }),
  };
  const text = textWithFooters(parts.map(({ text }) => text).join("\n"), notes);
  const { answer, tokens } = withEstimate(structured, text, parts.some(({ found }) => found), currentCall);
  return { answer: { ...answer, isError }, tokens };
}
