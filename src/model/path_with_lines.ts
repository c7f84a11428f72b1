/**
 * Paths as answers and people write them: followed by line numbers, in quotes, with backslashes or percent codes.
 * @module
 */

export interface PathWithLines {
  readonly path: string;
  /** From 1. */
  readonly firstLine: number;
  /** Absent if only one line is given. */
  readonly lastLine?: number;
}

/** `:10`, `:10-20`, `:10:4`, `:10:4-20:1`, `#L10`, `#L10-L20`. Bounded, so that long texts are matched quickly. */
const PATH_WITH_LINES = /^(.+?)(?::(\d{1,9})(?::\d{1,9})?(?:-(\d{1,9})(?::\d{1,9})?)?|#L(\d{1,9})(?:-L?(\d{1,9}))?)$/s;
/** The same with the longest path: names such as `notes:12` end in numbers, too. */
const LONG_PATH_WITH_LINES = /^(.+):(\d{1,9})(?:-(\d{1,9})(?::\d{1,9})?)?$/s;

/**
 * What `text` may mean if no file has that name: the longer path first. Empty if it does not end in line numbers.
 *
 * @example
 * ```ts
 * pathsWithLines("src/main.ts:12-40"); // [{ path: "src/main.ts", firstLine: 12, lastLine: 40 }]
 * pathsWithLines("notes:12:3"); // [{ path: "notes:12", firstLine: 3 }, { path: "notes", firstLine: 12 }]
 * ```
 */
export function pathsWithLines(text: string): readonly PathWithLines[] {
  const readings = [LONG_PATH_WITH_LINES, PATH_WITH_LINES].map((shape) => readPlace(shape, text));
  const [long, short] = readings, isSame = long?.path === short?.path;
  return (isSame ? [long] : readings).filter((reading) => reading !== undefined);
}

function readPlace(shape: RegExp, text: string): PathWithLines | undefined {
  const [, path, from, to, lineFrom, lineTo] = shape.exec(text) ?? [];
  const first = Number(from ?? lineFrom), last = to ?? lineTo;
  if (path === undefined || first < 1 || last !== undefined && Number(last) < first) return undefined;
  return { path, firstLine: first, ...(last !== undefined && { lastLine: Number(last) }) };
}

/** The path in `text` without the line numbers after it. */
export function withoutLines(text: string): string {
  return readPlace(PATH_WITH_LINES, text)?.path ?? text;
}

/**
 * Quotes, backticks and spaces around a path. Matches only at the beginning of a run: with an attempt at each of its
 * characters, a run of 100,000 took 5 s.
 */
const QUOTING = /^[\s"'`]+|(?<![\s"'`])[\s"'`]+$/g;

/**
 * The path that was likely meant by one that does not exist. It has slashes for backslashes (a shell's backslash before
 * a space is removed) and decoded percent codes, and neither quotes around it nor line numbers after it.
 *
 * @example
 * ```ts
 * likelyPath("src\\main.ts:10"); // "src/main.ts"
 * ```
 */
export function likelyPath(path: string): string {
  const bare = withoutLines(path.replace(QUOTING, ""));
  return percentDecoded(bare.replaceAll("\\ ", " ")).replaceAll("\\", "/");
}

/** Decodes percent-encoding; a text without valid percent-encoding (`100%.txt`) is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
