/**
 * Finds the files that likely define the name that is searched for, by the look of the lines found.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Query } from "../../model/request.ts";
import type { CachedFile } from "../cache/cached_file.ts";
import type { Job } from "../run/job.ts";
import type { FileWithHits, HitSink } from "../scan/hit_sink.ts";
import { mayHaveLanguage } from "../structure/languages.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { lineEnd, lineStart } from "../text/newlines.ts";
import { fileText } from "./outline.ts";
import type { SearchPass } from "./search_pass.ts";

/** The lines of a result, in order, in whose files definitions are looked for. */
const MAX_LINES = 5000;

/** Words before a name that is being defined, in any language. */
const KEYWORDS =
  "class|const|def|define|defn?|enum|extension|fn|fun|func|function|impl|interface|let|macro_rules|mod|" +
  "module|namespace|object|package|protocol|record|static|struct|sub|trait|type|typedef|union|val|var";

/** Whether a query searches for one name. */
function isOneName({ pattern, morePatterns }: Pick<Query, "pattern" | "morePatterns">): boolean {
  return morePatterns === undefined && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(pattern);
}

/**
 * Finds lines that look like the definition of the name that `query` searches for. The name follows a keyword, has
 * parameters and what follows these in a definition, or has a function as its value. Undefined if `query` does not
 * search for one name.
 */
export function definitionLike({ pattern, morePatterns }: Query): RegExp | undefined {
  if (!isOneName({ pattern, morePatterns })) return undefined;
  const name = `(?<![\\p{L}\\p{N}_$])${escapeRegex(pattern)}(?![\\p{L}\\p{N}_$])`;
  const shapes = [
    `\\b(?:${KEYWORDS})\\b[^=;]*?${name}`,
    `^[\\w\\s.:<>[\\],*&@~#]*${name}\\s*(?:<[^;]*>)?\\([^;]*(?:$|\\{|\\)\\s*:)`,
    `${name}\\s*[:=]\\s*(?:async\\b\\s*)?(?:function|lambda|class|\\()`,
  ];
  return new RegExp(shapes.join("|"), "iu");
}

/** The files of a result with a line that looks like the definition of the searched name; none if it is no name. */
export function* likelyFiles({ request, job }: SearchPass, found: HitSink): Operation<FileWithHits[]> {
  const like = definitionLike(request.query), likely: FileWithHits[] = [];
  if (like === undefined) return likely;
  const name = nameExpression(request.query), key = `${name} ${request.encoding}`;
  let lines = 0;
  for (const file of found.files) {
    if (lines >= MAX_LINES || job.remainingMs() <= 0) break;
    lines += file.count;
    const look = () => hasLineLike(like, name, textOf(file, job, request.encoding) ?? "");
    if (remembered(file.content, key, look)) likely.push(file);
    if (job.shouldYield()) yield;
  }
  return likely;
}

/** The last look at each cached file: the next page of a summary needs the same ones again. */
const lastLooks = new WeakMap<CachedFile, { readonly key: string; readonly isLikely: boolean }>();

function remembered(file: CachedFile | undefined, key: string, look: () => boolean): boolean {
  const last = file && lastLooks.get(file);
  if (last?.key === key) return last.isLikely;
  const isLikely = look();
  if (file !== undefined) lastLooks.set(file, { key, isLikely });
  return isLikely;
}

/** Undefined if definitions can't be looked for in the file. */
export function textOf({ entry }: FileWithHits, job: Job, encoding: string | undefined): string | undefined {
  try {
    return mayHaveLanguage(entry.shown) ? fileText(entry, job, encoding) : undefined;
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}

/** Finds the name that `query` searches for, under its rule for letter case. */
function nameExpression({ pattern, caseRule }: Query): RegExp {
  const isAnyCase = caseRule === "insensitive" || caseRule === "smart" && pattern === pattern.toLowerCase();
  const isAscii = /^[\0-\x7f]*$/.test(pattern);
  return new RegExp(escapeRegex(pattern), `g${isAnyCase ? "i" : ""}${isAscii ? "" : "u"}`);
}

/** Whether one of the lines with the name is `like` a definition. Of a long line, what is around its first match counts. */
function hasLineLike(like: RegExp, name: RegExp, text: string): boolean {
  name.lastIndex = 0;
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const { index } = match, end = lineEnd(text, index), most = LIMITS.lineChars;
    const from = Math.max(lineStart(text, index), index - most), to = Math.min(end, index + match[0].length + most);
    if (like.test(text.slice(from, to).trimEnd())) return true;
    name.lastIndex = end;
  }
  return false;
}

/** Whether a match of the query may overlap the name of a definition. If it is a name itself, it can only be a part. */
export function mayOverlap(query: Query, name: string): boolean {
  return !isOneName(query) || name.toLowerCase().includes(query.pattern.toLowerCase());
}
