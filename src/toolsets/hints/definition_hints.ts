/**
 * Hints for a search for definitions: which matches it does not count, and for one that found nothing, what a search for
 * all matches finds.
 * @module
 */
import { CurrentCall } from "../../format/current_call.ts";
import { countPhrase, say, unitWord } from "../../format/phrases.ts";
import type { SearchReport, UncountedMatches } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { ToolCall } from "../define_tool.ts";
import { searchHints } from "./search_hints.ts";
import type { SearchSwitches } from "./query_changes.ts";

/** The change of a call that searches for all matches. */
const ALL_MATCHES = { definitions: undefined };

/** Hints for any search. */
export async function hintsFor(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  leftMs: number,
  switches: SearchSwitches,
): Promise<string[]> {
  const { uncounted, filesWithoutDefinitions } = report, { lang } = call.currentCall;
  if (uncounted !== undefined) return await definitionHints(request, report, uncounted, call, leftMs, switches);
  const files = filesWithoutDefinitions ?? 0, unit = unitWord(lang, "files", files);
  const enclosing = files === 0 ? [] : [say(lang, "enclosing_unknown", { n: files, unit })];
  return [...await searchHints(request, report, call, leftMs, switches), ...enclosing];
}

async function definitionHints(
  { definitions: _, enclosing: __, ...request }: SearchRequest,
  report: SearchReport,
  { otherMatches, unknownMatches, unknownFiles }: UncountedMatches,
  call: ToolCall,
  leftMs: number,
  switches: SearchSwitches,
): Promise<string[]> {
  const { currentCall } = call, { lang } = currentCall;
  const unknown = unknownMatches === 0 ? [] : [say(lang, "definitions_unknown", {
    found: countPhrase(lang, "matches", unknownMatches),
    n: unknownFiles,
    unit: unitWord(lang, "files", unknownFiles),
  })];
  if (report.total > 0 || report.cutBy === "timeout") return unknown;
  const found = otherMatches + unknownMatches;
  if (found > 0) {
    const turn = currentCall.render({ skip: undefined, ...ALL_MATCHES });
    return [...unknown, say(lang, "not_definitions", { found: countPhrase(lang, "matches", found), turn })];
  }
  const plainCall = new CurrentCall(currentCall.tool, currentCall.argsWith(ALL_MATCHES), currentCall.spelling, lang);
  return await searchHints(request, report, { ...call, currentCall: plainCall }, leftMs, switches);
}
