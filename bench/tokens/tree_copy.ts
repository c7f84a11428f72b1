/**
 * A tree on disk whose texts are also held in memory, where the checks look up the right answers.
 * @module
 */
import { dirname } from "@std/path/posix";

/** A tree: its root, and its texts by path. */
export class TreeCopy {
  constructor(readonly root: string, readonly texts: ReadonlyMap<string, string>) {}

  /** Paths below `dir` that `match`, sorted. */
  paths(dir = "", match = /(?:)/): string[] {
    const under = dir === "" ? "" : dir + "/";
    return [...this.texts.keys()].filter((path) => path.startsWith(under) && match.test(path));
  }

  /** The text of a file. */
  text(path: string): string {
    const text = this.texts.get(path);
    if (text === undefined) throw new Error(`The questions are about another tree: this one has no ${path}.`);
    return text;
  }

  /** Lines of `paths` that match, with their file. */
  lines(paths: readonly string[], wanted: RegExp): { readonly path: string; readonly line: string }[] {
    return paths.flatMap((path) =>
      this.text(path).split("\n").filter((line) => wanted.test(line)).map((line) => ({ path, line }))
    );
  }

  /** Directories below `dir`, itself first. */
  directories(dir: string): string[] {
    return [...new Set([dir, ...this.paths(dir).map((path) => dirname(path))])].toSorted();
  }
}
