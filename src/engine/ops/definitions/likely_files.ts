/**
 * Finds the files that likely define the name that is searched for, by the look of the lines found.
 * @module
 */
import { escapeRegex } from "../../../model/escape_regex.ts";
import type { Query } from "../../../model/request.ts";
import { type FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import type { SearchPass } from "../search_pass.ts";

const NO_CONTEXT = { contextBefore: 0, contextAfter: 0 };

/** The lines of a result, in order, among which definitions are looked for. */
const MAX_LINES = 5000;

/** Words before a name that is being defined, in any language. */
const KEYWORDS =
  "class|const|def|define|defn?|enum|extension|fn|fun|func|function|impl|interface|let|macro_rules|mod|" +
  "module|namespace|object|package|protocol|record|static|struct|sub|trait|type|typedef|union|val|var";

/**
 * Finds lines that look like the definition of the name that `query` searches for: the name after a keyword, with
 * parameters and what follows these in a definition, or with a function as its value. Undefined if `query` does not
 * search for one name.
 */
export function definitionLike({ pattern, morePatterns }: Query): RegExp | undefined {
  if (morePatterns !== undefined || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(pattern)) return undefined;
  const name = `(?<![\\p{L}\\p{N}_$])${escapeRegex(pattern)}(?![\\p{L}\\p{N}_$])`;
  const shapes = [
    `\\b(?:${KEYWORDS})\\b[^=;]*?${name}`,
    `^[\\w\\s.:<>[\\],*&@~#]*${name}\\s*(?:<[^;]*>)?\\([^;]*(?:$|\\{|\\)\\s*:)`,
    `${name}\\s*[:=]\\s*(?:async\\b\\s*)?(?:function|lambda|class|\\()`,
  ];
  return new RegExp(shapes.join("|"), "iu");
}

/** The files of a result with a line that looks like the definition of the searched name; none if it is no name. */
export function* likelyFiles(pass: SearchPass, found: HitSink): Operation<FileWithHits[]> {
  const like = definitionLike(pass.request.query);
  if (like === undefined) return [];
  const lines = yield* firstLines(pass, found);
  const paths = new Set(lines.flatMap(({ path, hits }) => hits.some(({ line }) => like.test(line)) ? [path] : []));
  return found.files.filter(({ path }) => paths.has(path));
}

/** The first lines of a result, by file. */
function* firstLines(pass: SearchPass, found: HitSink): Operation<readonly FileWithHits[]> {
  const { maxCount: _, ...request } = pass.request;
  const sink = new HitSink({ ...request, need: "lines", skip: 0, limit: MAX_LINES, ...NO_CONTEXT });
  let lines = 0;
  const files = found.files.filter(({ count }) => (lines += count) - count < MAX_LINES);
  yield* pass.rescanner(sink).scanAsRead(files.map(({ entry }) => entry), found.contentsOf(files));
  return sink.files;
}
