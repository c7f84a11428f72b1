/**
 * Hints for a search for definitions: which matches it does not count, and for one that found nothing, what a search for
 * all matches finds.
 * @module
 */
import { CurrentCall } from "../../format/current_call.ts";
import { countPhrase, say, unitWord } from "../../format/phrases.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { SearchReport, UncountedMatches } from "../../model/search_report.ts";
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
  const byOwnName = await ownNameHints({ ...request, definitions: true }, call, leftMs);
  if (byOwnName.length > 0) return [...unknown, ...byOwnName];
  const found = otherMatches + unknownMatches;
  if (found > 0) {
    const turn = currentCall.render({ skip: undefined, ...ALL_MATCHES });
    return [...unknown, say(lang, "not_definitions", { found: countPhrase(lang, "matches", found), turn })];
  }
  const plainCall = new CurrentCall(currentCall.tool, currentCall.argsWith(ALL_MATCHES), currentCall.spelling, lang);
  return await searchHints(request, report, { ...call, currentCall: plainCall }, leftMs, switches);
}

/** A name with those it stands in: `Class.method`, `Class::method`, `Class#method`, or the first as an expression. */
const QUALIFIED =
  /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\\?\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\\?\.|::|#)([\p{L}_$][\p{L}\p{N}_$]*)$/u;

/** For a qualified name, the call with its last part, if that is defined: a definition has its own name alone. */
async function ownNameHints(request: SearchRequest, { currentCall, context }: ToolCall, leftMs: number) {
  const own = request.query.morePatterns === undefined ? QUALIFIED.exec(request.query.pattern)?.[1] : undefined;
  if (own === undefined || leftMs < 1) return [];
  const query = { ...request.query, pattern: own }, timeoutMs = Math.floor(leftMs);
  try {
    const { total } = await context.run({ ...request, query, need: "total", skip: 0, timeoutMs });
    if (total === 0) return [];
    const found = countPhrase(currentCall.lang, "matches", total);
    return [say(currentCall.lang, "own_name", { found, turn: currentCall.render({ query: own, skip: undefined }) })];
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
