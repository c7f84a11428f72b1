/**
 * Help that fits a narrow terminal: lines are parted between words, never within one.
 * @module
 */
import { isWide, widthOf } from "./width.ts";

/** Columns that the right side of a row needs at least; else it stands on lines of its own. */
const LEAST = 24;
const OWN_INDENT = 6;
/** A row of help: what is explained, two blanks or more, the explanation. */
const ROW = /^( {2}\S.*?\S {2,}|\s+)(\S.*)$/;
/** Columns of the narrowest terminal; one that says less, or 0, does not know how wide it is. */
const NARROWEST = 20;

/**
 * `text` with no line longer than `columns`, save where one word is; as it is where `columns` are too few to be true.
 *
 * @example
 * ```ts
 * wrapped("one two three four five", 20); // "one two three four\nfive"
 * ```
 */
export function wrapped(text: string, columns: number): string {
  if (columns < NARROWEST) return text;
  return text.split("\n").flatMap((line) => widthOf(line) <= columns ? [line] : parted(line, columns)).join("\n");
}

function parted(line: string, columns: number): string[] {
  const [, left = "", right = line] = ROW.exec(line) ?? [], width = widthOf(left);
  if (left.trim() === "" || columns - width >= LEAST) return filled(left, right, " ".repeat(width), columns);
  const above = widthOf(left.trimEnd()) <= columns ? [left.trimEnd()] : filled("  ", left.trim(), "    ", columns);
  return [...above, ...filled(" ".repeat(OWN_INDENT), right, " ".repeat(OWN_INDENT), columns)];
}

/** Words on as many lines as they need: the first begins with `first`, the others with `indent`. */
function filled(first: string, text: string, indent: string, columns: number): string[] {
  const lines: string[] = [];
  let line = first, isEmpty = true;
  for (const { before, word } of words(text)) {
    const longer = line + (isEmpty ? "" : before) + word;
    if (!isEmpty && widthOf(longer) > columns) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}

/** A word, and what stands before it where it does not begin a line: a blank, or nothing between Japanese words. */
interface Word {
  readonly before: "" | " ";
  readonly word: string;
}

function words(text: string): Word[] {
  return text.split(" ").flatMap((spaced) =>
    parts(spaced).map((word, i): Word => ({ before: i === 0 ? " " : "", word }))
  );
}

/** Made when it is first needed: Intl takes milliseconds of a start that shows no help. */
let segmenter: Intl.Segmenter | undefined;

/** What no line begins with, and what none ends with. */
const CLOSING = /^[、。」』】)）\],.:;!?ー〜…っゃゅょッャュョ]/, OPENING = /[「『【(（\['"]$/;

/** Japanese words have no blanks between them; of all others a word is one part. */
function parts(word: string): string[] {
  if (!isWide(word)) return [word];
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const found: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    const last = found.at(-1);
    if (last === undefined || canPart(last, segment)) found.push(segment);
    else found[found.length - 1] += segment;
  }
  return found;
}

function canPart(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return isWide(before.slice(-1)) || isWide(after.slice(0, 1));
}
