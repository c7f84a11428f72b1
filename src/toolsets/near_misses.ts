/**
 * Why a search found nothing: the same question with one thing changed, asked while little time is lost.
 * @module
 */
import type { Args, OwnCall } from "../format/own_call.ts";
import { type PhraseKey, say } from "../format/phrases.ts";
import type { SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import { PAIRS_SAID, withoutRule } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { nearNames } from "./near_names.ts";
import { literalNameOf, nearestNames } from "./nearest_names.ts";
import { otherGlobs } from "./other_globs.ts";
import { otherTexts } from "./other_texts.ts";
import { otherwiseNamed, otherwiseSpelt, twoChanges, withoutEachFilter, withoutTestOfNames } from "./search_changes.ts";
import { hintsOf, SearchLooks, type Seen } from "./search_looks.ts";
import { minds, undoubled, withoutSlashes } from "./query_readings.ts";
import type { SearchChange, Switches } from "./search_switches.ts";

/** Milliseconds for the second looks, all at once; for those after them; and the least that is worth it. */
export const LOOKS_MS = 200;
const FURTHER_MS = 100;
export const LEAST_MS = 20;

/**
 * A hint for each change that would find something; where the query found something but was likely meant as text, that.
 * @param leftMs milliseconds that the search itself left of `request.timeoutMs`
 */
export async function nearMisses(
  request: SearchRequest,
  report: SearchReport,
  call: Call,
  leftMs: number,
  switches: Switches,
): Promise<string[]> {
  const { context, own } = call;
  // Where lines were given up, nothing was found in the others only.
  if (report.hardLines > 0) return [];
  const timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs)), isText = report.total > 0 && isLikelyText(request.query);
  if (isText) return [textMeant(request.query, switches, own)];
  if (timeoutMs < LEAST_MS) return [];
  const looks = new SearchLooks(request, report, call, switches), furtherMs = Math.min(timeoutMs, FURTHER_MS);
  if (report.total > 0) {
    return hintsOf(worthSaying(await looks.seen(otherTexts(request, report, switches), timeoutMs), switches));
  }
  const single = changes(request, report, switches, context.projectRoot, own.args);
  const found = worthSaying(await looks.seen(single, timeoutMs), switches);
  if (found.length > 0) return hintsOf(found);
  const both = await looks.seen(twoChanges(request, report, switches, own.args), furtherMs);
  if (both.length > 0) return hintsOf(both.slice(0, PAIRS_SAID));
  // A tree too large for one look at all of it is too large for another.
  const others = looks.isLate ? [] : await otherwiseSpelt({ ...request, timeoutMs: furtherMs }, switches, call);
  const spelt = worthSaying(await looks.seen(others, furtherMs), switches);
  if (spelt.length > 0) return hintsOf(spelt);
  const nearest = await nearestNames(nameIn(request, report), leftMs, context);
  return nearest.length > 0 ? nearest : hintsOf(await looks.seen(withoutTestOfNames(request, own.args), furtherMs));
}

/** A name that is not there: of the files to search, or of a file as the query is one (`expand_glob.ts`). */
function nameIn({ find, query }: SearchRequest, { searched }: SearchReport): string | undefined {
  const name = find?.tests.name;
  if (searched === 0) return name && literalNameOf(name);
  return /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern) ? query.pattern : undefined;
}

/** Of several encodings, names or globs that would do the likeliest is enough, and worth more than that these don't. */
function worthSaying(all: readonly Seen[], { byGlobs }: Switches): readonly Seen[] {
  const once = new Set<PhraseKey>(["near_encoding", "near_mended_globs", "near_pattern"]);
  const found = all.filter((one) => !once.has(one.phrase) || one === all.find(({ phrase }) => phrase === one.phrase));
  const has = (phrase: PhraseKey) => found.some((one) => one.phrase === phrase), idle = new Set<PhraseKey>();
  if (has("near_mended_globs") || has("in_links")) idle.add("near_globs");
  if (has("near_mended_globs") && byGlobs) idle.add("in_ignored").add("in_hidden");
  return found.filter(({ phrase }) => !idle.has(phrase));
}

/**
 * Whether an expression is written as code is: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As such it finds
 * something else (`lists`, `a0`, `username`), and a number alone does not show it.
 */
function isLikelyText({ pattern, fixed }: SearchRequest["query"]): boolean {
  return !fixed && /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
}

function textMeant({ pattern }: SearchRequest["query"], { text }: Switches, own: OwnCall): string {
  return say(own.lang, "text_meant", { turn: own.turned(text(pattern)) });
}

/** The changes that make a difference to this request, the likeliest slip first. */
function changes(
  request: SearchRequest,
  report: SearchReport,
  turns: Switches,
  projectRoot: string,
  given: Args,
): SearchChange[] {
  const { query, scope, find } = request, { skipped } = report;
  const name = find?.tests.name, isLeftOut = (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0;
  const mended = otherGlobs(scope.globs, projectRoot, turns.byGlobs && isLeftOut).map((globs) => ({
    when: true,
    phrase: "near_mended_globs" as const,
    to: { scope: { ...scope, globs } },
    turn: turns.globs(globs),
  }));
  const asking = (to: Partial<SearchRequest["query"]>) => ({ query: { ...query, ...to } });
  const across = acrossLines(query);
  const bare = withoutSlashes(query);
  const { pattern, fixed } = query, isSpecial = /[\\^$.*+?()[\]{}|]/.test(pattern);
  const all: readonly (SearchChange & { readonly when: boolean })[] = [
    { when: minds(query), phrase: "near_case", to: asking({ caseRule: "insensitive" }), turn: turns.anyCase },
    { when: !fixed && isSpecial, phrase: "near_literal", to: asking({ fixed: true }), turn: turns.text(pattern) },
    { when: fixed && isSpecial, phrase: "near_regex", to: asking({ fixed: false }), turn: turns.regex ?? {} },
    {
      when: !fixed && withBranches(query).pattern !== pattern,
      phrase: "near_branches",
      to: asking(withBranches(query)),
      turn: turns.pattern(withBranches(query).pattern),
    },
    {
      when: !fixed && bare !== pattern,
      phrase: "near_slashes",
      to: asking({ pattern: bare }),
      turn: turns.pattern(bare),
    },
    {
      when: !fixed && pattern.includes("\\\\"),
      phrase: "near_doubled",
      to: asking({ pattern: undoubled(pattern) }),
      turn: turns.pattern(undoubled(pattern)),
    },
    { when: query.word, phrase: "near_word", to: asking({ word: false }), turn: turns.partOfWord ?? {} },
    {
      when: turns.multiline !== undefined && across !== undefined,
      phrase: "near_lines",
      to: asking({ pattern: across ?? pattern, multiline: true }),
      turn: { ...turns.multiline, ...(across === pattern ? {} : turns.pattern(across ?? pattern)) },
    },
    ...mended,
    { when: scope.globs.length > 0, phrase: "near_globs", to: { leftOutBy: ["globs"] }, turn: turns.globs([]) },
  ];
  const names = name === undefined ? [] : nearNames(name).map((other) => otherwiseNamed(other, find));
  return [
    ...all.filter(({ when }) => when),
    ...otherTexts(request, report, turns),
    ...names,
    ...withoutRule(scope, skipped, turns.rules),
    ...withoutEachFilter(request, given),
  ];
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
