/**
 * Finds the files that likely define the name that is searched for, by the look of the lines found.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import { LIMITS } from "../../model/limits.ts";
import { unlessRefused } from "../../model/messages/tool_error.ts";
import type { Query } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import type { FileWithHits, HitSink } from "../scan/hit_sink.ts";
import { mayHaveLanguage } from "../structure/languages.ts";
import type { Operation } from "../task/operation.ts";
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

/** Expressions for a line that defines a name. */
interface Looks {
  /** The line may be a definition. */
  readonly like: RegExp;
  /** Of these lines, one that is hardly anything else. */
  readonly clear: RegExp;
}

/**
 * The looks of lines that define the name that `query` searches for. The name follows a keyword, has parameters and what
 * follows these in a definition, or has a function as its value. It is clear if only a receiver or an owner stands
 * between keyword and name, or if a body begins. Undefined if `query` does not search for one name.
 */
export function definitionLooks({ pattern, morePatterns }: Query): Looks | undefined {
  if (!isOneName({ pattern, morePatterns })) return undefined;
  const name = `(?<![\\p{L}\\p{N}_$])${escapeRegex(pattern)}(?![\\p{L}\\p{N}_$])`;
  const keyword = `\\b(?:${KEYWORDS})\\b`, called = `^[\\w\\s.:<>[\\],*&@~#]*${name}\\s*(?:<[^;]*>)?\\(`;
  const shapes = [
    `${keyword}[^=;]*?${name}`,
    `${called}[^;]*(?:$|\\{|\\)\\s*:)`,
    `${name}\\s*[:=]\\s*(?:async\\b\\s*)?(?:function|lambda|class|\\()`,
  ];
  const clear = `${keyword}\\s+(?:\\([^()]*\\)\\s*|[\\w:.]+[.:])?[*&]?${name}|${called}[^;]*\\{$`;
  return { like: new RegExp(shapes.join("|"), "iu"), clear: new RegExp(clear, "iu") };
}

/** How much a file looks as if it defined a name. */
type Look = "none" | "like" | "clear";

/**
 * The files of a result with a line that looks like the definition of the searched name, the likeliest first: those with
 * a clear line, and of these the small ones, of which more can be parsed. None if the query is no name.
 */
export function* likelyFiles({ request, job }: SearchPass, found: HitSink): Operation<FileWithHits[]> {
  const looks = definitionLooks(request.query), clear: FileWithHits[] = [], like: FileWithHits[] = [];
  if (looks === undefined) return [];
  const name = nameExpression(request.query);
  let lines = 0;
  for (const file of found.files) {
    if (lines >= MAX_LINES || job.remainingMs() <= 0) break;
    lines += file.count;
    const look = lookOf(textOf(file, job, request.encoding) ?? "", name, looks);
    if (look !== "none") (look === "clear" ? clear : like).push(file);
    if (job.shouldYield()) yield;
  }
  const size = ({ content }: FileWithHits) => content?.size ?? Infinity;
  return [clear, like].flatMap((files) => files.sort((a, b) => size(a) - size(b)));
}

/** Undefined if definitions can't be looked for in the file. */
export function textOf({ entry }: FileWithHits, job: Job, encoding: string | undefined): string | undefined {
  return mayHaveLanguage(entry.shown) ? unlessRefused(() => fileText(entry, job, encoding)) : undefined;
}

/** Finds the name that `query` searches for, under its rule for letter case. */
function nameExpression({ pattern, caseRule }: Query): RegExp {
  const isAnyCase = caseRule === "insensitive" || caseRule === "smart" && pattern === pattern.toLowerCase();
  const isAscii = /^[\0-\x7f]*$/.test(pattern);
  return new RegExp(escapeRegex(pattern), `g${isAnyCase ? "i" : ""}${isAscii ? "" : "u"}`);
}

/** The clearest look of the lines with the name. Of a long line, what is around its first match counts. */
function lookOf(text: string, name: RegExp, { like, clear }: Looks): Look {
  let look: Look = "none";
  name.lastIndex = 0;
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const { index } = match, end = lineEnd(text, index), most = LIMITS.lineChars;
    const from = Math.max(lineStart(text, index), index - most), to = Math.min(end, index + match[0].length + most);
    const line = text.slice(from, to).trimEnd();
    if (like.test(line)) {
      if (clear.test(line)) return "clear";
      look = "like";
    }
    name.lastIndex = end;
  }
  return look;
}

/** Whether a match of the query may overlap the name of a definition. If it is a name itself, it can only be a part. */
export function mayOverlap(query: Query, name: string): boolean {
  return !isOneName(query) || name.toLowerCase().includes(query.pattern.toLowerCase());
}
