/**
 * The hint of an answer that found nothing: the first change of the call that would find something, of six kinds, as
 * arguments to change. The engine tries them within the call's own time.
 * @module
 */
import type { Args } from "../format/current_call.ts";
import { countPhrase, type Unit } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { Skipped } from "../model/completeness.ts";
import { escapeRegex } from "../model/escape_regex.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ExplainZeroReport, GlobReport, ListReport } from "../model/report.ts";
import { type CountedRequest, type GlobRequest, type ListRequest, patternsOf } from "../model/request.ts";
import type { Query, Scope, SearchRequest } from "../model/request.ts";
import type { SearchReport, UncountedMatches } from "../model/search_report.ts";
import { globArguments } from "./arguments/globs.ts";
import { megabytes } from "./arguments/sizes_and_times.ts";
import type { ToolCall } from "./define_tool.ts";

/** How a tool asks for each change; absent where it has no argument for one. */
export interface ChangeArguments {
  /** The arguments that lift a rule; or words, where the tool can only name what the rule excludes. */
  readonly rules?: Readonly<Partial<Record<Rule, Args | string>>>;
  readonly encoding?: (label: string) => Args;
  readonly anyCase?: Args;
  readonly text?: (pattern: string) => Args;
  readonly regex?: (given: Args) => Args;
  readonly globs?: (globs: readonly string[]) => Args;
}

/** A rule that excludes entries. */
type Rule = "ignored" | "hidden" | "links" | "size";

/** A changed call that may find something. */
interface Candidate {
  readonly request: CountedRequest;
  /** A call that finds all that this one finds, and those beside it. */
  readonly wider?: CountedRequest;
  /** The directory from which the tool takes paths, if not from the project root. */
  readonly below?: string;
  /** Where or how it finds it, after its number. */
  readonly where: string;
  readonly change: Args | string;
}

/** The fewest milliseconds that are worth a request. */
const LEAST_MS = 20;
const NO_TIME = "Why nothing was found was not looked into: no time.";
/** Existing paths that are named for one that does not exist, and the longest path for which they are looked up. */
const NEAREST_PATHS = 3, MAX_PATH_UNITS = 1000;

/** The changes of the default profile's tools. */
export const DEFAULT_CHANGES: ChangeArguments = {
  rules: {
    ignored: { no_ignore: true },
    hidden: { hidden: true },
    links: { follow_symlinks: true },
    size: { max_filesize: megabytes(LIMITS.fileSize.cap) },
  },
  encoding: (encoding) => ({ encoding }),
  anyCase: { case: "insensitive" },
  text: () => ({ fixed_strings: true }),
  regex: ({ regex, fixed_strings }) => ({
    ...(fixed_strings === true && { fixed_strings: false }),
    ...(regex === false && { regex: true }),
  }),
  globs: globArguments,
};

/** The hints of a search: one if it found nothing, or left out files in another encoding that match. */
export async function searchHints(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  leftMs: number,
  changes: ChangeArguments,
): Promise<string[]> {
  const { uncounted, filesWithoutDefinitions = 0, total, timedOutLines } = report;
  if (uncounted !== undefined) return definitionHints(report, uncounted, call);
  if (filesWithoutDefinitions > 0) {
    const files = countPhrase("files", filesWithoutDefinitions);
    call.notes.sentences.push(`The definitions in ${files} are not known, so their lines name none.`);
  }
  // Lines on which the pattern timed out may hold what seems to be missing.
  if (timedOutLines > 0) return [];
  const encodings = encodingCandidates(request, report, changes);
  const candidates = total > 0 ? encodings : [
    ...(report.searched === 0 ? missingPathCandidates(request.scope, changes, request.timeoutMs) : []),
    ...ruleCandidates(request.scope, report.skipped, changes, (patch) => ({ ...request, ...patch }), request),
    ...encodings,
    ...utf16Candidates(request, report, changes),
    ...caseCandidates(request, changes),
    ...syntaxCandidates(request, call, changes),
    ...(report.searched === 0 ? globCandidates(request.scope, changes, (scope) => ({ ...request, scope })) : []),
  ];
  return await firstHint(candidates, "matches", call, leftMs);
}

/** The hints of a listing that found nothing. */
export async function listHints(
  request: ListRequest,
  { skipped, total }: ListReport,
  call: ToolCall,
  leftMs: number,
  changes: ChangeArguments,
): Promise<string[]> {
  if (total > 0) return [];
  const { tree: _, ...rest } = request, counted = { ...rest, metadata: false, skip: 0, limit: 0 };
  const { scope, timeoutMs } = request;
  const candidates = [
    ...missingPathCandidates(scope, changes, timeoutMs),
    ...ruleCandidates(scope, skipped, changes, (patch) => ({ ...counted, ...patch })),
    ...globCandidates(scope, changes, (scope) => ({ ...counted, scope })),
  ];
  return await firstHint(candidates, "entries", call, leftMs);
}

/** The hints of a glob that found nothing. @param takesRules whether the tool has arguments that lift rules */
export async function globHints(
  request: GlobRequest,
  { skipped, total }: GlobReport,
  call: ToolCall,
  leftMs: number,
  takesRules: boolean,
): Promise<string[]> {
  if (total > 0) return [];
  const { pattern, hidden, noIgnore, timeoutMs, root } = request;
  const { links: _, size: __, ...rules } = DEFAULT_CHANGES.rules ?? {};
  const scope = { roots: [root], globs: [pattern], hidden, noIgnore, followSymlinks: true };
  const deeper = underAnyParent(pattern);
  return await firstHint(
    [
      ...missingPathCandidates(scope, DEFAULT_CHANGES, timeoutMs).map((one) => ({ ...one, below: root })),
      ...ruleCandidates(scope, skipped, takesRules ? { rules } : {}, ({ scope: { hidden, noIgnore } }) => {
        return { ...request, hidden, noIgnore };
      }),
      ...(deeper === pattern ? [] : [globCandidate({ ...request, pattern: deeper }, { pattern: deeper })]),
    ],
    request.mode,
    call,
    leftMs,
  );
}

/** Asks the engine, and puts the first candidate that finds something into words. */
async function firstHint(
  candidates: readonly Candidate[],
  unit: Unit,
  { context: { run }, currentCall }: ToolCall,
  leftMs: number,
): Promise<string[]> {
  const timeoutMs = Math.floor(leftMs);
  if (candidates.length === 0) return [];
  if (timeoutMs < LEAST_MS) return [NO_TIME];
  const requests = candidates.map(({ request }) => countOnly(request));
  const from = candidates.findIndex(({ wider }) => wider !== undefined), request = candidates[from]?.wider;
  const wider = request && {
    request: countOnly(request),
    from,
    to: 1 + candidates.findLastIndex(({ wider }) => wider === request),
  };
  const report = await run({ op: "explain_zero", candidates: requests, timeoutMs, ...(wider && { wider }) })
    .catch(ignoreFailure);
  const { found } = report;
  if (found === undefined) return report.isCut ? [NO_TIME] : [];
  const { where, change, request: { op }, below } = candidates[found.index];
  const shown = (path: string) => textPath(path.startsWith(`${below}/`) ? path.slice(`${below}/`.length) : path);
  if (op === "nearest") return [`${where} Nearest existing: ${found.paths.map(shown).join(", ")}.`];
  const count = (found.cutBy ? "at least " : "") + countPhrase(unit, found.total);
  const lies = found.total === 1 ? where.replace("lie ", "lies ") : where;
  return [`${count} ${lies}: ${typeof change === "string" ? change : currentCall.render(change)}`];
}

/** No hint is worth an error. */
function ignoreFailure(error: unknown): Pick<ExplainZeroReport, "found" | "isCut"> {
  if (error instanceof ToolError && error.key !== "cancelled") return error.key === "timeout" ? { isCut: true } : {};
  throw error;
}

/** The hint of a search for definitions, which has looked at all matches; what it could not examine becomes a note. */
function definitionHints(
  { total, cutBy }: SearchReport,
  { otherMatches, unknownMatches, unknownFiles }: UncountedMatches,
  { currentCall, notes }: ToolCall,
): string[] {
  if (unknownMatches > 0) {
    const where = countPhrase("files", unknownFiles);
    notes.sentences.push(`${countPhrase("matches", unknownMatches)} in ${where} were not examined: no grammar.`);
  }
  if (total > 0 || cutBy === "timeout" || otherMatches === 0) return [];
  const verb = otherMatches === 1 ? "defines" : "define";
  return [`${countPhrase("matches", otherMatches)} ${verb} nothing: ${currentCall.render({ definitions: false })}`];
}

/** A search that only counts, from its first record on. */
function countOnly(request: CountedRequest): CountedRequest {
  if (request.op !== "search") return request;
  const { breakdown: _, enclosing: __, ...rest } = request;
  return { ...rest, need: "total", skip: 0 };
}

/** Kind 1: a single glob that is a path, which is not there; the nearest name takes its place. */
function missingPathCandidates(
  { roots: [root], globs }: Scope,
  changes: ChangeArguments,
  timeoutMs: number,
): Candidate[] {
  const [glob] = globs, isPath = globs.length === 1 && !hasWildcard(glob) && glob.length <= MAX_PATH_UNITS;
  if (!isPath || changes.globs === undefined) return [];
  const path = [root, glob.replace(/^\.?\//, "")].filter((part) => part !== ".").join("/");
  const request = { op: "nearest", path, limit: NEAREST_PATHS, timeoutMs } as const;
  return [{ request, where: `${textPath(path)} does not exist.`, change: {} }];
}

function hasWildcard(glob: string): boolean {
  return [..."*?[]{}\\!"].some((sign) => glob.includes(sign));
}

/** Rules that are lifted together, single ones first. */
const RULES: readonly { readonly by: readonly Rule[]; readonly where: string }[] = [
  { by: ["ignored"], where: "lie in ignored files" },
  { by: ["hidden"], where: "lie in hidden files" },
  { by: ["links"], where: "lie behind links, which are not followed" },
  { by: ["size"], where: "lie in files over the size limit" },
  { by: ["hidden", "ignored"], where: "lie in files both hidden and ignored" },
  { by: ["links", "ignored"], where: "lie behind links, in ignored files" },
  { by: ["links", "hidden"], where: "lie behind links, in hidden files" },
  { by: ["ignored", "size"], where: "lie in ignored files over the size limit" },
  { by: ["hidden", "size"], where: "lie in hidden files over the size limit" },
];

/** What lifts a rule in a request. */
interface RulePatch {
  readonly scope: Scope;
  readonly maxFileSize?: number;
}

/** Kind 2: rules that may have excluded something. @param search absent where sizes don't matter */
function ruleCandidates(
  scope: Scope,
  skipped: Skipped,
  { rules = {} }: ChangeArguments,
  changed: (patch: RulePatch) => CountedRequest,
  search?: SearchRequest,
): Candidate[] {
  const { cap } = LIMITS.fileSize, lifts = { ignored: { noIgnore: true }, hidden: { hidden: true } };
  const isOn = {
    ignored: !scope.noIgnore,
    hidden: !scope.hidden,
    links: !scope.followSymlinks,
    size: search !== undefined && search.maxFileSize < cap,
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
  const tried = new Set<Rule>();
  const candidates = RULES.flatMap(({ by, where }) => {
    const change = by.map((rule) => rules[rule]);
    // What one rule excludes may hold what only the other one does, so one of the counts is enough.
    const isWorthTrying = by.every((rule) => isOn[rule]) && by.some((rule) => mayHave[rule]);
    if (!isWorthTrying || change.includes(undefined)) return [];
    const words = change.find((one) => typeof one === "string");
    by.forEach((rule) => tried.add(rule));
    return [{ request: changed(lift(by)), where, change: words ?? Object.assign({}, ...change) }];
  });
  if (candidates.length < 2) return candidates;
  // Mostly nothing is found, and then one call has answered for all.
  const wider = changed(lift([...tried]));
  return candidates.map((one) => ({ ...one, wider }));
}

/** Kind 3: files that are not UTF-8, in the encodings that fit the query. */
function encodingCandidates(request: SearchRequest, report: SearchReport, changes: ChangeArguments): Candidate[] {
  const { nonUtf8Paths = [] } = report;
  const labels = nonUtf8Paths.length === 0 ? [] : likelyEncodings(patternsOf(request.query).join("\n"));
  return inEncodings(labels, { ...request, scope: { ...request.scope, roots: nonUtf8Paths } }, changes);
}

/** Kind 3: binary files as UTF-16. */
function utf16Candidates(request: SearchRequest, { skipped }: SearchReport, changes: ChangeArguments): Candidate[] {
  return skipped.binary ? inEncodings(["utf-16le", "utf-16be"], request, changes) : [];
}

function inEncodings(
  labels: readonly string[],
  request: SearchRequest,
  { encoding: argument }: ChangeArguments,
): Candidate[] {
  if (argument === undefined || request.encoding !== undefined) return [];
  return labels.map((encoding) => {
    return { request: { ...request, encoding }, where: "lie in files that are not UTF-8", change: argument(encoding) };
  });
}

/** Kind 4: letter case. */
function caseCandidates(request: SearchRequest, { anyCase }: ChangeArguments): Candidate[] {
  const { query } = request, isOfAny = query.caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  const mayDiffer = query.caseRule !== "insensitive" && patternsOf(query).some((pattern) => isOfAny.test(pattern));
  if (anyCase === undefined || !mayDiffer) return [];
  const changed: Query = { ...query, caseRule: "insensitive" };
  return [{ request: { ...request, query: changed }, where: "in other letter case", change: anyCase }];
}

/** Kind 5: text instead of an expression, or the reverse. */
function syntaxCandidates(request: SearchRequest, { currentCall }: ToolCall, changes: ChangeArguments): Candidate[] {
  const { query } = request, patterns = patternsOf(query);
  if (!patterns.some((pattern) => escapeRegex(pattern) !== pattern)) return [];
  const where = query.fixed ? "of the query as a regular expression" : "of the query as plain text";
  const change = query.fixed ? changes.regex?.(currentCall.args) : changes.text?.(query.pattern);
  if (change === undefined) return [];
  return [{ request: { ...request, query: { ...query, fixed: !query.fixed } }, where, change }];
}

/** Kind 6: a glob that matches nothing, below any directory or with its braces written out. */
function globCandidates(
  scope: Scope,
  { globs: argumentsOf }: ChangeArguments,
  changed: (scope: Scope) => CountedRequest,
): Candidate[] {
  const { globs } = scope, isIncluding = globs.some((glob) => !glob.startsWith("!"));
  if (argumentsOf === undefined || !isIncluding) return [];
  const written = globs.flatMap(withoutEmptyParts);
  const readings = [globs.map(anywhere), written, written.map(anywhere)];
  const others = new Map(readings.map((reading) => [reading.join("\n"), reading]));
  others.delete(globs.join("\n"));
  return [...others.values()].map((reading) =>
    globCandidate(changed({ ...scope, globs: reading }), argumentsOf(reading))
  );
}

function globCandidate(request: CountedRequest, change: Args): Candidate {
  return { request, where: "with another glob", change };
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
