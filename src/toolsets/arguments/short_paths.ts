/**
 * The paths that answers shortened by a `path_prefix`.
 * @module
 */
import * as z from "zod";
import { textPath } from "../../format/safe_text.ts";

const Files = z.array(z.looseObject({ file: z.string() })).default([]);
/** An answer with a `path_prefix`, in any of its forms. */
const ShortenedAnswer = z.looseObject({
  path_prefix: z.string(),
  counts: z.record(z.string(), z.unknown()).default({}),
  files: Files,
  matches: Files,
  top_files: Files,
});

/** The shortened paths of one client's latest answer with a `path_prefix`. */
export class ShortPaths {
  #prefix = "";
  /** By the text that answers show, and by the path itself. */
  #given: ReadonlyMap<string, string> = new Map();

  /** Replaces the remembered paths by those of an answer; an answer without a prefix changes nothing. */
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

  /** The full path that the latest answer shortened to `path`; undefined if it gave no such path. */
  fullPath(path: string): string | undefined {
    const given = this.#given.get(path);
    return given === undefined ? undefined : this.#prefix + given;
  }
}
