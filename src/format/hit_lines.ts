/**
 * Hits with their files, and the lines of one file's hits as answers show them: in order, each line once.
 * @module
 */
import type { FileHits, Hit } from "../model/search_report.ts";
import { textLine, textValue, truncateUnits } from "./safe_text.ts";

/** A hit and its file. */
export interface LocatedHit {
  readonly file: FileHits;
  readonly hit: Hit;
}

/** All hits of a report's page, in order. */
export function locatedHits(files: readonly FileHits[]): LocatedHit[] {
  return files.flatMap((file) => file.hits.map((hit) => ({ file, hit })));
}

/** Files with their hits, in order. */
export function groupByFile(hits: readonly LocatedHit[]): [FileHits, Hit[]][] {
  return [...Map.groupBy(hits, (at) => at.file)].map(([file, all]) => [file, all.map(({ hit }) => hit)]);
}

/** A line of a hit. */
interface ShownLine {
  readonly line: string;
  readonly match: boolean;
  /** On the first line of a hit: its spans, and the definition that it stands in. */
  readonly spans?: Hit["spans"];
  readonly enclosing?: Hit["enclosing"];
}

/** One line, or the gap between two groups of lines. */
export type NumberedLine = (ShownLine & { readonly number: number }) | "gap";

/** The lines of `hits` by number, with gaps if context is shown and lines are missing between two groups. */
export function numberedLines(hits: readonly Hit[]): NumberedLine[] {
  if (hits.every(hasOneLine)) {
    return hits.map((hit) => ({ number: hit.lineNumber, line: hit.line, match: true, ...factsOf(hit) }));
  }
  const lines = new Map<number, ShownLine>();
  for (const hit of hits) addHit(lines, hit);
  const context = hits.some((hit) => hit.before.length + hit.after.length > 0);
  const sorted = [...lines].sort(([a], [b]) => a - b);
  return sorted.flatMap(([number, shown], i): NumberedLine[] => {
    const gap = context && i > 0 && sorted[i - 1][0] + 1 < number;
    return gap ? ["gap", { number, ...shown }] : [{ number, ...shown }];
  });
}

/** The facts about a hit that stand at its first line. */
function factsOf({ spans, enclosing }: Hit): Pick<ShownLine, "spans" | "enclosing"> {
  return { spans, ...(enclosing && { enclosing }) };
}

/** Whether the hit is one line without context. */
function hasOneLine({ before, line, after }: Hit): boolean {
  return before.length + after.length === 0 && !line.includes("\n");
}

function addHit(lines: Map<number, ShownLine>, hit: Hit): void {
  const matched = hit.line.split("\n");
  const first = hit.lineNumber, after = first + (hit.lines ?? matched.length);
  hit.before.forEach((line, i) => add(lines, first - hit.before.length + i, { line, match: false }));
  matched.forEach((line, i) => add(lines, first + i, { line, match: true, ...(i === 0 && factsOf(hit)) }));
  hit.after.forEach((line, i) => add(lines, after + i, { line, match: false }));
}

/** Adds a line. A line that matches replaces the same line as context. */
function add(lines: Map<number, ShownLine>, number: number, line: ShownLine): void {
  if (line.match ? !lines.get(number)?.match : !lines.has(number)) lines.set(number, line);
}

/**
 * Lines as grep prints them: `path:12:line` for matches, `path-11-line` for context, `--` for gaps. With `showsSpans`, the
 * bytes of the matches follow the number of the line: `12:0-4,9-13:line`. A line `  in name 10-20` names the definition
 * that the next lines stand in, as far as its last line.
 */
export function grepLines(hits: readonly Hit[], path?: string, showsSpans = false): string[] {
  const enclosing = definitionChanges(hits);
  return numberedLines(hits).flatMap((entry) => {
    if (entry === "gap") return "--";
    const mark = entry.match ? ":" : "-", definition = entry.enclosing && enclosing.get(entry.number);
    const spans = showsSpans && entry.spans ? entry.spans.map((span) => span.join("-")).join(",") + mark : "";
    const line = `${path === undefined ? "" : path + mark}${entry.number}${mark}${spans}${textLine(entry.line)}`;
    return definition === undefined ? line : [`  in ${textValue(definition)}`, line];
  });
}

/** UTF-16 units of a definition's name that are shown: a heading may be long. */
const NAME_UNITS = 80;

/** A definition around lines as answers name it: `name 10-20`. */
export function definitionLabel({ name, startLine, endLine }: NonNullable<Hit["enclosing"]>): string {
  const short = name.length > NAME_UNITS ? truncateUnits(name, NAME_UNITS) + "…" : name;
  return `${short} ${startLine}-${endLine}`;
}

/** By the line of a hit, the definition that it stands in, unless it is that of the hit before. */
export function definitionChanges(hits: readonly Hit[]): Map<number, string> {
  const changes = new Map<number, string>();
  let last: string | undefined;
  for (const { lineNumber, enclosing } of hits) {
    const label = enclosing && definitionLabel(enclosing);
    if (label === undefined || label === last) continue;
    changes.set(lineNumber, label);
    last = label;
  }
  return changes;
}

/** Lines as structured content lists them: `12: line` for matches, `11- line` for context. The numbers show the gaps. */
export function listedLines(lines: readonly NumberedLine[]): string[] {
  return lines.filter((entry) => entry !== "gap")
    .map(({ number, match, line }) => `${number}${match ? ":" : "-"} ${line}`);
}
