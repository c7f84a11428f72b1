/**
 * Why a search found nothing: the same question with one thing changed, asked while little time is lost.
 * @module
 */
import { foundWords, type PhraseKey, say, type Total } from "../format/phrases.ts";
import { textJson, textValue } from "../format/safe_text.ts";
import type { SearchReport } from "../model/report.ts";
import type { NameTest, SearchRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Call } from "./define_tool.ts";
import { likelyGlobs } from "./glob_of.ts";

/** The arguments of a profile's tool that would make each change, as its caller has to write them. */
export interface Switches {
  /** Letter case does not matter. */
  readonly anyCase: string;
  /** The query is plain text. */
  readonly text: (pattern: string) => string;
  /** The query is a regular expression. */
  readonly regex?: string;
  readonly partOfWord?: string;
  readonly ignored: string;
  readonly hidden: string;
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

/** Milliseconds for the second looks, all at once, and the least that is worth it. */
const LOOKS_MS = 200;
const LEAST_MS = 20;

/**
 * A hint for each change that would find something.
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
  if (report.total > 0 || report.hardLines > 0) return [];
  const timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs));
  if (timeoutMs < LEAST_MS) return [];
  const looks = changes(request, report, switches).map(async ({ phrase, to, turn = "" }) => {
    const total = await totalOf(() => context.run({ ...request, need: "total", ...to, timeoutMs }));
    const words = total.total === 1 ? ONE.get(phrase) ?? phrase : phrase, { lang } = context;
    return { phrase, ...total, hint: say(lang, words, { found: foundWords(lang, "matches", total), turn }) };
  });
  const found = (await Promise.all(looks)).filter(({ total }) => total > 0);
  // Which globs would do is more than that these don't.
  const isMended = found.some(({ phrase }) => phrase === "near_mended_globs");
  return found.filter(({ phrase }) => phrase !== "near_globs" || !isMended).map(({ hint }) => hint);
}

/** The changes that make a difference to this request, the likeliest slip first. */
function changes({ query, scope, find }: SearchRequest, { skipped }: SearchReport, turns: Switches): Change[] {
  const globs = likelyGlobs(scope.globs), name = find?.tests.name;
  const asking = (to: Partial<SearchRequest["query"]>) => ({ query: { ...query, ...to } });
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
      when: !fixed && pattern.includes("\\\\"),
      phrase: "near_doubled",
      to: asking({ pattern: undoubled(pattern) }),
      turn: textValue(undoubled(pattern)),
    },
    { when: query.word, phrase: "near_word", to: asking({ word: false }), turn: turns.partOfWord },
    { when: !fixed && pattern.endsWith("$"), phrase: "near_crlf", to: asking(beforeReturn(query)) },
    {
      when: globs.some((glob, i) => glob !== scope.globs[i]),
      phrase: "near_mended_globs",
      to: { scope: { ...scope, globs } },
      turn: textJson(globs.filter((glob) => !glob.startsWith("!"))),
    },
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

/** Whether letter case kept anything from being found. */
function minds({ caseRule, pattern }: SearchRequest["query"]): boolean {
  return caseRule === "sensitive" ? /\p{L}/u.test(pattern) : caseRule === "smart" && /\p{Lu}/u.test(pattern);
}

/**
 * What else a pattern for names may have been meant as: one of the whole path, since no name has a slash; in any case.
 */
export function otherNames(name: NameTest): { readonly phrase: PhraseKey; readonly name: NameTest }[] {
  const { pattern, fullPath } = name, small = inSmallLetters(name);
  return [
    ...(!fullPath && pattern.includes("/")
      ? [{ phrase: "near_whole_path" as const, name: { ...name, fullPath: true } }]
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
function undoubled(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** As grep reads it unless told otherwise. */
function withBranches({ pattern }: SearchRequest["query"]): { pattern: string } {
  return { pattern: pattern.replace(/\\./gs, (escape) => escape === "\\|" ? "|" : escape) };
}

function beforeReturn({ pattern }: SearchRequest["query"]): { pattern: string } {
  return { pattern: pattern.slice(0, -1) + "\\r$" };
}

/** A hint is not worth an error: what can't be asked so, or not in the time there is, finds nothing. */
export async function totalOf(run: () => Promise<Total>): Promise<Total> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return { total: 0 };
    throw error;
  }
}
