/**
 * What ripgrep and fd printed, as numbers to hold answers against.
 * @module
 */

const NEWLINE = 10, COLON = 58;
/** What stands behind a matching line's number where lines around it are printed too: in no text. */
export const MATCH_MARK = "\x1f";

/** Lines. */
export function lineCount(stdout: Uint8Array): number {
  return occurrences(stdout, NEWLINE);
}

/** Matching lines, among those around them. */
export function markedCount(stdout: Uint8Array): number {
  // One mark behind the path, one behind the line's number.
  return occurrences(stdout, MATCH_MARK.charCodeAt(0)) / 2;
}

/** The sum of `--count`, with or without paths. */
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

/** Different directories of the paths printed. */
export function directoryCount(stdout: Uint8Array): number {
  const paths = new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
  return new Set(paths.map((path) => path.replace(/[^/]*$/, ""))).size;
}

function occurrences(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count++;
  return count;
}
