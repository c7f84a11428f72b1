/**
 * Remembers the paths that answers have shortened by a `path_prefix`.
 * @module
 */
import * as z from "zod";
import { textPath } from "../../format/safe_text.ts";

const Files = z.array(z.looseObject({ file: z.string() })).default([]);
/** An answer that shortened its paths, in any of its forms. */
const ShortenedAnswer = z.looseObject({
  path_prefix: z.string(),
  counts: z.record(z.string(), z.unknown()).default({}),
  files: Files,
  matches: Files,
  top_files: Files,
});

/** The paths that one client's latest answer with a `path_prefix` gave without it. */
export class ShortPaths {
  #prefix = "";
  /** By how text shows them, and as they are. */
  #given: ReadonlyMap<string, string> = new Map();

  /** Keeps the paths of an answer, in place of those kept before; an answer without a prefix changes nothing. */
  remember(structured: Readonly<Record<string, unknown>>): void {
    const { data } = ShortenedAnswer.safeParse(structured);
    if (data === undefined) return;
    const records = [...data.files, ...data.matches, ...data.top_files];
    this.#prefix = data.path_prefix;
    const paths = [...Object.keys(data.counts), ...records.map(({ file }) => file)];
    this.#given = new Map([
      ...paths.map((path) => [textPath(path), path] as const),
      ...paths.map((path) => [path, path] as const),
    ]);
  }

  /** The whole path that the latest answer gave as `path`; undefined where it gave no such path. */
  fullPath(path: string): string | undefined {
    const given = this.#given.get(path);
    return given === undefined ? undefined : this.#prefix + given;
  }
}
