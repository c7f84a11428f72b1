/**
 * Colors the text of an answer: paths, line numbers and matches stand out as in grep, remarks are dimmed. Without its
 * colors the text is unchanged.
 * @module
 */
import { styleText } from "node:util";
import type { Answer } from "../../format/answer.ts";
import { byteLength, byteSlice } from "../../format/byte_text.ts";
import { textLine } from "../../format/safe_text.ts";
import type { Hit } from "../../model/search_report.ts";

const pathColor = colorWith("magenta"),
  numberColor = colorWith("green"),
  matchColor = colorWith("bold", "red"),
  remarkColor = colorWith("dim");

/** The caller decides whether to color at all, for example by NO_COLOR. */
function colorWith(...styles: readonly Style[]): (text: string) => string {
  return (text) => text === "" ? "" : styleText([...styles], text, { validateStream: false });
}

type Style = "magenta" | "green" | "red" | "bold" | "dim";

/** The text of `answer` in color. Answers of tools that don't search are unchanged. */
export function colorAnswer({ text, structured, isError, hits }: Answer): string {
  if (isError) return text.replace(/^[A-Z_]+(?=:)/, matchColor);
  if (hits === undefined) return text;
  const highlights = new Map(hits.flatMap(highlightHit));
  const colorLine = "matches" in structured
    ? colorLocatedLine
    : "counts" in structured
    ? colorCountedLine
    : colorGroupedLine;
  return text.split("\n").map((line) => REMARK.test(line) ? remarkColor(line) : colorLine(line, highlights)).join("\n");
}

/** A remark, or the definition around the next lines. */
const REMARK = /^\[.*\]$|^ {2}in .* \d+-\d+$/;

/** Matching lines as text shows them, and with their matches in color. */
type Highlights = ReadonlyMap<string, string>;

/** `path:12:line`, or `path-11-line` of context; in the text of a definition, the line alone. */
function colorLocatedLine(line: string, highlights: Highlights): string {
  const highlighted = highlights.get(line), found = /(?<=.)([:-])(\d{1,15})\1/.exec(line);
  if (highlighted !== undefined || found === null) return highlighted ?? line;
  const [whole, mark, position] = found, text = line.slice(found.index + whole.length);
  return pathColor(line.slice(0, found.index)) + mark + colorNumberedLine(position, mark, text, highlights);
}

function colorNumberedLine(position: string, mark: string, text: string, highlights: Highlights): string {
  return numberColor(position) + mark + (mark === ":" ? highlights.get(text) ?? text : text);
}

/** `12:line`, a sample `  12: line`, or the path above them: `path`, `path (3)`. */
function colorGroupedLine(line: string, highlights: Highlights): string {
  const [, indent = "", position, mark = "", text = ""] = /^( {2})?(\d+)([:-])(.*)$/.exec(line) ?? [];
  if (position !== undefined) return indent + colorNumberedLine(position, mark, text, highlights);
  return line.replace(/^(?!--$)(.+?)(?: \((\d+)\))?$/, (_, file: string, count?: string) => {
    return count === undefined ? pathColor(file) : `${pathColor(file)} (${numberColor(count)})`;
  });
}

/** `path:3`. */
function colorCountedLine(line: string): string {
  return line.replace(/^(.+):(\d+)$/, (_, file: string, count: string) => `${pathColor(file)}:${numberColor(count)}`);
}

/** Each line of a hit, as text shows it and with its matches in color; a match may span several lines. */
function highlightHit({ line, spans }: Hit): [shown: string, colored: string][] {
  let all = "", position = 0;
  const add = (end: number, style: (text: string) => string) => {
    all += byteSlice(line, position, end).split("\n").map((part) => style(textLine(part))).join("\n");
    position = end;
  };
  for (const [start, end] of spans) {
    add(Math.max(position, start), String);
    add(Math.max(position, end), matchColor);
  }
  add(byteLength(line), String);
  const colored = all.split("\n");
  return line.split("\n").map((part, i) => [textLine(part), colored[i]]);
}
