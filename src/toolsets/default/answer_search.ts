/**
 * What search_content and find_and_grep share: arguments to request, report to answer.
 * @module
 */
import type * as z from "zod";
import { say } from "../../format/phrases.ts";
import { searchAnswer } from "../../format/search/search_answer.ts";
import { needOf, OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Query, Scope, SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import { globArguments } from "../arguments/globs.ts";
import { megabytes, parseFileSize } from "../arguments/sizes_and_times.ts";
import { searchHints } from "../hints/search_hints.ts";
import type { SearchSwitches } from "../hints/query_changes.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { timeoutOf, withTimeLeft } from "../call_time.ts";
import type { Answer } from "../tool.ts";
import type { BUDGET_FIELDS, PAGE_FIELDS, SEARCH_FIELDS } from "./fields.ts";
import { RULE_SWITCHES } from "./walk_scope.ts";
import { displayPaths, type PathDisplay } from "../../format/path_display.ts";

/** What those fields hold. */
export type SearchArguments = z.output<
  z.ZodObject<typeof SEARCH_FIELDS & typeof PAGE_FIELDS & typeof BUDGET_FIELDS>
>;

const SWITCHES: SearchSwitches = {
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
  call: ToolCall,
): Promise<Answer> {
  const { context } = call;
  const form = formOf(args);
  const request = requestOf(args, scope, find, form, call);
  const [report, leftMs] = await withTimeLeft(request.timeoutMs, () => context.run(request));
  const hints = await searchHints(request, report, call, leftMs, SWITCHES);
  const style = args.absolute ? { absoluteFrom: context.projectRoot } : {};
  const optimize = args.optimize_paths === true &&
    await isShortenable(report.files.map(({ path }) => path), style, call);
  const { answer } = searchAnswer(report, {
    ...call.pageContext,
    ...(args.token_budget !== undefined && { budget: args.token_budget }),
    ...(form && { form }),
    skip: request.skip,
    limit: request.limit,
    pathDisplay: { ...style, sharePrefix: optimize },
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    meta: find !== undefined,
    hints,
  });
  if (optimize) context.shortPaths?.remember(answer.structured);
  return answer;
}

/** The named form. */
function formOf(args: SearchArguments): OutputForm | undefined {
  const named = OUTPUT_FORMS.filter((form) => form !== "full" && args[form] === true);
  if (named.length < 2) return named[0];
  // The cheapest comes last.
  const others = Object.fromEntries(named.slice(0, -1).map((form) => [form, undefined]));
  throw new ToolError("conflicting_forms", { forms: named.join(", ") }, others);
}

function requestOf(
  args: SearchArguments,
  scope: Scope,
  find: SearchRequest["find"],
  form: OutputForm | undefined,
  call: ToolCall,
): SearchRequest {
  const { notes: caps } = call;
  const lines = { default: 0, cap: LIMITS.contextLines };
  return {
    op: "search",
    scope,
    ...(find && { find }),
    query: queryOf(args),
    ...(args.encoding !== undefined && { encoding: args.encoding }),
    maxFileSize: fileSizeOf(args.max_filesize, call),
    ...(args.max_count !== undefined && { maxCount: args.max_count }),
    contextBefore: caps.capNumber("context_before", args.context_before, lines),
    contextAfter: caps.capNumber("context_after", args.context_after, lines),
    need: needOf(form ?? "full"),
    skip: args.skip ?? 0,
    limit: caps.capNumber("limit", args.limit, LIMITS.search),
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

function fileSizeOf(text: string | undefined, { context: { lang }, notes: caps }: ToolCall): number {
  const { default: usual, cap } = LIMITS.fileSize;
  if (text === undefined) return usual;
  const bytes = parseFileSize(text);
  if (bytes === undefined) {
    throw badArgument("max_filesize", say(lang, "rule_file_size"), text, lang, { max_filesize: undefined });
  }
  if (bytes === 0) {
    caps.sentences.push(say(lang, "zero_is_default", { field: "max_filesize" }));
    return usual;
  }
  return caps.capValue("max_filesize", bytes, cap, text, megabytes(cap));
}

/** Milliseconds for looking; what is not known by then is not shortened. */
const LOOK_MS = 500;

/**
 * Whether none of `paths`, shortened, is the path of something else: whoever gave it back would be given that.
 * @param style how they would be written, but for what they have in common
 */
async function isShortenable(
  paths: readonly string[],
  style: Omit<PathDisplay, "sharePrefix">,
  call: ToolCall,
): Promise<boolean> {
  const { prefix, display: shown } = displayPaths(paths, { ...style, sharePrefix: true });
  if (prefix === "") return true;
  const short = paths.map(shown), first = (path: string) => path.split("/", 1)[0];
  // What begins with a quotation mark may be read as a JSON string, of another name; or else as a URL.
  if (short.some((path) => /^(?:"|file:\/)/i.test(path))) return false;
  try {
    // Mostly not even the first name of any is the name of something.
    const taken = await existingPaths([...new Set(short.map(first))], call);
    const doubtful = paths.filter((path) => taken.has(first(shown(path))));
    if (doubtful.length === 0) return true;
    const found = await existingPaths(doubtful.map(shown), call);
    // Without the project root before it an absolute path is still its own file's.
    return doubtful.every((path) => (found.get(shown(path)) ?? path) === path);
  } catch (error) {
    if (error instanceof ToolError && error.key === "timeout") return false;
    throw error;
  }
}

/** Those that lead somewhere, and what is there. */
async function existingPaths(paths: readonly string[], { context }: ToolCall): Promise<Map<string, string>> {
  const { places } = await context.run({ op: "locate", paths, timeoutMs: LOOK_MS });
  return new Map(places.flatMap((place, i) => {
    return place === null || place.kind === "missing" ? [] : [[paths[i], place.shown] as const];
  }));
}
