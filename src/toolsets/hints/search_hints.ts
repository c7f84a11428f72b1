/**
 * Hints for a search that found nothing, and for one that found the wrong thing.
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

/** Phrases of which one hint is enough: the likeliest encoding, name or glob. */
const ONE_HINT_PHRASES: ReadonlySet<PhraseKey> = new Set(["near_encoding", "near_mended_globs", "near_pattern"]);

/**
 * Hints for each change of the search that would find something. If the search found something but its expression looks
 * like code, the hint to search for plain text.
 * @param leftMs milliseconds that the search left of `request.timeoutMs`
 */
export async function searchHints(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  leftMs: number,
  switches: SearchSwitches,
): Promise<string[]> {
  // Lines on which the pattern timed out may hold the matches that seem missing.
  if (report.timedOutLines > 0) return [];
  if (report.total > 0 && looksLikeCode(request.query)) {
    return [plainTextHint(request.query, switches, call.currentCall)];
  }
  const stages = await findAlternatives(searchStages(request, report, call, switches), leftMs, call);
  return firstStageHints(stages.map((stage) => withoutRedundant(stage, switches)), call.currentCall);
}

/** Drops hints that a better one makes redundant: mended globs replace the hint that the given ones exclude. */
function withoutRedundant(all: readonly FoundAlternative[], { byGlobs }: SearchSwitches): readonly FoundAlternative[] {
  const has = (phrase: PhraseKey) => all.some((one) => one.phrase === phrase), redundant = new Set<PhraseKey>();
  if (has("near_mended_globs") || has("in_links")) redundant.add("near_globs");
  if (has("near_mended_globs") && byGlobs) redundant.add("in_ignored").add("in_hidden");
  return all.filter(({ phrase }) => !redundant.has(phrase));
}

/**
 * Whether an expression is written like code: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As an expression it
 * finds something else (`lists`, `a0`, `username`), which a count alone does not show.
 */
function looksLikeCode({ pattern, fixed }: Query): boolean {
  return !fixed && /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
}

function plainTextHint({ pattern }: Query, { text }: SearchSwitches, call: CurrentCall): string {
  return say(call.lang, "text_meant", { turn: call.renderFromFirstPage(text(pattern)) });
}

/** The likely meanings of a search; for one that found something, only the kinds of files that it excluded. */
function searchStages(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  switches: SearchSwitches,
): AlternativeStages {
  const { scope, find, query, timeoutMs } = request, { skipped } = report, name = missingNameOf(request, report);
  const unmatched: UnmatchedCall = {
    ...{ selection: { scope, ...(find && { tests: find.tests }) }, skipped, timeoutMs, switches, call },
    reachesExcluded: switches.byGlobs === true && (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0,
    ...(name !== undefined && { missingName: name }),
    alternative: (change) => alternativeOf(request, report, change, unmatched),
  };
  const texts = fileFormatChanges(request, report, switches);
  if (report.total > 0) return [texts.map(unmatched.alternative)];
  const other = (query: Query, advice = switches.pattern(query.pattern)) =>
    unmatched.alternative({ phrase: "near_pattern", patch: { query }, advice });
  return alternativeStages(unmatched, {
    ...{
      anyCase: caseChange(query, switches),
      interpretations: interpretationChanges(query, switches),
      fileFormats: texts,
    },
    respelled: [
      ...querySpellingProbe(request, other),
      ...correctedQueries(query, switches).map(({ query, advice }) => other(query, advice)),
    ],
  });
}

function alternativeOf(
  { find, ...request }: SearchRequest,
  report: SearchReport,
  change: RequestChange,
  unmatched: UnmatchedCall,
): HintAlternative {
  const { phrase, patch: { tests, ...fields }, advice } = change,
    isNamed = typeof advice === "string" && fields.excludedBy !== undefined;
  // If globs or filters chose the files, ignore rules are not the only reason that there are none.
  const isByRules = report.searched === 0 && request.scope.globs.length === 0 && find === undefined;
  const chosen = find && { find: { ...find, tests: tests ?? find.tests } };
  return {
    request: { ...request, ...chosen, ...fields, need: isNamed ? "counts" : "total" },
    phrase,
    advice,
    unit: "matches",
    ...(ONE_HINT_PHRASES.has(phrase) && { onceKey: phrase }),
    // With any line end the matches found before are found again.
    ...(phrase === "near_line_end" && { moreThan: report.total }),
    ...(isByRules && TIMEOUT_PHRASES.has(phrase) && { timeoutPhrase: TIMEOUT_PHRASES.get(phrase) }),
    ...(isNamed && { refine: ({ paths }) => nameExcluded(unmatched, change, paths) }),
  };
}

/** A name that may not exist: of the files to search, or a query that looks like a file name (`expand_glob.ts`). */
function missingNameOf({ find, query }: SearchRequest, { searched }: SearchReport): string | undefined {
  const name = find?.tests.name;
  if (searched === 0) return name && literalNameOf(name);
  return /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern) ? query.pattern : undefined;
}

/** Phrases if the rules excluded all files, and these could not be searched to the end either. */
const TIMEOUT_PHRASES: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);
