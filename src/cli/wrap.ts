/**
 * Help that fits a narrow terminal: lines are parted between words, never within one.
 * @module
 */

/** Columns that the right side of a row needs at least; else it stands on lines of its own. */
const LEAST = 24;
const OWN_INDENT = 6;
/** A row of help: what is explained, two blanks or more, the explanation. */
const ROW = /^( {2}\S.*?\S {2,}|\s+)(\S.*)$/;
/** Characters that take two columns. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u;

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
  let line = first;
  for (const word of text.split(" ")) {
    const isEmpty = line === first && lines.length === 0 || line === indent;
    if (!isEmpty && widthOf(`${line} ${word}`) > columns) {
      lines.push(line);
      line = indent + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}
