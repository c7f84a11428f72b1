/**
 * Found files as they cross threads: mostly nothing but their paths, in one string.
 * @module
 */
import type { FoundEntry } from "../engine/found_entry.ts";

/** Found files: paths below the project root joined by NUL, which no path has; or entries as they are. */
export type Parcel = string | readonly FoundEntry[];

/** Makes a parcel. */
export function pack(files: readonly FoundEntry[]): Parcel {
  return files.length > 0 && files.every(isPlain) ? files.map((file) => file.shown).join("\0") : files;
}

/** The files of a parcel. */
export function unpack(parcel: Parcel): readonly FoundEntry[] {
  if (typeof parcel !== "string") return parcel;
  return parcel.split("\0").map((path) => ({ shown: path, place: { root: 0, path }, kind: "file" }));
}

/** Shown as what it is, in the project root. */
function isPlain({ shown, place, kind }: FoundEntry): boolean {
  return kind === "file" && place.root === 0 && place.path === shown;
}
