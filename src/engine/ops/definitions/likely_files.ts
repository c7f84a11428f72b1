/**
 * Finds the files that likely define the name that is searched for, by the look of the lines found.
 * @module
 */
import type { Definition } from "../../../model/definition.ts";
import { escapeRegex } from "../../../model/escape.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { Query, SearchRequest } from "../../../model/request.ts";
import type { Hit } from "../../../model/search_report.ts";
import type { CachedFile } from "../../cache/cached_file.ts";
import type { Job } from "../../run/job.ts";
import { type FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import { mayHaveLanguage } from "../../structure/languages.ts";
import { isRecoverable, type Operation } from "../../task/operation.ts";
import { lineEnd, lineStart } from "../../text/newlines.ts";
import { fileDefinitions, fileText } from "../outline.ts";
import type { SearchPass } from "../search_pass.ts";
import { hitsOnNames, type NamedHit } from "./named_hits.ts";

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
function textOf({ entry }: FileWithHits, job: Job, encoding: string | undefined): string | undefined {
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

/** A hit that names a definition, and its index among all hits of the file. */
export type IndexedHit = NamedHit & { readonly record: number };

/** The hits of a file that name a definition, without context; undefined if time ran out. */
export function* namedHitsOf(
  file: FileWithHits,
  definitions: readonly Definition[],
  pass: SearchPass,
): Operation<IndexedHit[] | undefined> {
  const named: IndexedHit[] = [];
  // Most files that use a name define none like it: they need no scan.
  if (!definitions.some(({ name }) => mayOverlap(pass.request.query, name))) return named;
  // A page of hits is limited, and a file may have more than one page of them.
  for (let skip = 0;;) {
    const page = yield* scanPage(file, pass, { skip, limit: Infinity, contextBefore: 0, contextAfter: 0 });
    if (page === undefined) return undefined;
    const indices = new Map(page.hits.map(({ lineNumber }, i) => [lineNumber, skip + i]));
    for (const hit of hitsOnNames(page.hits, definitions)) {
      named.push({ ...hit, record: indices.get(hit.lineNumber) ?? 0 });
    }
    if (!page.isFull || page.hits.length === 0) return named;
    skip += page.hits.length;
  }
}

/** Whether a match of the query may overlap the name of a definition. If it is a name itself, it can only be a part. */
function mayOverlap(query: Query, name: string): boolean {
  return !isOneName(query) || name.toLowerCase().includes(query.pattern.toLowerCase());
}

type Page = Pick<SearchRequest, "skip" | "limit" | "contextBefore" | "contextAfter">;

/** Scans a page of one file's hits; undefined if time ran out. */
export function* scanPage(
  { entry, content }: FileWithHits,
  pass: SearchPass,
  page: Page,
): Operation<{ readonly hits: readonly Hit[]; readonly isFull: boolean } | undefined> {
  const { maxCount: _, ...request } = pass.request;
  const sink = new HitSink({ ...request, ...page, need: "lines" });
  if (!(yield* pass.rescanner(sink).scanAsRead([entry], [content]))) return undefined;
  return { hits: sink.files[0]?.hits ?? [], isFull: sink.isFull };
}

/** Bytes of the files that are parsed for one summary, twice: of those that may define the name, and of the samples. */
const PARSED_BYTES = 128 * 1024;

/**
 * Marks the files of a result that define the searched name. Sizes bound what is parsed, so that every call gives the
 * same order.
 * @returns the hits that name a definition, by path, of the files that define the searched name
 */
export function* markDefining(pass: SearchPass, sink: HitSink): Operation<Map<string, readonly NamedHit[]>> {
  const name = pass.request.query.pattern.toLowerCase(), isNamed = (one: Definition) => one.name.toLowerCase() === name;
  const hits = yield* definingHits(pass, yield* likelyFiles(pass, sink), isNamed);
  for (const file of sink.files) {
    if (hits.get(file.path)?.some(({ definition }) => isNamed(definition))) file.defines = true;
  }
  return hits;
}

/** The hits that name a definition, by path, of as many of `files` as are parsed and have a definition that is wanted. */
export function* definingHits(
  pass: SearchPass,
  files: readonly FileWithHits[],
  isWanted: (definition: Definition) => boolean = () => true,
): Operation<Map<string, readonly NamedHit[]>> {
  const { job, request } = pass, hits = new Map<string, readonly NamedHit[]>();
  for (const one of firstWithin(files, PARSED_BYTES, ({ content }) => content?.size ?? Infinity)) {
    const definitions = yield* fileDefinitions(one.entry, job, request.encoding, job.remainingMs() / 2);
    if (definitions?.some(isWanted) !== true) continue;
    const named = yield* namedHitsOf(one, definitions, pass);
    if (named !== undefined) hits.set(one.path, named);
  }
  return hits;
}

/** The items that fit a sum of sizes, in order: the same ones in every call, whatever time each takes. */
export function firstWithin<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[] {
  let left = most;
  return items.filter((item) => {
    const size = sizeOf(item), fits = size <= left;
    if (fits) left -= size;
    return fits;
  });
}
