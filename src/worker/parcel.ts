/**
 * Found files as they cross threads: mostly nothing but their paths, in one string, and their directories' marks.
 * @module
 */
import type { DirMark } from "../door/door.ts";
import type { FoundEntry } from "../engine/found_entry.ts";

/** Found files: those of the project root in short, or entries as they are. */
export type Parcel = Plain | readonly FoundEntry[];

/** Files below the project root, shown as what they are. */
interface Plain {
  /** Paths joined by NUL, which no path has. */
  readonly paths: string;
  /** How many files in a row have one mark. */
  readonly runs: readonly number[];
  /** For each run, absent where there is none. */
  readonly marks: readonly (DirMark | undefined)[];
}

/** Makes a parcel. */
export function pack(files: readonly FoundEntry[]): Parcel {
  if (files.length === 0 || !files.every(isPlain)) return files;
  const runs: number[] = [], marks: (DirMark | undefined)[] = [];
  for (const { dir } of files) {
    if (runs.length > 0 && marks[runs.length - 1] === dir) {
      runs[runs.length - 1]++;
    } else {
      runs.push(1);
      marks.push(dir);
    }
  }
  return { paths: files.map((file) => file.shown).join("\0"), runs, marks };
}

/** The files of a parcel. */
export function unpack(parcel: Parcel): readonly FoundEntry[] {
  if (!("paths" in parcel)) return parcel;
  const { paths, runs, marks } = parcel;
  let run = 0, left = runs[0];
  return paths.split("\0").map((path) => {
    if (left === 0) left = runs[++run];
    left--;
    const dir = marks[run], place = { root: 0, path };
    return dir === undefined ? { shown: path, place, kind: "file" } : { shown: path, place, kind: "file", dir };
  });
}

/** Shown as what it is, in the project root. */
function isPlain({ shown, place, kind }: FoundEntry): boolean {
  return kind === "file" && place.root === 0 && place.path === shown;
}
