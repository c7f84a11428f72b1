/**
 * The changed requests that may find something where a request found nothing, of six kinds, the likeliest first.
 * @module
 */
import { type Skipped } from "../../model/completeness.ts";
import { escapeRegex } from "../../model/escape.ts";
import type { Change, Changeable, Rule } from "../../model/explanation.ts";
import { LIMITS } from "../../model/limits.ts";
import type { GlobReport, ListReport } from "../../model/report.ts";
import {
  type GlobRequest,
  type ListRequest,
  type NearestRequest,
  patternsOf,
  type Query,
  type Scope,
  type SearchRequest,
} from "../../model/request.ts";
import type { SearchReport } from "../../model/search_report.ts";

/** A request whose total explains why another one found nothing. */
export type ChangedRequest = ListRequest | GlobRequest | SearchRequest | NearestRequest;

/** A changed request. */
export interface Candidate {
  readonly request: ChangedRequest;
  readonly change: Change;
}

/** Changes of one kind. */
export interface ChangeGroup {
  readonly candidates: readonly Candidate[];
  /** Finds all that the candidates find: if it finds nothing, they are not tried. */
  readonly wider?: ChangedRequest;
}

/** Existing paths that are named for one that does not exist, and the longest path for which they are looked up. */
const NEAREST_PATHS = 3, MAX_PATH_UNITS = 1000;

/** For a search that found nothing, or left out files in another encoding. */
export function changedSearches(request: SearchRequest, report: SearchReport): ChangeGroup[] {
  const { explain: changeable, breakdown: _, enclosing: __, ...rest } = request;
  // Lines on which the pattern timed out may hold what seems to be missing; a search for definitions has seen all.
  if (changeable === undefined || report.timedOutLines > 0 || report.uncounted !== undefined) return [];
  const counted: SearchRequest = { ...rest, need: "total", skip: 0 };
  const encodings = encodingChanges(counted, report, changeable);
  if (report.total > 0) return [encodings];
  const isEmpty = report.searched === 0, { scope, timeoutMs } = request;
  return [
    ...isEmpty ? [missingPath(scope, changeable, timeoutMs)] : [],
    liftedRules(scope, report.skipped, changeable, (patch) => ({ ...counted, ...patch }), request.maxFileSize),
    encodings,
    utf16Changes(counted, report, changeable),
    caseChange(counted, changeable),
    syntaxChange(counted, changeable),
    ...isEmpty ? [otherGlobs(scope, changeable, (scope) => ({ ...counted, scope }))] : [],
  ];
}

/** For a listing that found nothing. */
export function changedLists(request: ListRequest, { total, skipped }: ListReport): ChangeGroup[] {
  const { explain: changeable, tree: _, ...rest } = request, { scope, timeoutMs } = request;
  if (changeable === undefined || total > 0) return [];
  const counted: ListRequest = { ...rest, metadata: false, skip: 0, limit: 0 };
  return [
    missingPath(scope, changeable, timeoutMs),
    liftedRules(scope, skipped, changeable, (patch) => ({ ...counted, ...patch })),
    otherGlobs(scope, changeable, (scope) => ({ ...counted, scope })),
  ];
}

/** For a glob that found nothing. */
export function changedGlobs(request: GlobRequest, { total, skipped }: GlobReport): ChangeGroup[] {
  const { explain: changeable, ...counted } = request, { pattern, hidden, noIgnore, root, timeoutMs } = request;
  if (changeable === undefined || total > 0) return [];
  const scope = { roots: [root], globs: [pattern], hidden, noIgnore, followSymlinks: true },
    deeper = underAnyParent(pattern);
  return [
    missingPath(scope, changeable, timeoutMs),
    liftedRules(scope, skipped, changeable, ({ scope: { hidden, noIgnore } }) => ({ ...counted, hidden, noIgnore })),
    { candidates: deeper === pattern ? [] : [withGlobs({ ...counted, pattern: deeper }, [deeper])] },
  ];
}

/** Kind 1: a single glob that is a path, which is not there; the nearest name takes its place. */
function missingPath({ roots: [root], globs }: Scope, { paths }: Changeable, timeoutMs: number): ChangeGroup {
  const [glob] = globs, isPath = globs.length === 1 && !hasWildcard(glob) && glob.length <= MAX_PATH_UNITS;
  if (!isPath || !paths) return { candidates: [] };
  const path = [root, glob.replace(/^\.?\//, "")].filter((part) => part !== ".").join("/");
  const request = { op: "nearest", path, limit: NEAREST_PATHS, timeoutMs } as const;
  return { candidates: [{ request, change: { kind: "path", path, nearest: [] } }] };
}

function hasWildcard(glob: string): boolean {
  return [..."*?[]{}\\!"].some((sign) => glob.includes(sign));
}

/** Rules that are lifted together, single ones first. */
const RULES: readonly (readonly Rule[])[] = [
  ["ignored"],
  ["hidden"],
  ["links"],
  ["size"],
  ["hidden", "ignored"],
  ["links", "ignored"],
  ["links", "hidden"],
  ["ignored", "size"],
  ["hidden", "size"],
];

/** What lifts rules in a request. */
interface RulePatch {
  readonly scope: Scope;
  readonly maxFileSize?: number;
}

/** Kind 2: rules that may have excluded something. @param maxFileSize absent where sizes don't matter */
function liftedRules(
  scope: Scope,
  skipped: Skipped,
  { rules = [] }: Changeable,
  changed: (patch: RulePatch) => ChangedRequest,
  maxFileSize = Infinity,
): ChangeGroup {
  const { cap } = LIMITS.fileSize, lifts = { ignored: { noIgnore: true }, hidden: { hidden: true } };
  const isOn = {
    ignored: !scope.noIgnore,
    hidden: !scope.hidden,
    links: !scope.followSymlinks,
    size: maxFileSize < cap,
  };
  const mayHave = {
    ignored: (skipped.ignored ?? 0) > 0,
    hidden: (skipped.hidden ?? 0) > 0,
    links: true,
    size: (skipped.too_large ?? 0) > 0,
  };
  const lift = (by: readonly Rule[]): RulePatch => {
    const lifted = by.map((rule) => rule === "links" ? { followSymlinks: true } : rule === "size" ? {} : lifts[rule]);
    return { scope: Object.assign({}, scope, ...lifted), ...(by.includes("size") && { maxFileSize: cap }) };
  };
  // A hidden directory may hold ignored files, which nobody has counted: two rules are tried if one has excluded any.
  const tried = RULES.filter((by) =>
    by.every((rule) => rules.includes(rule) && isOn[rule]) && by.some((rule) => mayHave[rule])
  );
  const candidates = tried.map((by): Candidate => ({
    request: changed(lift(by)),
    change: { kind: "rules", rules: by },
  }));
  // Mostly nothing is found, and then one call has answered for all.
  return { candidates, ...(tried.length > 1 && { wider: changed(lift([...new Set(tried.flat())])) }) };
}

/** Kind 3: files that are not UTF-8, in the encodings that fit the query. */
function encodingChanges(
  request: SearchRequest,
  { nonUtf8Paths = [] }: SearchReport,
  changeable: Changeable,
): ChangeGroup {
  const labels = nonUtf8Paths.length === 0 ? [] : likelyEncodings(patternsOf(request.query).join("\n"));
  return inEncodings(labels, { ...request, scope: { ...request.scope, roots: nonUtf8Paths } }, changeable);
}

/** Kind 3: binary files as UTF-16. */
function utf16Changes(request: SearchRequest, { skipped }: SearchReport, changeable: Changeable): ChangeGroup {
  return inEncodings(skipped.binary ? ["utf-16le", "utf-16be"] : [], request, changeable);
}

function inEncodings(labels: readonly string[], request: SearchRequest, { encoding }: Changeable): ChangeGroup {
  if (!encoding || request.encoding !== undefined) return { candidates: [] };
  return {
    candidates: labels.map((label) => ({
      request: { ...request, encoding: label },
      change: { kind: "encoding", label },
    })),
  };
}

/** Kind 4: letter case. */
function caseChange(request: SearchRequest, { anyCase }: Changeable): ChangeGroup {
  const { query } = request, isOfAny = query.caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  const mayDiffer = query.caseRule !== "insensitive" && patternsOf(query).some((pattern) => isOfAny.test(pattern));
  if (!anyCase || !mayDiffer) return { candidates: [] };
  return withQuery(request, { caseRule: "insensitive" }, { kind: "any_case" });
}

/** Kind 5: text instead of an expression, or the reverse. */
function syntaxChange(request: SearchRequest, { text, regex }: Changeable): ChangeGroup {
  const { query } = request, mayDiffer = patternsOf(query).some((pattern) => escapeRegex(pattern) !== pattern);
  if (!mayDiffer || !(query.fixed ? regex : text)) return { candidates: [] };
  const change = query.fixed ? { kind: "regex" } as const : { kind: "text", pattern: query.pattern } as const;
  return withQuery(request, { fixed: !query.fixed }, change);
}

function withQuery(request: SearchRequest, patch: Partial<Query>, change: Change): ChangeGroup {
  return { candidates: [{ request: { ...request, query: { ...request.query, ...patch } }, change }] };
}

/** Kind 6: a glob that matches nothing, below any directory or with its braces written out. */
function otherGlobs(
  { globs, ...scope }: Scope,
  changeable: Changeable,
  changed: (scope: Scope) => ChangedRequest,
): ChangeGroup {
  const isIncluding = globs.some((glob) => !glob.startsWith("!"));
  if (!changeable.globs || !isIncluding) return { candidates: [] };
  const written = globs.flatMap(withoutEmptyParts);
  const readings = [globs.map(anywhere), written, written.map(anywhere)];
  const others = new Map(readings.map((reading) => [reading.join("\n"), reading]));
  others.delete(globs.join("\n"));
  return { candidates: [...others.values()].map((globs) => withGlobs(changed({ ...scope, globs }), globs)) };
}

function withGlobs(request: ChangedRequest, globs: readonly string[]): Candidate {
  return { request, change: { kind: "globs", globs } };
}

/** A glob of several names below any directory; a name alone matches there anyway. */
function anywhere(glob: string): string {
  return glob.startsWith("!") || !glob.includes("/") ? glob : underAnyParent(glob);
}

/** A glob with `**` before it, unless it has that or matches everything. */
function underAnyParent(glob: string): string {
  const anchored = glob.replace(/^\/+/, "");
  return anchored.startsWith("**/") || /^[*?/]*$/.test(anchored) ? glob : "**/" + anchored;
}

/** One glob for each reading of a brace with an empty part: ripgrep's globs have no empty parts. */
function withoutEmptyParts(glob: string): string[] {
  const open = glob.indexOf("{"), close = glob.indexOf("}", open);
  const parts = open < 0 || close < 0 ? [] : glob.slice(open + 1, close).split(",");
  if (!parts.includes("") || parts.some((part) => part.includes("{"))) return [glob];
  return [...new Set(parts)].map((part) => glob.slice(0, open) + part + glob.slice(close + 1));
}

/** WHATWG labels by the script of the query's letters, the commonest first. */
const ENCODINGS_BY_SCRIPT: readonly (readonly [script: RegExp, labels: readonly string[]])[] = [
  [/\p{Script=Cyrillic}/u, ["windows-1251", "koi8-r", "ibm866"]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["shift_jis", "euc-jp"]],
  [/\p{Script=Hangul}/u, ["euc-kr"]],
  [/\p{Script=Han}/u, ["gbk", "shift_jis", "big5", "euc-jp"]],
  [/\p{Script=Greek}/u, ["windows-1253"]],
  [/\p{Script=Hebrew}/u, ["windows-1255"]],
  [/\p{Script=Arabic}/u, ["windows-1256"]],
  [/\p{Script=Thai}/u, ["windows-874"]],
];
const LATIN_ENCODINGS = ["windows-1252", "windows-1250", "windows-1254"];

/**
 * The encodings worth trying for a query that is not ASCII.
 *
 * @example
 * ```ts
 * likelyEncodings("привет"); // ["windows-1251", "koi8-r", "ibm866"]
 * likelyEncodings("naïve"); // ["windows-1252", "windows-1250", "windows-1254"]
 * ```
 */
export function likelyEncodings(query: string): readonly string[] {
  return ENCODINGS_BY_SCRIPT.find(([script]) => script.test(query))?.[1] ?? LATIN_ENCODINGS;
}
