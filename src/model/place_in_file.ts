/**
 * Lines behind paths, as answers print them and as people write them.
 * @module
 */

/** A path, and the lines that are named behind it. */
export interface PlaceInFile {
  readonly path: string;
  /** From 1. */
  readonly first: number;
  /** Absent where only one line is named. */
  readonly last?: number;
}

/** `:10`, `:10-20`, `:10:4`, `:10:4-20:1`, `#L10`, `#L10-L20`; nothing longer, so that no run of them takes long. */
const LINES = /^(.+?)(?::(\d{1,9})(?::\d{1,9})?(?:-(\d{1,9})(?::\d{1,9})?)?|#L(\d{1,9})(?:-L?(\d{1,9}))?)$/s;

/**
 * The place that `text` names, where it ends in lines.
 *
 * @example
 * ```ts
 * placeInFile("src/main.ts:12-40"); // { path: "src/main.ts", first: 12, last: 40 }
 * ```
 */
export function placeInFile(text: string): PlaceInFile | undefined {
  const [, path, from, to, lineFrom, lineTo] = LINES.exec(text) ?? [];
  const first = Number(from ?? lineFrom), last = to ?? lineTo;
  if (path === undefined || first < 1 || last !== undefined && Number(last) < first) return undefined;
  return { path, first, ...(last !== undefined && { last: Number(last) }) };
}
