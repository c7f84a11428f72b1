/**
 * Answers search_content and find_and_grep: arguments to request, report to answer.
 * @module
 */
import { searchAnswer, type SearchAnswerOptions } from "../../format/search/search_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import { NEED_OF_FORM, OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import type { Query, Scope, SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import { changeableBy, DEFAULT_CHANGES, searchHints } from "../hints.ts";
import type { Answer } from "../tool.ts";
import type { SearchArguments } from "./fields.ts";

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
  const form = formOf(args), patterns = queryPatterns(args.query), budget = args.token_budget ?? context.tokenBudget;
  refuseIdleModifiers(args, form);
  const countsDefinitions = form === "value_counts" && args.enclosing;
  const limit = form === "value_counts" ? call.currentCall.limit ?? LIMITS.values.shown.default : args.limit;
  const page = countsDefinitions ? { skip: 0, limit: LIMITS.search.cap } : { skip: args.skip, limit };
  const request = { ...requestOf(args, scope, find, form, budget, call), ...page };
  const report = await context.run(request), hints = searchHints(report, call, DEFAULT_CHANGES);
  if (request.breakdown === "values" && report.total > 0 && hasGroup(request.query)) {
    call.notes.sentences.push(OF_GROUP);
  }
  const style = args.absolute ? { absoluteFrom: context.projectRoot } : {};
  const options: SearchAnswerOptions = {
    ...call.pageContext,
    budget,
    ...(form && { form }),
    ...(args.counts_by && { countsBy: args.counts_by }),
    ...(patterns.length > 1 && { patterns }),
    skip: args.skip,
    limit,
    ...(countsDefinitions && { countsDefinitions }),
    pathDisplay: { ...style, sharePrefix: args.optimize_paths },
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    ...(args.spans && { showsSpans: true }),
    meta: find !== undefined,
    hints,
  };
  return searchAnswer(report, options).answer;
}

/** The form that the arguments name. `counts_by` alone names count_only_matches; "file" may be a filled-in default. */
function formOf(args: SearchArguments): OutputForm | undefined {
  const isSummed = args.counts_by !== undefined && args.counts_by !== "file";
  const isNamed = (form: OutputForm) => form !== "full" && args[form];
  const named = OUTPUT_FORMS.filter((form) => isNamed(form) || isSummed && form === "count_only_matches");
  if (named.length === 0 && args.counts_by !== undefined) return "count_only_matches";
  if (named.length < 2) return named[0];
  // The cheapest form is last.
  const cheapest = named.at(-1) ?? "total_only";
  const names = named.map((form) => isNamed(form) ? form : `counts_by=${args.counts_by}`);
  throw new ToolError("conflicting_forms", { forms: names.join(", "), cheapest });
}

/** The forms that each modifier joins, beside the form full. */
const JOINED_FORMS = {
  spans: ["group_by_file"],
  enclosing: ["group_by_file", "value_counts"],
  context_before: ["group_by_file"],
  context_after: ["group_by_file"],
} as const satisfies Partial<Record<keyof SearchArguments, readonly OutputForm[]>>;

/** Refuses a modifier that would do nothing in the form. Its default value is no conflict. */
function refuseIdleModifiers(args: SearchArguments, form: OutputForm | undefined): void {
  const given: Readonly<Record<string, unknown>> = { ...args };
  for (const [modifier, joined] of Object.entries(JOINED_FORMS)) {
    if (form === undefined || !given[modifier] || joined.some((one) => one === form)) continue;
    throw new ToolError("conflicting_modifier", { modifier, form, forms: joined.join(", ") });
  }
}

/** The counts that are wanted beside lines. Definitions are counted here, from all lines. */
function breakdownOf(args: SearchArguments, form: OutputForm | undefined): SearchRequest["breakdown"] {
  if (form === "value_counts") return args.enclosing ? undefined : "values";
  return queryPatterns(args.query).length > 1 && form !== "group_by_file" ? "patterns" : undefined;
}

function requestOf(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  form: OutputForm | undefined,
  budget: number,
  call: ToolCall,
): Omit<SearchRequest, "skip" | "limit"> {
  const breakdown = breakdownOf(args, form), joined = form === "value_counts" && args.enclosing ? "full" : form;
  const need = NEED_OF_FORM[joined ?? "full"];
  return {
    op: "search",
    scope,
    ...(find && { find }),
    query: queryOf(args),
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    maxFileSize: args.max_filesize,
    ...(args.max_count !== undefined && { maxCount: args.max_count }),
    contextBefore: args.context_before,
    contextAfter: args.context_after,
    need,
    ...(breakdown && { breakdown }),
    timeoutMs: args.timeout_ms ?? call.context.timeoutMs,
    ...(args.definitions && { definitions: true, ...(form === undefined && { texts: true }) }),
    // Hits of fewer units than the budget has tokens fit it, so their answer is never a summary.
    ...(form === undefined && budget > 0 && !args.definitions && { summaryUnits: budget }),
    explain: changeableBy(DEFAULT_CHANGES),
    ...(args.enclosing && need === "lines" && { enclosing: true }),
  };
}

/** The patterns of a query without repetitions, and without empty ones among others: models fill those in. */
function queryPatterns(query: SearchArguments["query"]): readonly [string, ...string[]] {
  const [first = "", ...others] = new Set(query.filter((pattern) => pattern !== ""));
  return [first, ...others];
}

/** `fixed_strings` and `regex: false` mean plain text; `regex: true` is the default and changes nothing beside them. */
function queryOf(args: SearchArguments): Query {
  const [pattern, ...morePatterns] = queryPatterns(args.query);
  return {
    pattern,
    ...(morePatterns.length > 0 && { morePatterns }),
    fixed: args.fixed_strings || !args.regex,
    word: args.word,
    caseRule: args.case,
    multiline: args.multiline,
  };
}

const OF_GROUP = "The values are group 1.";

/** What holds no group: quoted text, escapes and classes, which may lack their end. */
const NO_GROUP = /\\Q.*?(?:\\E|$)|\\.|\[(?:\\.?|[^\]\\])*(?:\]|$)/gs;

/** Whether a single pattern has a group whose text is a value. */
function hasGroup({ pattern, fixed, morePatterns }: Query): boolean {
  return !fixed && morePatterns === undefined && /\((?:(?!\?)|\?P?<(?![=!]))/.test(pattern.replace(NO_GROUP, ""));
}
