/**
 * Answers search_content and find_and_grep: arguments to request, report to answer.
 * @module
 */
import { zeroNote } from "../../format/phrases.ts";
import { searchAnswer, type SearchAnswerOptions } from "../../format/search/search_answer.ts";
import { needOf, OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Query, Scope, SearchRequest } from "../../model/request.ts";
import { reason } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import { megabytes, parseFileSize } from "../arguments/sizes_and_times.ts";
import { DEFAULT_CHANGES, searchHints } from "../hints.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { timeoutOf, withTimeLeft } from "../call_time.ts";
import type { Answer } from "../tool.ts";
import type { SearchArguments } from "./fields.ts";
import { readDefinitions } from "./read_definitions.ts";
import { summarizedReport } from "./summarized_report.ts";

/**
 * Searches `scope` and answers in the form that the arguments name.
 * @throws ToolError for invalid arguments, or arguments that contradict each other
 */
export async function answerSearch(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  call: ToolCall,
): Promise<Answer> {
  const { context } = call;
  const form = formOf(args), patterns = queryPatterns(args.query);
  const request = requestOf(args, scope, find, form, call);
  const [report, leftMs] = await withTimeLeft(request.timeoutMs, () => context.run(request));
  const hints = await searchHints(request, report, call, leftMs, DEFAULT_CHANGES);
  const definitions = await readDefinitions(request, report, form, leftMs, context);
  const style = args.absolute ? { absoluteFrom: context.projectRoot } : {};
  const options: SearchAnswerOptions = {
    ...call.pageContext,
    ...(args.token_budget !== undefined && { budget: args.token_budget }),
    ...(form && { form }),
    ...(args.counts_by && { countsBy: args.counts_by }),
    ...(patterns.length > 1 && { patterns }),
    skip: request.skip,
    limit: request.limit,
    pathDisplay: { ...style, sharePrefix: args.optimize_paths ?? false },
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    ...(args.spans && { showsSpans: true }),
    meta: find !== undefined,
    hints,
    definitions,
  };
  const chosen = searchAnswer(report, options);
  const isDegradedToSummary = form === undefined && chosen.form === "summary_only" && !request.definitions;
  if (!isDegradedToSummary) return chosen.answer;
  return searchAnswer(await summarizedReport(request, report, leftMs, context), options).answer;
}

/** The form that the arguments name. `counts_by` alone names count_only_matches; "file" may be a filled-in default. */
function formOf(args: SearchArguments): OutputForm | undefined {
  const isSummed = args.counts_by !== undefined && args.counts_by !== "file";
  const isNamed = (form: OutputForm) => form !== "full" && args[form] === true;
  const named = OUTPUT_FORMS.filter((form) => isNamed(form) || isSummed && form === "count_only_matches");
  if (named.length === 0 && args.counts_by !== undefined) return "count_only_matches";
  if (named.length < 2) return named[0];
  // The cheapest form is last.
  const cheapest = named.at(-1) ?? "total_only";
  const names = named.map((form) => isNamed(form) ? form : `counts_by=${args.counts_by}`);
  throw new ToolError("conflicting_forms", { forms: names.join(", "), cheapest });
}

/** The counts that are wanted beside lines. */
function breakdownOf({ query }: SearchArguments, form: OutputForm | undefined): SearchRequest["breakdown"] {
  if (form === "value_counts") return "values";
  return queryPatterns(query).length > 1 && form !== "group_by_file" ? "patterns" : undefined;
}

function requestOf(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  form: OutputForm | undefined,
  call: ToolCall,
): SearchRequest {
  const { notes } = call, need = needOf(form ?? "full");
  const lines = { default: 0, cap: LIMITS.contextLines }, breakdown = breakdownOf(args, form);
  return {
    op: "search",
    scope,
    ...(find && { find }),
    query: queryOf(args),
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    maxFileSize: fileSizeOf(args.max_filesize, call),
    ...(args.max_count !== undefined && { maxCount: args.max_count }),
    contextBefore: notes.capNumber("context_before", args.context_before, lines),
    contextAfter: notes.capNumber("context_after", args.context_after, lines),
    need,
    ...(breakdown && { breakdown }),
    skip: args.skip ?? 0,
    limit: notes.capNumber("limit", args.limit, LIMITS.search),
    timeoutMs: timeoutOf(args.timeout_ms, call),
    ...(args.definitions && { definitions: true }),
    ...(args.enclosing && need === "lines" && { enclosing: true }),
  };
}

function fileSizeOf(text: string | undefined, { notes }: ToolCall): number {
  const { default: usual, cap } = LIMITS.fileSize;
  if (text === undefined) return usual;
  const bytes = parseFileSize(text);
  if (bytes === undefined) {
    throw badArgument("max_filesize", reason("rule_file_size"), text);
  }
  if (bytes === 0) {
    notes.sentences.push(zeroNote("max_filesize"));
    return usual;
  }
  return notes.capValue("max_filesize", bytes, cap, text, megabytes(cap));
}

/** The patterns of a query without repetitions, and without empty ones among others: models fill those in. */
function queryPatterns(query: SearchArguments["query"]): readonly [string, ...string[]] {
  const [first = "", ...others] = new Set([query].flat().filter((pattern) => pattern !== ""));
  return [first, ...others];
}

/** `fixed_strings` and `regex: false` mean plain text; `regex: true` is the default and changes nothing beside them. */
function queryOf(args: SearchArguments): Query {
  const [pattern, ...morePatterns] = queryPatterns(args.query);
  return {
    pattern,
    ...(morePatterns.length > 0 && { morePatterns }),
    fixed: args.fixed_strings || args.regex === false,
    word: args.word ?? false,
    caseRule: args.case ?? "smart",
    multiline: args.multiline ?? false,
  };
}
