/**
 * Markdown: headings, each with the section below it.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import type { Clock, Operation } from "../task/operation.ts";
import type { Outline, ScannedLanguage } from "./language.ts";
import { shownName } from "./parse.ts";

/** A heading of its level, 1 to 6. */
interface Heading {
  readonly name: string;
  readonly level: number;
  /** Its first line and, if it is underlined, the last one. Lines count from 0. */
  readonly row: number;
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const HASHES = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
/** A line that can't be the text of an underlined heading: blank, indented code, list, quote, table, HTML, thematic break. */
const NO_PARAGRAPH = /^(?:\s*$| {4}|\t| {0,3}(?:[>|<]|[-+*][ \t]|\d{1,9}[.)][ \t]|[-*_](?:[ \t]*[-*_]){2,}[ \t]*$))/;
const COMMENT_OPENS = /^ {0,3}<!--(?!.*-->)/;

/** The headings of a text, and those in code and comments not. */
function* headingsIn(lines: readonly string[], clock: Clock): Operation<Heading[]> {
  const headings: Heading[] = [];
  /** The first row of the paragraph that goes on. */
  let paragraph: number | undefined;
  for (let row = afterFrontMatter(lines); row < lines.length; row++) {
    const line = lines[row], end = endOfBlock(lines, row), hashes = HASHES.exec(line), underline = UNDERLINE.exec(line);
    if (end !== undefined) row = end;
    else if (hashes !== null) headings.push(hashed(line.slice(hashes[0].length), hashes[1].length, row));
    else if (underline !== null && paragraph !== undefined) {
      headings.push(underlined(lines.slice(paragraph, row), underline[1], paragraph));
    } else if (!NO_PARAGRAPH.test(line) || (paragraph !== undefined && line.trim() !== "")) {
      paragraph ??= row;
      continue;
    }
    paragraph = undefined;
    if (clock.remainingMs() <= 0) break;
    if (clock.shouldYield()) yield;
  }
  return headings;
}

/** Hashes at the end are no part of the name. */
function hashed(text: string, level: number, row: number): Heading {
  const name = text.trim();
  let end = name.length;
  while (name[end - 1] === "#") end--;
  return { name: end === 0 || /\s/.test(name[end - 1]) ? shownName(name.slice(0, end)) : shownName(name), level, row };
}

function underlined(text: readonly string[], underline: string, row: number): Heading {
  return { name: shownName(text.join(" ")), level: underline.startsWith("=") ? 1 : 2, row };
}

/** The last row of the code or comment that begins at `row`; undefined if none does. */
function endOfBlock(lines: readonly string[], row: number): number | undefined {
  const fence = FENCE.exec(lines[row])?.[1];
  if (fence === undefined && !COMMENT_OPENS.test(lines[row])) return undefined;
  const closes = fence === undefined
    ? (line: string) => line.includes("-->")
    : (line: string) => /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1].startsWith(fence) === true;
  let end = row + 1;
  while (end < lines.length && !closes(lines[end])) end++;
  return end;
}

/** The first row after the metadata between two lines of `---`. */
function afterFrontMatter(lines: readonly string[]): number {
  if (!/^(?:---|\+\+\+)\s*$/.test(lines[0] ?? "")) return 0;
  const end = lines.findIndex((line, row) => row > 0 && line.trimEnd() === lines[0].trimEnd());
  return end < 0 ? 0 : end + 1;
}

/** Each heading with its section: up to the next one of its level or above. */
function* sections(text: string, clock: Clock): Operation<Outline> {
  const lines = text.split(/\r?\n/),
    headings = yield* headingsIn(lines, clock),
    ends = headings.map(() => lines.length);
  /** The headings whose sections go on, by their indices. */
  const open: number[] = [], depths: number[] = [];
  for (const [i, { level, row }] of headings.entries()) {
    while (open.length > 0 && headings[open[open.length - 1]].level >= level) ends[open.pop() ?? 0] = row;
    depths.push(open.length);
    open.push(i);
  }
  const definitions = headings.map(({ name, row }, i): Definition => {
    const line = row + 1, endLine = lastWithText(lines, ends[i] - 1) + 1;
    return { name, kind: "heading", startLine: line, endLine, depth: depths[i], nameLine: line };
  });
  return { definitions, ...(clock.remainingMs() <= 0 && { isPartial: true }) };
}

/** The last row up to `from` that is not blank. */
function lastWithText(lines: readonly string[], from: number): number {
  let row = from;
  while (row > 0 && lines[row].trim() === "") row--;
  return row;
}

export const MARKDOWN: ScannedLanguage = {
  name: "markdown",
  extensions: ["md", "markdown", "mdx", "mkd", "mdown", "mdwn"],
  scan: sections,
};
