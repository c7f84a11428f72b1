/**
 * Colours for the text of an answer: paths, line numbers and matches stand out as grep shows them, remarks on the
 * answer stand back. Without its colours a painted answer is its text.
 * @module
 */
import { styleText } from "node:util";
import type { Answer } from "../../format/answer.ts";
import { byteLength, byteSlice } from "../../format/byte_text.ts";
import { textLine } from "../../format/safe_text.ts";
import type { Hit } from "../../model/report.ts";

const pathColor = colorWith("magenta"),
  numberColor = colorWith("green"),
  matchColor = colorWith("bold", "red"),
  remarkColor = colorWith("dim");

/** Whether there are colours at all is decided by the caller, by NO_COLOR among others. */
function colorWith(...styles: readonly Style[]): (text: string) => string {
  return (text) => text === "" ? "" : styleText([...styles], text, { validateStream: false });
}

type Style = "magenta" | "green" | "red" | "bold" | "dim";

/** The text of `answer`, coloured. Answers of tools that do not search stay as they are. */
export function colorAnswer({ text, structured, isError, hits }: Answer): string {
  if (isError) return text.replace(/^[A-Z_]+(?=:)/, matchColor);
  if (hits === undefined) return text;
  const highlights = new Map(hits.flatMap(highlightHit));
  const paint = "matches" in structured
    ? colorLocatedLine
    : "counts" in structured
    ? colorCountedLine
    : colorGroupedLine;
  return text.split("\n").map((line) => /^\[.*\]$/.test(line) ? remarkColor(line) : paint(line, highlights)).join("\n");
}

/** Lines that match, as text shows them, with their matches in colour. */
type Highlights = ReadonlyMap<string, string>;

/** `path:12:line`, of context `path-11-line`. */
function colorLocatedLine(line: string, highlights: Highlights): string {
  return line.replace(
    /^(.+?)([:-])(\d+)\2(.*)$/,
    (_, file: string, mark: string, at: string, text: string) =>
      pathColor(file) + mark + colorNumberedLine(at, mark, text, highlights),
  );
}

function colorNumberedLine(at: string, mark: string, text: string, highlights: Highlights): string {
  return numberColor(at) + mark + (mark === ":" ? highlights.get(text) ?? text : text);
}

/** `12:line`, a sample `  12: line`; else the path above them, `path` or `path (3)`. */
function colorGroupedLine(line: string, highlights: Highlights): string {
  const [, indent = "", at, mark = "", text = ""] = /^( {2})?(\d+)([:-])(.*)$/.exec(line) ?? [];
  if (at !== undefined) return indent + colorNumberedLine(at, mark, text, highlights);
  return line.replace(/^(?!--$)(.+?)(?: \((\d+)\))?$/, (_, file: string, count?: string) => {
    return count === undefined ? pathColor(file) : `${pathColor(file)} (${numberColor(count)})`;
  });
}

/** `path:3`. */
function colorCountedLine(line: string): string {
  return line.replace(/^(.+):(\d+)$/, (_, file: string, count: string) => `${pathColor(file)}:${numberColor(count)}`);
}

/** Each line of a hit, as text shows it and with its matches in colour; a match may go over several of them. */
function highlightHit({ line, spans }: Hit): [shown: string, colored: string][] {
  let all = "", at = 0;
  const add = (end: number, style: (text: string) => string) => {
    all += byteSlice(line, at, end).split("\n").map((part) => style(textLine(part))).join("\n");
    at = end;
  };
  for (const [start, end] of spans) {
    add(Math.max(at, start), String);
    add(Math.max(at, end), matchColor);
  }
  add(byteLength(line), String);
  const colored = all.split("\n");
  return line.split("\n").map((part, i) => [textLine(part), colored[i]]);
}
