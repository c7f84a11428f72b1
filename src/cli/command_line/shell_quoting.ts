/**
 * Words of a line that can be typed.
 * @module
 */
import { fromFileUrl } from "@std/path";

/** What no shell takes for anything but itself. */
const SAFE_WORD = { posix: /^[\w@%+=:./-]+$/, windows: /^[\w@+=:.\\/-]+$/ };

/**
 * `words` as a shell wants them: those that it would part or change stand in quotation marks.
 *
 * @example
 * ```ts
 * quoteForShell(["--root", "/my project"]); // "--root '/my project'"
 * ```
 */
export function quoteForShell(words: readonly string[], windows = Deno.build.os === "windows"): string {
  const plain = windows ? SAFE_WORD.windows : SAFE_WORD.posix, inQuotes = windows ? quoteForWindows : quoteForPosix;
  return words.map((word) => plain.test(word) ? word : inQuotes(word)).join(" ");
}

/** The line by which Deno starts this program. @param grants what it is allowed, as flags */
export function denoCommand(grants: readonly string[], args: readonly string[] = []): string {
  const { mainModule } = Deno, program = mainModule.startsWith("file:") ? fromFileUrl(mainModule) : mainModule;
  return quoteForShell(["deno", "run", "--no-prompt", ...grants, program, ...args]);
}

/** As programs on Windows take a word apart. */
function quoteForWindows(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** As a POSIX shell takes it for nothing but itself. */
export function quoteForPosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
