/**
 * Loaded before each test on Windows: makes links as POSIX systems do, from the target alone, and says plainly where
 * the system makes none. Wine reports success and leaves nothing.
 * @module
 */
import { dirname, isAbsolute, join } from "@std/path";

const make = Deno.symlinkSync;

/** The error that stands for a missing link. */
export const NO_LINKS = "this system makes no symbolic links";

function symlink(target: string | URL, path: string | URL): void {
  const from = String(target), at = String(path);
  try {
    make(from.replaceAll("/", "\\"), at, { type: isDirectory(from, at) ? "dir" : "file" });
    if (Deno.lstatSync(at).isSymlink) return;
  } catch (cause) {
    throw new Error(NO_LINKS, { cause });
  }
  throw new Error(NO_LINKS);
}

function isDirectory(target: string, link: string): boolean {
  try {
    return Deno.statSync(isAbsolute(target) ? target : join(dirname(link), target)).isDirectory;
  } catch {
    return false;
  }
}

if (Deno.build.os === "windows") Object.defineProperty(Deno, "symlinkSync", { value: symlink });
