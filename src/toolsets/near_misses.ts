/**
 * Why a search found nothing: the same question with one thing changed, asked while little time is lost.
 * @module
 */
import { foundWords, type PhraseKey, say, type Total } from "../format/phrases.ts";
import { textJson, textValue } from "../format/safe_text.ts";
import type { Lang } from "../model/lang.ts";
import type { SearchReport } from "../model/report.ts";
import type { ListRequest, NameTest, SearchRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Call } from "./define_tool.ts";
import { nearEncodings } from "./near_encodings.ts";
import { otherGlobs, plainBrackets } from "./glob_of.ts";

/** The arguments of a profile's tool that would make each change, as its caller has to write them. */
export interface Switches {
  /** Letter case does not matter. */
  readonly anyCase: string;
  /** The query is plain text. */
  readonly text: (pattern: string) => string;
  /** The query is a regular expression. */
  readonly regex?: string;
  readonly partOfWord?: string;
  /** This expression may match across lines. */
  readonly multiline?: (pattern: string, asGiven: boolean) => string;
  /** The files are in this encoding; absent where no argument says so. */
  readonly encoding?: (label: string) => string;
  readonly ignored: string;
  readonly hidden: string;
  /** Whether these two are globs: then those that do are worth more than the advice to write some. */
  readonly byGlobs?: true;
}

/** A change that may turn nothing into something. */
interface Change {
  readonly phrase: PhraseKey;
  readonly to: Partial<SearchRequest>;
  /** What makes it; absent where the phrase says all. */
  readonly turn?: string;
}

/** The phrases with a verb, for a single match. */
const ONE: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "match_in_ignored"],
  ["in_hidden", "match_in_hidden"],
  ["near_globs", "match_near_globs"],
]);

/** What is said where the rules left out all files and the second look did not get to the end either: no one knows. */
const UNLOOKED: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);

/** Milliseconds for the second looks, all at once, and the least that is worth it. */
export const LOOKS_MS = 200;
export const LEAST_MS = 20;

/**
 * A hint for each change that would find something; where the query found something but was likely meant as text, that.
 * @param leftMs milliseconds that the search itself left of `request.timeoutMs`
 */
export async function nearMisses(
  request: SearchRequest,
  report: SearchReport,
  { context }: Call,
  leftMs: number,
  switches: Switches,
): Promise<string[]> {
  // Where lines were given up, nothing was found in the others only.
  if (report.hardLines > 0) return [];
  if (report.total > 0) return isLikelyText(request.query) ? [textMeant(request.query, switches, context.lang)] : [];
  const timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs));
  if (timeoutMs < LEAST_MS) return [];
  // Where globs or filters chose the files, they may be why there are none.
  const isByRules = report.searched === 0 && request.scope.globs.length === 0 && request.find === undefined;
  const looks = changes(request, report, switches, context.projectRoot).map(async ({ phrase, to, turn = "" }) => {
    const total = await totalOf(() => context.run({ ...request, need: "total", ...to, timeoutMs }));
    const words = wordsFor(phrase, total, isByRules), { lang } = context;
    return words && { phrase, hint: say(lang, words, { found: foundWords(lang, "matches", total), turn }) };
  });
  const all = (await Promise.all(looks)).filter((look) => look !== undefined);
  // Of several encodings the likeliest is enough.
  const spelt = all.find(({ phrase }) => phrase === "near_encoding");
  const found = all.filter((one) => one.phrase !== "near_encoding" || one === spelt);
  const mended = found.find(({ phrase }) => phrase === "near_mended_globs");
  // Which globs would do is more than that these don't, and one answer to that is enough.
  const idle = new Set<PhraseKey>(["near_mended_globs", "near_globs"]);
  if (switches.byGlobs) idle.add("in_ignored").add("in_hidden");
  return found.filter((one) => !mended || one === mended || !idle.has(one.phrase)).map(({ hint }) => hint);
}

/** The phrase of a look that found so many; none of one that says nothing. */
function wordsFor(phrase: PhraseKey, { total, cutBy }: Total, isByRules: boolean): PhraseKey | undefined {
  if (total === 0) return isByRules && cutBy === "timeout" ? UNLOOKED.get(phrase) : undefined;
  return total === 1 ? ONE.get(phrase) ?? phrase : phrase;
}

/**
 * Whether an expression is written as code is: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As such it finds
 * something else (`lists`, `a0`, `username`), and a number alone does not show it.
 */
function isLikelyText({ pattern, fixed }: SearchRequest["query"]): boolean {
  return !fixed && /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
}

function textMeant({ pattern }: SearchRequest["query"], { text }: Switches, lang: Lang): string {
  return say(lang, "text_meant", { turn: text(pattern) });
}

/** The changes that make a difference to this request, the likeliest slip first. */
function changes(
  { query, scope, find, encoding }: SearchRequest,
  { skipped, foreign = [] }: SearchReport,
  turns: Switches,
  projectRoot: string,
): Change[] {
  const name = find?.tests.name, isLeftOut = (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0;
  const mended = otherGlobs(scope.globs, turns.byGlobs && isLeftOut ? projectRoot : undefined).map((globs) => ({
    when: true,
    phrase: "near_mended_globs" as const,
    to: { scope: { ...scope, globs } },
    turn: includedIn(globs),
  }));
  const inForeign = foreign.length === 0 || turns.encoding === undefined ? [] : nearEncodings(query.pattern);
  const spelt = inForeign.map((label) => ({
    when: true,
    phrase: "near_encoding" as const,
    to: { scope: { ...scope, roots: foreign }, encoding: label },
    turn: turns.encoding?.(label),
  }));
  const asking = (to: Partial<SearchRequest["query"]>) => ({ query: { ...query, ...to } });
  const across = acrossLines(query);
  const bare = withoutSlashes(query);
  const { pattern, fixed } = query, isSpecial = /[\\^$.*+?()[\]{}|]/.test(pattern);
  const all: readonly (Change & { readonly when: boolean })[] = [
    { when: minds(query), phrase: "near_case", to: asking({ caseRule: "insensitive" }), turn: turns.anyCase },
    { when: !fixed && isSpecial, phrase: "near_literal", to: asking({ fixed: true }), turn: turns.text(pattern) },
    { when: fixed && isSpecial, phrase: "near_regex", to: asking({ fixed: false }), turn: turns.regex },
    {
      when: !fixed && withBranches(query).pattern !== pattern,
      phrase: "near_branches",
      to: asking(withBranches(query)),
    },
    {
      when: !fixed && bare !== pattern,
      phrase: "near_slashes",
      to: asking({ pattern: bare }),
      turn: textValue(bare),
    },
    {
      when: !fixed && pattern.includes("\\\\"),
      phrase: "near_doubled",
      to: asking({ pattern: undoubled(pattern) }),
      turn: textValue(undoubled(pattern)),
    },
    { when: query.word, phrase: "near_word", to: asking({ word: false }), turn: turns.partOfWord },
    {
      when: turns.multiline !== undefined && across !== undefined,
      phrase: "near_lines",
      to: asking({ pattern: across ?? pattern, multiline: true }),
      turn: turns.multiline?.(across ?? pattern, across === pattern),
    },
    { when: encoding !== undefined, phrase: "near_own_encoding", to: { encoding: undefined } },
    ...spelt,
    ...mended,
    { when: scope.globs.length > 0, phrase: "near_globs", to: { leftOutBy: "globs" } },
    { when: (skipped.ignored ?? 0) > 0, phrase: "in_ignored", to: { leftOutBy: "ignored" }, turn: turns.ignored },
    { when: (skipped.hidden ?? 0) > 0, phrase: "in_hidden", to: { leftOutBy: "hidden" }, turn: turns.hidden },
  ];
  const names = name === undefined ? [] : otherNames(name).map(({ phrase, name }) => ({
    phrase,
    to: { find: find && { ...find, tests: { ...find.tests, name } } },
  }));
  return [...all.filter(({ when }) => when), ...names];
}

/** Those that say what is searched, as an argument. */
function includedIn(globs: readonly string[]): string {
  return textJson(globs.filter((glob) => !glob.startsWith("!")));
}

/**
 * A hint for globs that would have listed something, where these list nothing.
 * @param leftMs milliseconds there are
 */
export async function nearGlobs(request: ListRequest, leftMs: number, { context }: Call): Promise<string[]> {
  const { scope } = request, others = otherGlobs(scope.globs, context.projectRoot);
  const timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs / others.length));
  for (const globs of timeoutMs < LEAST_MS ? [] : others) {
    const asking = { ...request, scope: { ...scope, globs }, skip: 0, limit: 1, metadata: false, timeoutMs };
    const total = await totalOf(() => context.run(asking)), found = foundWords(context.lang, "entries", total);
    if (total.total > 0) return [say(context.lang, "near_mended_globs", { found, turn: includedIn(globs) })];
  }
  return [];
}

/** Whether letter case kept anything from being found. */
function minds({ caseRule, pattern }: SearchRequest["query"]): boolean {
  return caseRule === "sensitive" ? /\p{L}/u.test(pattern) : caseRule === "smart" && /\p{Lu}/u.test(pattern);
}

/**
 * What else a pattern for names may have been meant as: one of the whole path, since no name has a slash; one with
 * brackets as they stand in a name (`[id].ts`); in any case; of a glob that is a word, or has signs that globs don't
 * have, an expression.
 */
export function otherNames(name: NameTest): { readonly phrase: PhraseKey; readonly name: NameTest }[] {
  const { pattern, fullPath, syntax } = name, small = inSmallLetters(name), plain = plainBrackets(pattern);
  return [
    ...(!fullPath && pattern.includes("/")
      ? [{ phrase: "near_whole_path" as const, name: { ...name, fullPath: true } }]
      : []),
    ...(plain === pattern ? [] : [{ phrase: "near_brackets" as const, name: { ...name, pattern: plain } }]),
    ...(syntax === "glob" && /^[\w-]+$|[\\^$+|()]/.test(pattern)
      ? [{ phrase: "near_name_regex" as const, name: { ...name, syntax: "regex" as const } }]
      : []),
    ...(small === pattern ? [] : [{ phrase: "near_small_letters" as const, name: { ...name, pattern: small } }]),
  ];
}

/** What is no letter of a name but a sign of the expression stays as it is. */
function inSmallLetters({ pattern, syntax }: NameTest): string {
  if (syntax === "glob") return pattern.toLowerCase();
  const signs = /(\\p\{[^}]*\}|\\.|\(\?P)|./gisu;
  return pattern.replace(signs, (char, sign?: string) => sign ?? char.toLowerCase());
}

/** As it was before each backslash was doubled. */
export function undoubled(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** As JavaScript reads `/expression/flags`. */
function withoutSlashes({ pattern }: SearchRequest["query"]): string {
  const [, inner, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return pattern;
  return (flags.includes("i") ? "(?i)" : "") + inner.replaceAll("\\/", "/");
}

/** As grep reads it unless told otherwise. */
function withBranches({ pattern }: SearchRequest["query"]): { pattern: string } {
  return { pattern: pattern.replace(/\\./gs, (escape) => escape === "\\|" ? "|" : escape) };
}

/**
 * An expression that says of itself that it goes on behind a line break, though the search goes line by line: `(?s)`,
 * `[\\s\\S]`, `[^)]`. A `.` beside these was meant for the line, and would take in the rest of the file.
 */
function acrossLines({ pattern, fixed, multiline }: SearchRequest["query"]): string | undefined {
  if (fixed || multiline) return undefined;
  if (/\(\?[imx]*s/.test(pattern)) return pattern;
  if (!/\\[sSDW]|\[\^/.test(pattern)) return undefined;
  return /(?<!\\)\./.test(pattern) ? "(?-s)" + pattern : pattern;
}

/** A hint is not worth an error: what can't be asked so, or not in the time there is, finds nothing. */
export async function totalOf(run: () => Promise<Total>): Promise<Total> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") {
      return { total: 0, ...(error.key === "timeout" && { cutBy: "timeout" }) };
    }
    throw error;
  }
}
