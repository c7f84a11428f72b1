/**
 * Lines behind paths, as answers print them and as people write them.
 * @module
 */

/** A path, and the lines that are named behind it. */
export interface PathWithLines {
  readonly path: string;
  /** From 1. */
  readonly firstLine: number;
  /** Absent where only one line is named. */
  readonly lastLine?: number;
}

/** `:10`, `:10-20`, `:10:4`, `:10:4-20:1`, `#L10`, `#L10-L20`; nothing longer, so that no run of them takes long. */
const PATH_WITH_LINES = /^(.+?)(?::(\d{1,9})(?::\d{1,9})?(?:-(\d{1,9})(?::\d{1,9})?)?|#L(\d{1,9})(?:-L?(\d{1,9}))?)$/s;

/**
 * The place that `text` names, where it ends in lines.
 *
 * @example
 * ```ts
 * parsePathWithLines("src/main.ts:12-40"); // { path: "src/main.ts", first: 12, last: 40 }
 * ```
 */
export function parsePathWithLines(text: string): PathWithLines | undefined {
  const [, path, from, to, lineFrom, lineTo] = PATH_WITH_LINES.exec(text) ?? [];
  const first = Number(from ?? lineFrom), last = to ?? lineTo;
  if (path === undefined || first < 1 || last !== undefined && Number(last) < first) return undefined;
  return { path, firstLine: first, ...(last !== undefined && { lastLine: Number(last) }) };
}
