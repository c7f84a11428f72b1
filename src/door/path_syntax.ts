/**
 * How a system writes its paths, and which names it takes for one.
 * @module
 */
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";

/** The paths of one kind of system. */
export interface PathSyntax {
  /** `\` is a separator; paths begin with drives and shares; some names are devices. */
  readonly isWindows: boolean;
  readonly isAbsolute: (path: string) => boolean;
  readonly resolve: (...paths: string[]) => string;
  /** What all spellings of a name have in common; absent where only equal names are one. */
  readonly foldName?: (name: string) => string;
}

/** Linux and its kin. */
export const POSIX: PathSyntax = { isWindows: false, isAbsolute: posix.isAbsolute, resolve: posix.resolve };

/** Case makes no difference there, nor whether an accent is a character of its own. */
export const MACOS: PathSyntax = { ...POSIX, foldName: (name) => name.normalize("NFD").toLowerCase().normalize("NFD") };

/** Case makes no difference there, character by character. */
export const WINDOWS: PathSyntax = {
  isWindows: true,
  isAbsolute: windows.isAbsolute,
  resolve: windows.resolve,
  foldName: (name) => Array.from(name, upperCased).join(""),
};

/** The system this runs on. */
export const NATIVE_SYNTAX: PathSyntax = { windows: WINDOWS, darwin: MACOS }[String(Deno.build.os)] ?? POSIX;

/** `ß` has no capital of one character: there it is only itself. */
function upperCased(char: string): string {
  const upper = char.toUpperCase();
  return upper.length === char.length ? upper : char;
}
