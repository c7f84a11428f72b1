/**
 * How a system writes its paths, and which names it treats as equal.
 * @module
 */
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";

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
