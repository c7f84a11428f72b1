/**
 * A key of a data file as a definition.
 * @module
 */
import type { Definition } from "../../../../model/definition.ts";
import { shownName } from "../../shown_name.ts";

/** A key in rows that count from 0, at the top. @param commentRow the first row of the comment directly before it */
export function keyDefinition(name: string, startRow: number, endRow: number, commentRow = startRow): Definition {
  const startLine = startRow + 1;
  return {
    name: shownName(name),
    kind: "key",
    startLine,
    endLine: endRow + 1,
    depth: 0,
    nameLine: startLine,
    ...(commentRow < startRow && { commentLine: commentRow + 1 }),
  };
}

/** Keys that begin at the given rows. Each ends before the next one's comment, with its last line that says something. */
export function keysOfLines(lines: readonly string[], keys: readonly { name: string; row: number }[]): Definition[] {
  const isComment = (row: number) => /^\s*#/.test(lines[row]),
    isEmpty = (row: number) => /^\s*(?:#|$)/.test(lines[row]);
  return keys.map(({ name, row }, i) => {
    let comment = row, end = (keys[i + 1]?.row ?? lines.length) - 1;
    while (comment > 0 && isComment(comment - 1)) comment--;
    while (end > row && isEmpty(end)) end--;
    return keyDefinition(name, row, end, comment);
  });
}
