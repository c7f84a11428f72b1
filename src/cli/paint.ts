/**
 * Colours for the text of an answer: paths, line numbers and matches stand out as grep shows them, remarks on the
 * answer stand back. Without its colours a painted answer is its text.
 * @module
 */
import { styleText } from "node:util";
import type { Answer } from "../format/answer.ts";
import { byteLength, byteSlice } from "../format/byte_text.ts";
import { textLine } from "../format/safe_text.ts";
import type { Hit } from "../model/report.ts";

const path = style("magenta"), number = style("green"), match = style("bold", "red"), remark = style("dim");

/** Whether there are colours at all is decided by the caller, by NO_COLOR among others. */
function style(...styles: readonly Style[]): (text: string) => string {
  return (text) => text === "" ? "" : styleText([...styles], text, { validateStream: false });
}

type Style = "magenta" | "green" | "red" | "bold" | "dim";

/** The text of `answer`, coloured. Answers of tools that do not search stay as they are. */
export function painted({ text, structured, isError, hits }: Answer): string {
  if (isError) return text.replace(/^[A-Z_]+(?=:)/, match);
  if (hits === undefined) return text;
  const highlights = new Map(hits.flatMap(highlighted));
  const paint = "matches" in structured ? located : "counts" in structured ? counted : grouped;
  return text.split("\n").map((line) => /^\[.*\]$/.test(line) ? remark(line) : paint(line, highlights)).join("\n");
}

/** Lines that match, as text shows them, with their matches in colour. */
type Highlights = ReadonlyMap<string, string>;

/** `path:12:line`, of context `path-11-line`. */
function located(line: string, highlights: Highlights): string {
  return line.replace(
    /^(.+?)([:-])(\d+)\2(.*)$/,
    (_, file: string, mark: string, at: string, text: string) =>
      path(file) + mark + numbered(at, mark, text, highlights),
  );
}

function numbered(at: string, mark: string, text: string, highlights: Highlights): string {
  return number(at) + mark + (mark === ":" ? highlights.get(text) ?? text : text);
}

/** `12:line`, a sample `  12: line`; else the path above them, `path` or `path (3)`. */
function grouped(line: string, highlights: Highlights): string {
  const [, indent = "", at, mark = "", text = ""] = /^( {2})?(\d+)([:-])(.*)$/.exec(line) ?? [];
  if (at !== undefined) return indent + numbered(at, mark, text, highlights);
  return line.replace(/^(?!--$)(.+?)(?: \((\d+)\))?$/, (_, file: string, count?: string) => {
    return count === undefined ? path(file) : `${path(file)} (${number(count)})`;
  });
}

/** `path:3`. */
function counted(line: string): string {
  return line.replace(/^(.+):(\d+)$/, (_, file: string, count: string) => `${path(file)}:${number(count)}`);
}

/** Each line of a hit, as text shows it and with its matches in colour; a match may go over several of them. */
function highlighted({ line, spans }: Hit): [shown: string, colored: string][] {
  let all = "", at = 0;
  const add = (end: number, style: (text: string) => string) => {
    all += byteSlice(line, at, end).split("\n").map((part) => style(textLine(part))).join("\n");
    at = end;
  };
  for (const [start, end] of spans) {
    add(Math.max(at, start), String);
    add(Math.max(at, end), match);
  }
  add(byteLength(line), String);
  const colored = all.split("\n");
  return line.split("\n").map((part, i) => [textLine(part), colored[i]]);
}
