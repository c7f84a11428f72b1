/**
 * Wraps help to the width of the terminal, between words.
 * @module
 */
import { columnWidth, hasWideCharacter } from "./column_width.ts";

/** Fewest columns for the right side of a row; with less room it gets lines of its own. */
const MIN_RIGHT_COLUMNS = 24;
const STACKED_INDENT = 6;
/** A row of help: the term, two spaces or more, the explanation. */
const ROW = /^( {2}\S.*?\S {2,}|\s+)(\S.*)$/;
/** Columns of the narrowest terminal; a smaller width, or 0, means that the width is unknown. */
const MIN_TERMINAL_COLUMNS = 20;

/**
 * `text` without lines longer than `columns`, except for longer words. Unchanged if `columns` can't be a real width.
 *
 * @example
 * ```ts
 * wrapText("one two three four five", 20); // "one two three four\nfive"
 * ```
 */
export function wrapText(text: string, columns: number): string {
  if (columns < MIN_TERMINAL_COLUMNS) return text;
  return text.split("\n").flatMap((line) => columnWidth(line) <= columns ? [line] : splitRow(line, columns)).join("\n");
}

function splitRow(line: string, columns: number): string[] {
  const [, left = "", right = line] = ROW.exec(line) ?? [], width = columnWidth(left);
  if (left.trim() === "" || columns - width >= MIN_RIGHT_COLUMNS) {
    return fillLines(left, right, " ".repeat(width), columns);
  }
  const above = columnWidth(left.trimEnd()) <= columns
    ? [left.trimEnd()]
    : fillLines("  ", left.trim(), "    ", columns);
  return [...above, ...fillLines(" ".repeat(STACKED_INDENT), right, " ".repeat(STACKED_INDENT), columns)];
}

/** Fills lines with words: the first line begins with `first`, the others with `indent`. */
function fillLines(first: string, text: string, indent: string, columns: number): string[] {
  const lines: string[] = [];
  let line = first, isEmpty = true;
  for (const { separator: before, word } of splitWords(text)) {
    const longer = line + (isEmpty ? "" : before) + word;
    if (!isEmpty && columnWidth(longer) > columns) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}

/** A word, and its separator inside a line: a space, or nothing between Japanese words. */
interface Word {
  readonly separator: "" | " ";
  readonly word: string;
}

function splitWords(text: string): Word[] {
  return text.split(" ").flatMap((spaced) =>
    splitWord(spaced).map((word, i): Word => ({ separator: i === 0 ? " " : "", word }))
  );
}

/** Created on first use: Intl takes milliseconds of a start that shows no help. */
let segmenter: Intl.Segmenter | undefined;

/** Characters that can't begin a line, and those that can't end one. */
const CLOSING = /^[、。」』】)）\],.:;!?ー〜…っゃゅょッャュョ]/, OPENING = /[「『【(（\['"]$/;

/** Splits a text without spaces, as in Japanese, at word boundaries; any other word stays whole. */
function splitWord(word: string): string[] {
  if (!hasWideCharacter(word)) return [word];
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const parts: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    const last = parts.at(-1);
    if (last === undefined || canBreakBetween(last, segment)) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}

function canBreakBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return hasWideCharacter(before.slice(-1)) || hasWideCharacter(after.slice(0, 1));
}
