/**
 * Answers search_content and find_and_grep: arguments to request, report to answer.
 * @module
 */
import { say } from "../../format/phrases.ts";
import { searchAnswer, type SearchAnswerOptions } from "../../format/search/search_answer.ts";
import { needOf, OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Scope, SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import { globArguments } from "../arguments/globs.ts";
import { megabytes, parseFileSize } from "../arguments/sizes_and_times.ts";
import { hintsFor } from "../hints/definition_hints.ts";
import type { SearchSwitches } from "../hints/query_changes.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { timeoutOf, withTimeLeft } from "../call_time.ts";
import type { Answer } from "../tool.ts";
import type { SearchArguments } from "./fields.ts";
import { queryOf, queryPatterns, withMendedList } from "./query_list.ts";
import { RULE_SWITCHES } from "./walk_scope.ts";
import { readDefinitions } from "./read_definitions.ts";
import { summarizedReport } from "./summarized_report.ts";
import { displayPaths, type PathDisplay } from "../../format/path_display.ts";

const SWITCHES: SearchSwitches = {
  anyCase: { case: "insensitive" },
  text: () => ({ regex: undefined, fixed_strings: true }),
  regex: { regex: undefined, fixed_strings: undefined },
  partOfWord: { word: undefined },
  pattern: (query) => ({ query }),
  list: (query) => ({ query }),
  multiline: { multiline: true },
  encoding: (encoding) => ({ encoding }),
  maxSize: (max_filesize) => ({ max_filesize }),
  globs: globArguments,
  rules: RULE_SWITCHES,
};

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
  const run = () => withMendedList(patterns, () => context.run(request));
  const [report, leftMs] = await withTimeLeft(request.timeoutMs, run);
  const hints = await hintsFor(request, report, call, leftMs, SWITCHES);
  const definitions = await readDefinitions(request, report, form, leftMs, context);
  const style = args.absolute ? { absoluteFrom: context.projectRoot } : {};
  const isShortened = args.optimize_paths === true &&
    await isShortenable(report.files.map(({ path }) => path), style, call);
  const options: SearchAnswerOptions = {
    ...call.pageContext,
    ...(args.token_budget !== undefined && { budget: args.token_budget }),
    ...(form && { form }),
    ...(args.counts_by && { countsBy: args.counts_by }),
    ...(patterns.length > 1 && { patterns }),
    skip: request.skip,
    limit: request.limit,
    pathDisplay: { ...style, sharePrefix: isShortened },
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    ...(args.spans && { showsSpans: true }),
    meta: find !== undefined,
    hints,
    definitions,
  };
  const chosen = searchAnswer(report, options);
  const isDegradedToSummary = form === undefined && chosen.form === "summary_only" && !request.definitions;
  const { answer } = isDegradedToSummary
    ? searchAnswer(await summarizedReport(request, report, leftMs, context), options)
    : chosen;
  if (isShortened) context.shortPaths?.remember(answer.structured);
  return answer;
}

/** The form that the arguments name. `counts_by` alone names count_only_matches; "file" may be a filled-in default. */
function formOf(args: SearchArguments): OutputForm | undefined {
  const isSummed = args.counts_by !== undefined && args.counts_by !== "file";
  const isNamed = (form: OutputForm) => form !== "full" && args[form] === true;
  const named = OUTPUT_FORMS.filter((form) => isNamed(form) || isSummed && form === "count_only_matches");
  if (named.length === 0 && args.counts_by !== undefined) return "count_only_matches";
  if (named.length < 2) return named[0];
  // The cheapest form is last.
  const others = Object.fromEntries(named.slice(0, -1).map((form) => [form, undefined]));
  const changes = named.at(-1) === "count_only_matches" ? others : { ...others, counts_by: undefined };
  const names = named.map((form) => isNamed(form) ? form : `counts_by=${args.counts_by}`);
  throw new ToolError("conflicting_forms", { forms: names.join(", ") }, changes);
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

function fileSizeOf(text: string | undefined, { context: { lang }, notes }: ToolCall): number {
  const { default: usual, cap } = LIMITS.fileSize;
  if (text === undefined) return usual;
  const bytes = parseFileSize(text);
  if (bytes === undefined) {
    throw badArgument("max_filesize", say(lang, "rule_file_size"), text, lang, { max_filesize: undefined });
  }
  if (bytes === 0) {
    notes.sentences.push(say(lang, "zero_is_default", { field: "max_filesize" }));
    return usual;
  }
  return notes.capValue("max_filesize", bytes, cap, text, megabytes(cap));
}

/** Milliseconds for looking up shortened paths; after that, paths are not shortened. */
const LOOK_MS = 500;

/**
 * Whether paths can be shortened. Without its prefix, none of them may be the path of another file: a client would get
 * that file.
 * @param style how the paths would be displayed apart from the common prefix
 */
async function isShortenable(
  paths: readonly string[],
  style: Omit<PathDisplay, "sharePrefix">,
  call: ToolCall,
): Promise<boolean> {
  const { prefix, display: shown } = displayPaths(paths, { ...style, sharePrefix: true });
  if (prefix === "") return true;
  const short = paths.map(shown), first = (path: string) => path.split("/", 1)[0];
  // Paths are also accepted as JSON strings and URLs, so these would name something else.
  if (short.some((path) => /^(?:"|file:\/)/i.test(path))) return false;
  try {
    // In most cases not even the first segment of a shortened path exists.
    const taken = await existingPaths([...new Set(short.map(first))], call);
    const doubtful = paths.filter((path) => taken.has(first(shown(path))));
    if (doubtful.length === 0) return true;
    const found = await existingPaths(doubtful.map(shown), call);
    // Without the project root in front, an absolute path still leads to its own file.
    return doubtful.every((path) => (found.get(shown(path)) ?? path) === path);
  } catch (error) {
    if (error instanceof ToolError && error.key === "timeout") return false;
    throw error;
  }
}

/** The paths that exist, and the path of what they lead to. */
async function existingPaths(paths: readonly string[], { context }: ToolCall): Promise<Map<string, string>> {
  const { places } = await context.run({ op: "locate", paths, timeoutMs: LOOK_MS });
  return new Map(places.flatMap((place, i) => {
    return place === null || place.kind === "missing" ? [] : [[paths[i], place.shown] as const];
  }));
}
