/**
 * Output of the command line: its format, and writing it whole.
 * @module
 */
import type { AnswersRule } from "../../model/sent_as.ts";
import { UserError } from "../../model/messages/messages.ts";
import type { ColorRule } from "../command_line/settings.ts";
import type { Answer } from "../../format/answer.ts";
import { byteLength, byteSlice } from "../../format/byte_text.ts";
import { textLine } from "../../format/safe_text.ts";
import type { Hit } from "../../model/search_report.ts";

/** How an answer is printed; absent: text on a terminal, JSON elsewhere. */
export type OutputFormat = "json" | "text" | undefined;

/** Whether to print JSON: as asked, or else unless stdout is a terminal. */
export function wantsJson(output: OutputFormat): boolean {
  return output === undefined ? !Deno.stdout.isTerminal() : output === "json";
}

/** The format that `--answers` asks for, unless `--json` or `--text` is given. */
export function outputFor(answers: AnswersRule | undefined): OutputFormat {
  return answers === "text" ? "text" : answers === "structured" ? "json" : undefined;
}

/** How a call is shown. */
export interface Screen {
  readonly json: boolean;
  /** Whether text on stdout, and on stderr, is colored. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether stdout, and stderr, is a terminal. */
  readonly terminal: { readonly out: boolean; readonly err: boolean };
}

/**
 * The screen of a call: as the options ask, or else as the terminals are. NO_COLOR needs no permission: the runtime
 * reads it before the program starts.
 */
export function screenOf(output: OutputFormat, color: ColorRule = "auto"): Screen {
  const terminal = { out: Deno.stdout.isTerminal(), err: Deno.stderr.isTerminal() };
  const colored = (isTerminal: boolean) => color === "always" || (color === "auto" && isTerminal && !Deno.noColor);
  return {
    // A caller that asks for colors asks for text.
    json: output === undefined && color === "always" ? false : wantsJson(output),
    color: { out: colored(terminal.out), err: colored(terminal.err) },
    terminal,
  };
}

/** Prints a line. Returns false if the reader has gone, which is no error. */
export function printLine(text: string): boolean {
  return writeFully(Deno.stdout, text + "\n");
}

/** Prints a line on stderr. If that fails, there is nowhere to report it. */
export function printErrorLine(text: string): void {
  try {
    writeFully(Deno.stderr, text + "\n");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/**
 * Writes all of `text`. Returns false if the reader has gone.
 * @throws UserError if it can't be written: the disk is full, or a non-blocking pipe is. How much was written is unknown
 */
export function writeFully(to: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError({ key: "notices.output_failed", params: { why } }, { cause: error });
  }
}

const pathColor = colorWith("magenta"),
  numberColor = colorWith("green"),
  matchColor = colorWith("bold", "red"),
  remarkColor = colorWith("dim");

/** The codes that begin and end each style. `styleText` of node:util would take 17 ms of every start to load. */
const STYLES = { magenta: [35, 39], green: [32, 39], red: [31, 39], bold: [1, 22], dim: [2, 22] } as const;

/** The caller decides whether to color at all, for example by NO_COLOR. */
function colorWith(...styles: readonly (keyof typeof STYLES)[]): (text: string) => string {
  const wrap = (text: string, [begin, end]: readonly number[]) => `\x1b[${begin}m${text}\x1b[${end}m`;
  return (text) => text === "" ? "" : styles.reduceRight((inner, style) => wrap(inner, STYLES[style]), text);
}

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
