/**
 * Counts in the output of ripgrep and fd, to compare answers with.
 * @module
 */

const NEWLINE = 10, COLON = 58;
/** Separator after a matching line's number where context lines are printed too; it occurs in no text. */
export const MATCH_MARK = "\x1f";

/** The number of lines. */
export function lineCount(stdout: Uint8Array): number {
  return occurrences(stdout, NEWLINE);
}

/** The number of matching lines, without the context lines. */
export function markedCount(stdout: Uint8Array): number {
  // One mark follows the path, one the line number.
  return occurrences(stdout, MATCH_MARK.charCodeAt(0)) / 2;
}

/** The sum of the counts of `--count`, printed with or without paths. */
export function sumOfCounts(stdout: Uint8Array): number {
  let sum = 0;
  for (let from = 0, end; (end = stdout.indexOf(NEWLINE, from)) >= 0; from = end + 1) {
    const digits = Math.max(from, stdout.lastIndexOf(COLON, end) + 1);
    for (let at = digits, n = 0; at <= end; at++) {
      if (at === end) sum += n;
      else n = n * 10 + stdout[at] - 48;
    }
  }
  return sum;
}

/** The number of distinct directories of the printed paths. */
export function directoryCount(stdout: Uint8Array): number {
  const paths = new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
  return new Set(paths.map((path) => path.replace(/[^/]*$/, ""))).size;
}

function occurrences(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count++;
  return count;
}
