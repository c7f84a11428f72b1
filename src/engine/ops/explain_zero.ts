/**
 * Explains why a call found nothing: the first change of it that finds something, within the call's own time. There are
 * six kinds of changes, the likeliest first.
 * @module
 */
import type { Skipped } from "../../model/completeness.ts";
import { escapeRegex } from "../../model/escape.ts";
import type { Change, Changeable, Explanation, Rule } from "../../model/explanation.ts";
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
import type { Job } from "../run/job.ts";
import { PathNoteCollector } from "../run/resolve_path.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { globFiles } from "./glob_files.ts";
import { list } from "./list.ts";
import { kindAt, nearestPaths } from "./nearest_paths.ts";
import { search } from "./search.ts";

/** The share of the time left that one candidate may take: a slow one leaves time for those after it. */
const TIME_SHARE = 0.5;
/** The fewest milliseconds that are worth a look. */
const LEAST_MS = 20;
/** Existing paths that are named for one that does not exist, and the longest path for which they are looked up. */
const NEAREST_PATHS = 3, MAX_PATH_UNITS = 1000;

/** A request whose total explains why another one found nothing. */
type ChangedRequest = ListRequest | GlobRequest | SearchRequest | NearestRequest;

/** A changed request. */
interface Candidate {
  readonly request: ChangedRequest;
  readonly change: Change;
  /** Finds all that this one and others find: if it finds nothing, they are not tried. */
  readonly wider?: ChangedRequest;
  /** If it finds something, this one would say what is not true. */
  readonly unless?: ChangedRequest;
}

/** What a changed request finds. */
interface Found {
  readonly total: number;
  readonly cutBy?: Explanation["cutBy"];
  /** Of a NearestRequest. */
  readonly paths?: readonly string[];
}

/** A report with what explains a zero in it, if there are changes to try. */
export function* explained<R extends { readonly why?: Explanation }>(
  operation: Operation<R>,
  changesOf: (report: R) => readonly Candidate[],
  job: Job,
): Operation<R> {
  const report = yield* operation, candidates = changesOf(report);
  if (candidates.length === 0) return report;
  return { ...report, why: yield* firstThatFinds(candidates, { ...job, pathNotes: new PathNoteCollector() }) };
}

function* firstThatFinds(candidates: readonly Candidate[], job: Job): Operation<Explanation> {
  if (job.remainingMs() < LEAST_MS) return { total: 0, isCut: true };
  const wider = new Map<ChangedRequest, Found | undefined>();
  let isCut = false;
  for (const candidate of candidates) {
    const all = candidate.wider;
    if (all && !wider.has(all)) wider.set(all, yield* foundInTime(all, job));
    const most = all && wider.get(all);
    if (most?.total === 0 && most.cutBy === undefined) continue;
    if (candidate.unless && (yield* foundInTime(candidate.unless, job))?.total !== 0) continue;
    const found = job.remainingMs() > 0 ? yield* foundInTime(candidate.request, job) : undefined;
    if (found !== undefined && found.total > 0) return explanationOf(candidate, found);
    isCut ||= found === undefined || found.cutBy === "timeout";
  }
  return { total: 0, ...(isCut && { isCut }) };
}

function explanationOf({ change }: Candidate, { total, cutBy, paths = [] }: Found): Explanation {
  return { change: change.kind === "path" ? { ...change, nearest: paths } : change, total, ...(cutBy && { cutBy }) };
}

/** Undefined if time ran out. One that is refused finds nothing: no hint is worth an error. */
function* foundInTime(request: ChangedRequest, job: Job): Operation<Found | undefined> {
  const end = performance.now() + TIME_SHARE * job.remainingMs();
  const own: Job = { ...job, remainingMs: () => Math.min(job.remainingMs(), end - performance.now()) };
  try {
    return yield* found(request, own);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return error.key === "timeout" ? undefined : { total: 0 };
  }
}

function* found(request: ChangedRequest, job: Job): Operation<Found> {
  switch (request.op) {
    case "nearest": {
      const isMissing = kindAt(request.path, job.door) === "missing";
      const paths = isMissing ? (yield* nearestPaths(request, job)).paths : [];
      return { total: paths.length, paths };
    }
    case "glob":
      return yield* globFiles(request, job);
    case "list":
      return yield* list(request, job);
    case "search":
      return yield* search(request, job);
  }
}

/** A request that found nothing, and how to ask for its total alone with another scope or size limit. */
interface Zero {
  readonly scope: Scope;
  readonly skipped: Skipped;
  readonly changeable: Changeable;
  readonly counted: (scope: Scope, limit?: { readonly maxFileSize: number }) => ChangedRequest;
  /** Absent where sizes don't matter. */
  readonly maxFileSize?: number;
}

/** For a search that found nothing, or left out files in another encoding. */
export function changedSearches(request: SearchRequest, report: SearchReport): Candidate[] {
  const { explain: changeable, breakdown: _, enclosing: __, ...rest } = request, { scope, maxFileSize } = request;
  // Lines on which the pattern timed out may hold what seems to be missing; a search for definitions has seen all.
  if (changeable === undefined || report.timedOutLines > 0 || report.uncounted !== undefined) return [];
  const asked: SearchRequest = { ...rest, need: "total", skip: 0 }, { nonUtf8Paths = [], skipped } = report;
  const encodings = nonUtf8Paths.length === 0 ? [] : likelyEncodings(patternsOf(request.query).join("\n"));
  const inOthers = inEncodings(encodings, { ...asked, scope: { ...scope, roots: nonUtf8Paths } }, changeable);
  if (report.total > 0) return inOthers;
  const counted: Zero["counted"] = (scope, limit) => ({ ...asked, scope, ...limit });
  const zero: Zero = { scope, skipped, changeable, counted, maxFileSize }, isEmpty = report.searched === 0;
  return [
    ...isEmpty ? missingPath(zero, request.timeoutMs, true) : [],
    ...liftedRules(zero),
    ...inOthers,
    ...inEncodings(skipped.binary ? ["utf-16le", "utf-16be"] : [], asked, changeable),
    ...caseChange(asked, changeable),
    ...syntaxChange(asked, changeable),
    ...isEmpty ? otherGlobs(zero, globReadings(scope.globs)) : [],
  ];
}

/** For a listing that found nothing. */
export function changedLists(request: ListRequest, { total, skipped }: ListReport): Candidate[] {
  const { explain: changeable, tree: _, ...rest } = request, { scope, timeoutMs } = request;
  if (changeable === undefined || total > 0) return [];
  const counted: Zero["counted"] = (scope) => ({ ...rest, metadata: false, skip: 0, limit: 0, scope });
  const zero = { scope, skipped, changeable, counted };
  const missing = missingPath(zero, timeoutMs, true);
  return [...missing, ...liftedRules(zero), ...otherGlobs(zero, globReadings(scope.globs))];
}

/** For a glob that found nothing. */
export function changedGlobs(request: GlobRequest, { total, skipped }: GlobReport): Candidate[] {
  const { explain: changeable, ...rest } = request, { pattern, hidden, noIgnore, root, timeoutMs } = request;
  if (changeable === undefined || total > 0) return [];
  const scope = { roots: [root], globs: [pattern], hidden, noIgnore, followSymlinks: true };
  const counted: Zero["counted"] = ({ globs: [pattern], hidden, noIgnore }) => ({ ...rest, pattern, hidden, noIgnore });
  const zero = { scope, skipped, changeable, counted };
  const missing = missingPath(zero, timeoutMs, false);
  return [...missing, ...liftedRules(zero), ...otherGlobs(zero, [[underAnyParent(pattern)]])];
}

/**
 * Kind 1: a single glob that is a path, which is not there; the nearest name takes its place.
 * @param isAnywhere a name alone is one at any depth: hidden and ignored files may have it
 */
function missingPath({ scope, changeable }: Zero, timeoutMs: number, isAnywhere: boolean): Candidate[] {
  const { roots: [root], globs } = scope;
  const [glob] = globs, isPath = globs.length === 1 && !/[*?[\]{}\\!]/.test(glob) && glob.length <= MAX_PATH_UNITS;
  if (!isPath || !changeable.paths) return [];
  const path = [root, glob.replace(/^\.?\//, "")].filter((part) => part !== ".").join("/");
  const request = { op: "nearest", path, limit: NEAREST_PATHS, timeoutMs } as const;
  const lifted = { hidden: true, noIgnore: true, limit: 0, timeoutMs };
  const unless = { op: "glob", mode: "files", root, pattern: `**/${glob}`, ...lifted } as const;
  const isName = isAnywhere && !glob.includes("/");
  return [{ request, change: { kind: "path", path, nearest: [] }, ...(isName && { unless }) }];
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

/** Kind 2: rules that may have excluded something. */
function liftedRules({ scope, skipped, changeable: { rules = [] }, counted, maxFileSize = Infinity }: Zero) {
  const { cap } = LIMITS.fileSize;
  const states: Readonly<Record<Rule, { readonly isOn: boolean; readonly count: number | undefined }>> = {
    ignored: { isOn: !scope.noIgnore, count: skipped.ignored },
    hidden: { isOn: !scope.hidden, count: skipped.hidden },
    // Links that are not followed are not counted.
    links: { isOn: !scope.followSymlinks, count: 1 },
    size: { isOn: maxFileSize < cap, count: skipped.too_large },
  };
  const lift = (by: readonly Rule[]) => {
    const noIgnore = scope.noIgnore || by.includes("ignored"), hidden = scope.hidden || by.includes("hidden");
    const lifted = { ...scope, noIgnore, hidden, followSymlinks: scope.followSymlinks || by.includes("links") };
    return counted(lifted, by.includes("size") ? { maxFileSize: cap } : undefined);
  };
  // Two rules are tried if either has excluded something: ignored files below a hidden directory are not counted.
  const tried = RULES.filter((by) =>
    by.every((rule) => rules.includes(rule) && states[rule].isOn) && by.some((rule) => states[rule].count)
  );
  // Mostly nothing is found, and then one call has answered for all.
  const wider = tried.length > 1 ? lift([...new Set(tried.flat())]) : undefined;
  return tried.map((by): Candidate => ({ request: lift(by), change: { kind: "rules", rules: by }, wider }));
}

/** Kind 3: files that are not UTF-8, in the encodings that fit the query, and binary files as UTF-16. */
function inEncodings(labels: readonly string[], request: SearchRequest, { encoding }: Changeable): Candidate[] {
  if (!encoding || request.encoding !== undefined) return [];
  return labels.map((label) => ({
    request: { ...request, encoding: label },
    change: { kind: "encoding", label },
  }));
}

/** Kind 4: letter case. */
function caseChange(request: SearchRequest, { anyCase }: Changeable): Candidate[] {
  const { query } = request, isOfAny = query.caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  const mayDiffer = query.caseRule !== "insensitive" && patternsOf(query).some((pattern) => isOfAny.test(pattern));
  return anyCase && mayDiffer ? [withQuery(request, { caseRule: "insensitive" }, { kind: "any_case" })] : [];
}

/** Kind 5: text instead of an expression, or the reverse. */
function syntaxChange(request: SearchRequest, { text, regex }: Changeable): Candidate[] {
  const { query } = request, mayDiffer = patternsOf(query).some((pattern) => escapeRegex(pattern) !== pattern);
  if (!mayDiffer || !(query.fixed ? regex : text)) return [];
  const change = query.fixed ? { kind: "regex" } as const : { kind: "text", pattern: query.pattern } as const;
  return [withQuery(request, { fixed: !query.fixed }, change)];
}

function withQuery(request: SearchRequest, patch: Partial<Query>, change: Change): Candidate {
  return { request: { ...request, query: { ...request.query, ...patch } }, change };
}

/** Kind 6: globs that match nothing, in other readings; with hidden files, too, where they name one. */
function otherGlobs({ scope, changeable, counted }: Zero, readings: readonly (readonly string[])[]): Candidate[] {
  const isIncluding = scope.globs.some((glob) => !glob.startsWith("!"));
  if (!changeable.globs || !isIncluding) return [];
  const mayHide = !scope.hidden && changeable.rules?.includes("hidden") &&
    scope.globs.some((glob) => HIDDEN.test(glob));
  const others = new Map(readings.map((globs) => [globs.join("\n"), globs]));
  others.delete(scope.globs.join("\n"));
  return [...others.values()].flatMap((globs) =>
    [undefined, ...mayHide ? [true as const] : []].map((hidden) => ({
      request: counted({ ...scope, globs, hidden: hidden ?? scope.hidden }),
      change: { kind: "globs", globs, ...(hidden && { hidden }) },
    }))
  );
}

/** A name that begins with a dot. */
const HIDDEN = /(?:^|\/)\.[^./]/;

/** Globs below any directory, with their braces written out, and both. */
function globReadings(globs: readonly string[]): string[][] {
  const written = globs.flatMap(withoutEmptyParts);
  return [globs.map(anywhere), written, written.map(anywhere)];
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
