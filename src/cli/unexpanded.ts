/**
 * Recognises a path in which something should have been put by a shell or a host, and was not.
 * @module
 */

/** A home at the beginning; a variable of a host, of a POSIX shell, of Windows. */
const PARTS = /^~[\w.-]*(?=[/\\]|$)|\$\{[^{}]*\}|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%/;

/**
 * What in a path stands for something else; undefined where nothing does.
 *
 * @example
 * ```ts
 * unexpanded("${workspaceFolder}/src"); // "${workspaceFolder}"
 * ```
 */
export function unexpanded(path: string): string | undefined {
  return PARTS.exec(path)?.[0];
}
