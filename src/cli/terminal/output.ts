/**
 * Output of the command line: its format, and writing it whole.
 * @module
 */
import { UserError } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
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

/** How a call is shown: as JSON or text, whether in color, and whether stdout and stderr are terminals. */
export interface Screen {
  readonly json: boolean;
  readonly color: boolean;
  readonly terminal: { readonly out: boolean; readonly err: boolean };
}

/**
 * The screen of a call: as the options ask, or else as the terminals are. NO_COLOR needs no permission: the runtime
 * reads it before the program starts.
 */
export function screenOf(output: OutputFormat, { answers, color = "auto" }: Settings): Screen {
  const terminal = { out: Deno.stdout.isTerminal(), err: Deno.stderr.isTerminal() };
  // A caller that asks for colors asks for text.
  const usual = answers === "structured" ? "json" : answers === "text" || color === "always" ? "text" : undefined;
  const isColored = color === "always" || color === "auto" && terminal.out && !Deno.noColor;
  return { json: wantsJson(output ?? usual), color: isColored, terminal };
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

const pathColor = colorWith("magenta"), numberColor = colorWith("green");
const matchColor = colorWith("bold", "red"), remarkColor = colorWith("dim");

/** The codes that begin and end each style. `styleText` of node:util would take 17 ms of every start to load. */
const STYLES = { magenta: [35, 39], green: [32, 39], red: [31, 39], bold: [1, 22], dim: [2, 22] } as const;

/** The caller decides whether to color at all, for example by NO_COLOR. */
function colorWith(...styles: readonly (keyof typeof STYLES)[]): (text: string) => string {
  const wrap = (text: string, [begin, end]: readonly number[]) => `\x1b[${begin}m${text}\x1b[${end}m`;
  return (text) => text === "" ? "" : styles.reduceRight((inner, style) => wrap(inner, STYLES[style]), text);
}

/** The text of `answer` in color. Errors, and answers of tools that don't search, are unchanged. */
export function colorAnswer({ text, structured, hits }: Answer): string {
  if (hits === undefined) return text;
  const highlights = new Map(hits.flatMap(highlightHit)), kind = LINE_KINDS.find((key) => key in structured);
  const colored = (line: string) => REMARK.test(line) ? remarkColor(line) : colorLine(line, highlights, kind);
  return text.split("\n").map(colored).join("\n");
}

/** What the lines of an answer are: `path:12:text`; `path:3`; or else `12:text` below their path. */
const LINE_KINDS = ["matches", "counts"] as const;

/** A remark, or the definition around the next lines. */
const REMARK = /^\[.*\]$|^ {2}in .* \d+-\d+$/;

/** `path:12:text`, `path-11-text` of context, `12:text`, or a sample `  12: text`. */
const PLACE = /^(?:(.+?)([:-])(?=\d+\2))??( {2})?(\d{1,15})([:-])(.*)$/s;

/** Colors a line's path and number, and puts the colored text of a match in place of its text. */
function colorLine(line: string, highlights: ReadonlyMap<string, string>, kind?: typeof LINE_KINDS[number]): string {
  const [, path = "", mark = "", indent = "", position, end = "", text = ""] = PLACE.exec(line) ?? [];
  // In the text of a definition a line stands alone.
  if (highlights.has(line)) return highlights.get(line) ?? line;
  if (kind !== "counts" && position !== undefined) {
    const shown = end === ":" ? highlights.get(text) ?? text : text;
    return pathColor(path) + mark + indent + numberColor(position) + end + shown;
  }
  return kind === "matches" ? line : line.replace(/^(?!--$)(.+?)(?:( \(|:)(\d+)(\)?))?$/, (_, path, ...count) => {
    const [open = "", number = "", close = ""] = count;
    return pathColor(path) + open + numberColor(number) + close;
  });
}

/** Each line of a hit, as text shows it and with its matches in color; a match may span several lines. */
function highlightHit({ line, spans }: Hit): [shown: string, colored: string][] {
  let all = "", position = 0;
  const add = (end: number, style: (text: string) => string) => {
    all += byteSlice(line, position, end).split("\n").map((part) => style(textLine(part))).join("\n");
    position = Math.max(position, end);
  };
  for (const [start, end] of spans) {
    add(start, String);
    add(end, matchColor);
  }
  add(byteLength(line), String);
  const colored = all.split("\n");
  return line.split("\n").map((part, i) => [textLine(part), colored[i]]);
}
