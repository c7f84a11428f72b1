/**
 * Colours for the text of an answer: paths, line numbers and matches stand out as grep shows them, remarks on the
 * answer stand back. Without its colours a painted answer is its text.
 * @module
 */
import { stripVTControlCharacters, styleText } from "node:util";
import * as z from "zod";
import type { Answer } from "../format/answer.ts";
import { byteLength, byteSlice } from "../format/byte_text.ts";
import { textLine, textPath } from "../format/safe_text.ts";

const STRINGS = z.array(z.string()).default([]);
const OFFSET = z.int();

/** A match, whatever its form calls the parts; `spans` in UTF-8 bytes of `line`. */
const HIT = z.object({
  file: z.string().optional(),
  abs_path: z.string().optional(),
  line_number: z.int(),
  line: z.string(),
  spans: z.array(z.tuple([OFFSET, OFFSET]).transform(([start, end]) => ({ start, end }))).optional(),
  submatches: z.array(z.object({ start: OFFSET, end: OFFSET })).default([]),
  context_before: STRINGS,
  context_after: STRINGS,
  match_lines: z.int().optional(),
});
const FILE = z.object({ file: z.string(), count: z.int(), matches: z.array(HIT).default([]), samples: STRINGS });

/** The fields of all forms of a search's answer that have something to colour. */
const FOUND = z.object({
  matches: z.array(HIT),
  files: z.array(FILE),
  top_files: z.array(FILE),
  counts: z.record(z.string(), z.int()),
}).partial();

type Hit = z.output<typeof HIT>;

/** The text of `answer`, coloured. Answers of tools that do not search stay as they are. */
export function painted({ text, structured, isError }: Answer): string {
  if (isError) return text.replace(/^[A-Z_]+(?=:)/, match);
  const lines = new Map(colouredLines(structured).map((line) => [stripVTControlCharacters(line), line]));
  if (lines.size === 0) return text;
  const remark = (line: string) => /^\[.*\]$/.test(line) ? styled("dim", line) : line;
  return text.split("\n").map((line) => lines.get(line) ?? remark(line)).join("\n");
}

/** The lines that the text of an answer has for these fields, coloured; those that it leaves out as well. */
function colouredLines(structured: unknown): string[] {
  const { matches = [], files = [], top_files = [], counts = {} } = FOUND.safeParse(structured).data ?? {};
  return [
    ...matches.flatMap((hit) => hitLines(hit, hit.abs_path ?? hit.file)),
    ...[...files, ...top_files].flatMap(fileLines),
    ...Object.entries(counts).map(([file, count]) => `${path(file)}:${number(count)}`),
  ];
}

/** A path above its lines: alone, and with the count of those that match, where not all of them follow. */
function fileLines({ file, count, matches, samples }: z.output<typeof FILE>): string[] {
  const below = samples.map((sample) => `  ${textLine(sample).replace(/^\d+/, number)}`);
  return [path(file), `${path(file)} (${number(count)})`, ...matches.flatMap((hit) => hitLines(hit)), ...below];
}

/** `12:line` for what matches, `11-line` for its context, after the path where there is one. */
function hitLines(hit: Hit, file?: string): string[] {
  const { line_number: first, context_before: before, context_after: after } = hit, lines = highlighted(hit);
  const next = first + (hit.match_lines ?? lines.length);
  const shown = (at: number, mark: string, line: string) =>
    `${file === undefined ? "" : path(file) + mark}${number(at)}${mark}${line}`;
  return [
    ...before.map((line, i) => shown(first - before.length + i, "-", textLine(line))),
    ...lines.map((line, i) => shown(first + i, ":", line)),
    ...after.map((line, i) => shown(next + i, "-", textLine(line))),
  ];
}

function path(file: string): string {
  return styled("magenta", textPath(file));
}

function number(value: number | string): string {
  return styled("green", String(value));
}

function match(text: string): string {
  return styled("bold", styled("red", text));
}

/** Whether to colour at all has been decided before, by NO_COLOR among others. */
function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false });
}

/** The lines of a hit with what matched in colour; a match may go over several of them. */
function highlighted({ line, spans, submatches }: Hit): string[] {
  let text = "", at = 0;
  const to = (end: number, style: (text: string) => string) => {
    const lines = byteSlice(line, at, end).split("\n").map(textLine);
    text += lines.map((part) => part === "" ? "" : style(part)).join("\n");
    at = end;
  };
  for (const { start, end } of spans ?? submatches) {
    to(Math.max(at, start), String);
    to(Math.max(at, end), match);
  }
  to(byteLength(line), String);
  return text.split("\n");
}
