/**
 * What search_content and find_and_grep share: arguments to request, report to answer.
 * @module
 */
import type * as z from "zod";
import { say } from "../../format/phrases.ts";
import { searchAnswer } from "../../format/search.ts";
import { type Form, FORMS, needOf } from "../../model/form.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Query, Scope, SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/tool_error.ts";
import type { Call } from "../define_tool.ts";
import { globArguments } from "../glob_of.ts";
import { megabytes, parseFileSize } from "../measures.ts";
import { nearMisses } from "../near_misses.ts";
import type { Switches } from "../search_switches.ts";
import { badArgument } from "../parse_arguments.ts";
import { timed } from "../timed.ts";
import type { Answer } from "../tool.ts";
import type { BUDGET_FIELDS, PAGE_FIELDS, SEARCH_FIELDS } from "./fields.ts";
import { isShortenable } from "./shortenable.ts";
import { timeoutOf } from "./time_limit.ts";
import { RULE_SWITCHES } from "./walk_scope.ts";

/** What those fields hold. */
export type SearchArguments = z.output<
  z.ZodObject<typeof SEARCH_FIELDS & typeof PAGE_FIELDS & typeof BUDGET_FIELDS>
>;

const SWITCHES: Switches = {
  anyCase: { case: "insensitive" },
  text: () => ({ regex: undefined, fixed_strings: true }),
  regex: { regex: undefined, fixed_strings: undefined },
  partOfWord: { word: undefined },
  pattern: (query) => ({ query }),
  multiline: { multiline: true },
  encoding: (encoding) => ({ encoding }),
  maxSize: (max_filesize) => ({ max_filesize }),
  globs: globArguments,
  rules: RULE_SWITCHES,
};

/**
 * Searches `scope` and answers in the form asked for.
 * @throws ToolError for arguments that contradict each other or can't be read
 */
export async function answerSearch(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  call: Call,
): Promise<Answer> {
  const { context, caps } = call;
  const form = formOf(args);
  const request = requestOf(args, scope, find, form, call);
  const [report, leftMs] = await timed(request.timeoutMs, () => context.run(request));
  const hints = await nearMisses(request, report, call, leftMs, SWITCHES);
  const style = args.absolute ? { absoluteFrom: context.projectRoot } : {};
  const optimize = args.optimize_paths === true &&
    await isShortenable(report.files.map(({ path }) => path), style, call);
  const { answer } = searchAnswer(report, {
    ...(form && { form }),
    skip: request.skip,
    limit: request.limit,
    budget: args.token_budget ?? context.tokenBudget,
    style: { ...style, optimize },
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    meta: find !== undefined,
    notes: caps.notes,
    hints,
    lang: context.lang,
    own: call.own,
  });
  if (optimize) context.shortPaths?.remember(answer.structured);
  return answer;
}

/** The named form. */
function formOf(args: SearchArguments): Form | undefined {
  const named = FORMS.filter((form) => form !== "full" && args[form] === true);
  if (named.length < 2) return named[0];
  // The cheapest comes last.
  const others = Object.fromEntries(named.slice(0, -1).map((form) => [form, undefined]));
  throw new ToolError("conflicting_forms", { forms: named.join(", ") }, others);
}

function requestOf(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  form: Form | undefined,
  call: Call,
): SearchRequest {
  const { caps } = call;
  const lines = { default: 0, cap: LIMITS.contextLines };
  return {
    op: "search",
    scope,
    ...(find && { find }),
    query: queryOf(args),
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    maxFileSize: fileSizeOf(args.max_filesize, call),
    ...(args.max_count !== undefined && { maxCount: args.max_count }),
    contextBefore: caps.number("context_before", args.context_before, lines),
    contextAfter: caps.number("context_after", args.context_after, lines),
    need: needOf(form ?? "full"),
    skip: args.skip ?? 0,
    limit: caps.number("limit", args.limit, LIMITS.search),
    timeoutMs: timeoutOf(args.timeout_ms, call),
  };
}

/** `fixed_strings` and `regex: false` both mean plain text; `regex: true` is the default, and says nothing beside one. */
function queryOf(args: SearchArguments): Query {
  return {
    pattern: args.query,
    fixed: args.fixed_strings || args.regex === false,
    word: args.word ?? false,
    caseRule: args.case ?? "smart",
    multiline: args.multiline ?? false,
  };
}

function fileSizeOf(text: string | undefined, { context: { lang }, caps }: Call): number {
  const { default: usual, cap } = LIMITS.fileSize;
  if (text === undefined) return usual;
  const bytes = parseFileSize(text);
  if (bytes === undefined) {
    throw badArgument("max_filesize", say(lang, "rule_file_size"), text, lang, { max_filesize: undefined });
  }
  if (bytes === 0) {
    caps.notes.push(say(lang, "zero_is_default", { field: "max_filesize" }));
    return usual;
  }
  return caps.lowered("max_filesize", bytes, cap, text, megabytes(cap));
}
