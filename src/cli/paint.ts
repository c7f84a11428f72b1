/**
 * Colours for the text of an answer: paths, line numbers and matches stand out as grep shows them, what
 * fossick says of the answer stands back. Colours are all it adds: without them it is the text.
 * @module
 */
import * as z from "zod";
import type { Answer } from "../format/answer.ts";
import { byteLength, byteSlice } from "../format/byte_text.ts";
import { textLine, textPath } from "../format/safe_text.ts";

const path = style("35"), number = style("32"), match = style("1;31"), aside = style("2"), failure = style("1;31");

/** The text of `answer`, coloured. */
export function painted(answer: Answer): string {
  if (answer.isError) return answer.text.replace(/^[A-Z_]+(?=:)/, failure);
  const lines = paintedLines(answer.structured);
  if (lines === undefined) return answer.text;
  return answer.text.split("\n").map((line) => lines.get(line) ?? (isAside(line) ? aside(line) : line)).join("\n");
}

function style(codes: string): (text: string) => string {
  return (text) => text === "" ? "" : `\x1b[${codes}m${text}\x1b[m`;
}

/** `[12 matches in 3 files]`: said of the answer, not found. */
function isAside(line: string): boolean {
  return /^\[.*\]$/.test(line);
}

/** Lines as the text has them, and coloured. */
type Painted = Map<string, string>;

/** A line that was found, whatever the form and the profile call its parts. */
interface Found {
  readonly number: number;
  readonly line: string;
  /** Of `line`, in UTF-8 bytes. */
  readonly spans: readonly Span[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines of the match, where not all of them are in `line`. */
  readonly lines?: number;
}

type Span = readonly [start: number, end: number];

const STRINGS = z.array(z.string()).default([]);
const HIT = z.object({
  line_number: z.int(),
  line: z.string(),
  spans: z.array(z.tuple([z.int(), z.int()])).default([]),
  submatches: z.array(z.object({ start: z.int(), end: z.int() })).default([]),
  context_before: STRINGS,
  context_after: STRINGS,
  match_lines: z.int().optional(),
});
const COUNTED = { file: z.string(), count: z.int() };

const FORMS: readonly ((structured: unknown) => Painted | undefined)[] = [
  form(
    z.object({ matches: z.array(HIT.extend({ file: z.string(), abs_path: z.string().optional() })) }),
    (full, into) => {
      for (const hit of full.matches) addHit(into, foundIn(hit), hit.abs_path ?? hit.file);
    },
  ),
  form(z.object({ files: z.array(z.object({ ...COUNTED, matches: z.array(HIT) })) }), ({ files }, into) => {
    for (const { file, count, matches } of files) {
      addHead(into, file, count);
      for (const hit of matches) addHit(into, foundIn(hit));
    }
  }),
  form(z.object({ top_files: z.array(z.object({ ...COUNTED, samples: STRINGS })) }), (summary, into) => {
    for (const { file, count, samples } of summary.top_files) {
      addHead(into, file, count);
      for (const sample of samples.map(textLine)) into.set(`  ${sample}`, `  ${sample.replace(/^\d+/, number)}`);
    }
  }),
  form(z.object({ counts: z.record(z.string(), z.int()) }), ({ counts }, into) => {
    for (const [file, count] of Object.entries(counts)) {
      into.set(`${textPath(file)}:${count}`, `${path(textPath(file))}:${number(String(count))}`);
    }
  }),
];

function form<T>(schema: z.ZodType<T>, paint: (fields: T, into: Painted) => void) {
  return (structured: unknown) => {
    const { data } = schema.safeParse(structured);
    if (data === undefined) return undefined;
    const into: Painted = new Map();
    paint(data, into);
    return into;
  };
}

function paintedLines(structured: unknown): Painted | undefined {
  for (const read of FORMS) {
    const lines = read(structured);
    if (lines !== undefined) return lines;
  }
  return undefined;
}

function foundIn(hit: z.output<typeof HIT>): Found {
  const spans = [...hit.spans, ...hit.submatches.map(({ start, end }): Span => [start, end])];
  const around = { before: hit.context_before, after: hit.context_after };
  return { number: hit.line_number, line: hit.line, spans, ...around, lines: hit.match_lines };
}

/** A path above its lines, with the count of those that match where not all follow. */
function addHead(into: Painted, file: string, count: number): void {
  const text = textPath(file);
  into.set(text, path(text)).set(`${text} (${count})`, `${path(text)} (${number(String(count))})`);
}

/** `12:line` for what matches, `11-line` for what stands around it, behind the path where there is one. */
function addHit(into: Painted, { number: first, line, spans, before, after, lines: all }: Found, file?: string): void {
  const lines = line.split("\n");
  const add = (at: number, mark: string, text: string, colored: string) => {
    const shown = file === undefined ? "" : textPath(file), sep = file === undefined ? "" : mark;
    into.set(`${shown}${sep}${at}${mark}${text}`, `${path(shown)}${sep}${number(String(at))}${mark}${colored}`);
  };
  const around = (text: string, at: number) => add(at, "-", textLine(text), textLine(text));
  before.forEach((text, i) => around(text, first - before.length + i));
  highlighted(lines, spans).forEach((colored, i) => add(first + i, ":", textLine(lines[i]), colored));
  after.forEach((text, i) => around(text, first + (all ?? lines.length) + i));
}

/** The lines with the parts that matched in colour; a part may go over several of them. */
function highlighted(lines: readonly string[], spans: readonly Span[]): string[] {
  let begin = 0;
  return lines.map((line) => {
    const from = begin, length = byteLength(line);
    begin += length + 1;
    return highlightedLine(line, spans.map(([start, end]) => [start - from, end - from]), length);
  });
}

function highlightedLine(line: string, spans: readonly Span[], length: number): string {
  let at = 0, text = "";
  for (const [start, end] of spans) {
    const from = Math.max(at, start), to = Math.min(length, end);
    if (from >= to) continue;
    text += textLine(byteSlice(line, at, from)) + match(textLine(byteSlice(line, from, to)));
    at = to;
  }
  return text + textLine(byteSlice(line, at, length));
}
