/**
 * Help that fits a narrow terminal: lines are parted between words, never within one.
 * @module
 */
import { columnWidth, hasWideCharacter } from "./column_width.ts";

/** Columns that the right side of a row needs at least; else it stands on lines of its own. */
const MIN_RIGHT_COLUMNS = 24;
const STACKED_INDENT = 6;
/** A row of help: what is explained, two blanks or more, the explanation. */
const ROW = /^( {2}\S.*?\S {2,}|\s+)(\S.*)$/;
/** Columns of the narrowest terminal; one that says less, or 0, does not know how wide it is. */
const MIN_TERMINAL_COLUMNS = 20;

/**
 * `text` with no line longer than `columns`, save where one word is; as it is where `columns` are too few to be true.
 *
 * @example
 * ```ts
 * wrapped("one two three four five", 20); // "one two three four\nfive"
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

/** Words on as many lines as they need: the first begins with `first`, the others with `indent`. */
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

/** A word, and what stands before it where it does not begin a line: a blank, or nothing between Japanese words. */
interface Word {
  readonly separator: "" | " ";
  readonly word: string;
}

function splitWords(text: string): Word[] {
  return text.split(" ").flatMap((spaced) =>
    splitWord(spaced).map((word, i): Word => ({ separator: i === 0 ? " " : "", word }))
  );
}

/** Made when it is first needed: Intl takes milliseconds of a start that shows no help. */
let segmenter: Intl.Segmenter | undefined;

/** What no line begins with, and what none ends with. */
const CLOSING = /^[、。」』】)）\],.:;!?ー〜…っゃゅょッャュョ]/, OPENING = /[「『【(（\['"]$/;

/** Japanese words have no blanks between them; of all others a word is one part. */
function splitWord(word: string): string[] {
  if (!hasWideCharacter(word)) return [word];
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const found: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    const last = found.at(-1);
    if (last === undefined || canBreakBetween(last, segment)) found.push(segment);
    else found[found.length - 1] += segment;
  }
  return found;
}

function canBreakBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return hasWideCharacter(before.slice(-1)) || hasWideCharacter(after.slice(0, 1));
}
