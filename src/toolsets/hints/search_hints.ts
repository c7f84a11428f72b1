/**
 * Why a search found nothing: what it may have been meant as.
 * @module
 */
import type { CurrentCall } from "../../format/current_call.ts";
import { type PhraseKey, say } from "../../format/phrases.ts";
import type { SearchReport } from "../../model/report.ts";
import type { Query, SearchRequest } from "../../model/request.ts";
import type { RequestChange } from "./selection_changes.ts";
import type { ToolCall } from "../define_tool.ts";
import {
  type AlternativeStages,
  findAlternatives,
  firstStageHints,
  type FoundAlternative,
  type HintAlternative,
} from "./explain_zero.ts";
import { alternativeStages, nameExcluded, type UnmatchedCall } from "./selection_alternatives.ts";
import { caseChange, correctedQueries, interpretationChanges, type SearchSwitches } from "./query_changes.ts";
import { fileFormatChanges } from "./file_format_changes.ts";
import { literalNameOf, querySpellingProbe } from "./other_spellings.ts";

/** Of several encodings, names or globs that would do, the likeliest is enough. */
const ONE_HINT_PHRASES: ReadonlySet<PhraseKey> = new Set(["near_encoding", "near_mended_globs", "near_pattern"]);

/**
 * A hint for each change that would find something; where the query found something but was likely meant as text, that.
 * @param leftMs milliseconds that the search itself left of `request.timeoutMs`
 */
export async function searchHints(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  leftMs: number,
  switches: SearchSwitches,
): Promise<string[]> {
  // Where lines were given up, nothing was found in the others only.
  if (report.timedOutLines > 0) return [];
  if (report.total > 0 && looksLikeCode(request.query)) {
    return [plainTextHint(request.query, switches, call.currentCall)];
  }
  const seen = await findAlternatives(searchStages(request, report, call, switches), leftMs, call);
  return firstStageHints(seen.map((stage) => withoutRedundant(stage, switches)), call.currentCall);
}

/** Globs that would do are worth more than that these don't. */
function withoutRedundant(all: readonly FoundAlternative[], { byGlobs }: SearchSwitches): readonly FoundAlternative[] {
  const has = (phrase: PhraseKey) => all.some((one) => one.phrase === phrase), idle = new Set<PhraseKey>();
  if (has("near_mended_globs") || has("in_links")) idle.add("near_globs");
  if (has("near_mended_globs") && byGlobs) idle.add("in_ignored").add("in_hidden");
  return all.filter(({ phrase }) => !idle.has(phrase));
}

/**
 * Whether an expression is written as code is: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As such it finds
 * something else (`lists`, `a0`, `username`), and a number alone does not show it.
 */
function looksLikeCode({ pattern, fixed }: Query): boolean {
  return !fixed && /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
}

function plainTextHint({ pattern }: Query, { text }: SearchSwitches, own: CurrentCall): string {
  return say(own.lang, "text_meant", { turn: own.renderFromFirstPage(text(pattern)) });
}

/** What a search may have been meant as; one that found something, by files of kinds that it left out. */
function searchStages(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  switches: SearchSwitches,
): AlternativeStages {
  const { scope, find, query, timeoutMs } = request, { skipped } = report, name = missingNameOf(request, report);
  const asked: UnmatchedCall = {
    ...{ selection: { scope, ...(find && { tests: find.tests }) }, skipped, timeoutMs, switches, call },
    reachesExcluded: switches.byGlobs === true && (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0,
    ...(name !== undefined && { missingName: name }),
    alternative: (change) => alternativeOf(request, report, change, asked),
  };
  const texts = fileFormatChanges(request, report, switches);
  if (report.total > 0) return [texts.map(asked.alternative)];
  const other = (query: Query, turn = switches.pattern(query.pattern)) =>
    asked.alternative({ phrase: "near_pattern", patch: { query }, advice: turn });
  return alternativeStages(asked, {
    ...{
      anyCase: caseChange(query, switches),
      interpretations: interpretationChanges(query, switches),
      fileFormats: texts,
    },
    respelled: [
      ...querySpellingProbe(request, other),
      ...correctedQueries(query, switches).map(({ query, turn }) => other(query, turn)),
    ],
  });
}

function alternativeOf(
  { find, ...request }: SearchRequest,
  report: SearchReport,
  change: RequestChange,
  asked: UnmatchedCall,
): HintAlternative {
  const { phrase, patch: { tests, ...to }, advice: turn } = change,
    named = typeof turn === "string" && to.excludedBy !== undefined;
  // Where globs or filters chose the files, they may be why there are none.
  const isByRules = report.searched === 0 && request.scope.globs.length === 0 && find === undefined;
  const chosen = find && { find: { ...find, tests: tests ?? find.tests } };
  return {
    request: { ...request, ...chosen, ...to, need: named ? "counts" : "total" },
    phrase,
    advice: turn,
    unit: "matches",
    ...(ONE_HINT_PHRASES.has(phrase) && { onceKey: phrase }),
    // With any line end, what was found is found again.
    ...(phrase === "near_line_end" && { moreThan: report.total }),
    ...(isByRules && TIMEOUT_PHRASES.has(phrase) && { timeoutPhrase: TIMEOUT_PHRASES.get(phrase) }),
    ...(named && { refine: ({ paths }) => nameExcluded(asked, change, paths) }),
  };
}

/** A name that is not there: of the files to search, or of a file as the query is one (`expand_glob.ts`). */
function missingNameOf({ find, query }: SearchRequest, { searched }: SearchReport): string | undefined {
  const name = find?.tests.name;
  if (searched === 0) return name && literalNameOf(name);
  return /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern) ? query.pattern : undefined;
}

/** What is said where the rules left out all files and these were not searched to their end either. */
const TIMEOUT_PHRASES: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);
