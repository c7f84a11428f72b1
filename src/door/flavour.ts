/**
 * How a system writes its paths, and which names it takes for one.
 * @module
 */
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";

/** The paths of one kind of system. */
export interface Flavour {
  /** `\` is a separator; paths begin with drives and shares; some names are devices. */
  readonly windows: boolean;
  readonly isAbsolute: (path: string) => boolean;
  readonly resolve: (...paths: string[]) => string;
  /** What all spellings of a name have in common; absent where only equal names are one. */
  readonly fold?: (name: string) => string;
}

/** Linux and its kin. */
export const POSIX: Flavour = { windows: false, isAbsolute: posix.isAbsolute, resolve: posix.resolve };

/** Case makes no difference there, nor whether an accent is a character of its own. */
export const MACOS: Flavour = { ...POSIX, fold: (name) => name.normalize("NFD").toLowerCase().normalize("NFD") };

/** Case makes no difference there, character by character. */
export const WINDOWS: Flavour = {
  windows: true,
  isAbsolute: windows.isAbsolute,
  resolve: windows.resolve,
  fold: (name) => Array.from(name, upper).join(""),
};

/** The system this runs on. */
export const HERE: Flavour = { windows: WINDOWS, darwin: MACOS }[String(Deno.build.os)] ?? POSIX;

/** `ß` has no capital of one character: there it is only itself. */
function upper(char: string): string {
  const upper = char.toUpperCase();
  return upper.length === char.length ? upper : char;
}
