/**
 * Absolute paths as the door writes them: `/`-separated on every platform, without a trailing slash except at
 * the top of a file system (`/`, `C:/`).
 * @module
 */
import { dirPrefix } from "../model/place.ts";
import { SEPARATOR } from "@std/path";
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";

/** `path` with `/` instead of the platform's separator. On POSIX a backslash is an ordinary character. */
export function toSlashes(path: string): string {
  return SEPARATOR === "/" ? path : path.replaceAll(SEPARATOR, "/");
}

/** The path from directory `dir` down to `path` ("" for `dir` itself); undefined if `path` is not inside. */
export function relativePath(dir: string, path: string): string | undefined {
  if (path === dir) return "";
  const prefix = dirPrefix(dir);
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The top of a file system: `C:/`, `//server/share/`, `/`. */
const TOP = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+\/|\/)/;

/** The directory above `path`, by name alone. The top is its own parent. */
export function parentDir(path: string): string {
  const top = TOP.exec(path)?.[0].length ?? 0, slash = path.lastIndexOf("/");
  return path.slice(0, slash < top ? top : slash);
}

/** The path syntax of one kind of system. */
export interface PathSyntax {
  /** `\` is a separator, paths begin with drives and shares, some names are devices. */
  readonly isWindows: boolean;
  readonly isAbsolute: (path: string) => boolean;
  readonly resolve: (...paths: string[]) => string;
  /** Equal for all spellings of one name; absent if only equal names are the same. */
  readonly foldName?: (name: string) => string;
}

/** Linux and other POSIX systems. */
export const POSIX: PathSyntax = { isWindows: false, isAbsolute: posix.isAbsolute, resolve: posix.resolve };

/** Ignores letter case, and whether an accent is a character of its own. */
export const MACOS: PathSyntax = { ...POSIX, foldName: (name) => name.normalize("NFD").toLowerCase().normalize("NFD") };

/** Ignores letter case, character by character. */
export const WINDOWS: PathSyntax = {
  isWindows: true,
  isAbsolute: windows.isAbsolute,
  resolve: windows.resolve,
  foldName: (name) => Array.from(name, upperCased).join(""),
};

/** The syntax of the system that this runs on. */
export const NATIVE_SYNTAX: PathSyntax = { windows: WINDOWS, darwin: MACOS }[String(Deno.build.os)] ?? POSIX;

/** A character whose upper case has several characters (`ß`) is compared as it is. */
function upperCased(char: string): string {
  const upper = char.toUpperCase();
  return upper.length === char.length ? upper : char;
}
