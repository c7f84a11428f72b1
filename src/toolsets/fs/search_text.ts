/**
 * search_text of the "FS MCP Server Tools Guide", which profile fs follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { hitsAnswer } from "../../format/exact/columns.ts";
import { textValue } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { SearchRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { flag, HINTS_FIELD, integer, RECORDS } from "../arguments/schema_fields.ts";
import { globArguments } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, searchHints } from "../hints.ts";
import { scopeOf } from "../default/walk_scope.ts";
import { EXCLUDED_BY_NAME, SCOPE_FIELDS } from "./list_files.ts";
import { SEARCH_ALIASES } from "./aliases.ts";

const RESULTS = { default: 200, cap: LIMITS.search.cap };
const CONTEXT = { default: 2, cap: LIMITS.contextLines };

const input = z.strictObject({
  query: z.string().describe("text, or a regular expression (JavaScript syntax) with mode=regex"),
  mode: z.enum(["literal", "regex"]).optional().describe("default literal"),
  case_sensitive: flag("default false"),
  ...SCOPE_FIELDS,
  max_results: integer(1, `default ${RESULTS.default}`),
  context_lines: integer(0, `lines before and after each hit; default ${CONTEXT.default}`),
  skip: integer(0, "hits of the pages before; default 0"),
});

export const searchText = defineTool({
  name: "search_text",
  title: "Search in files",
  description: "Lines that hold a text (or match a regular expression, line by line), each with its column and the " +
    "lines around it.\n🎯 First max_results=10 with context_lines=0 (~40 tokens a hit), then read_file around a hit.\n" +
    "💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  input,
  output: z.looseObject({ hits: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { query: "TODO", include_globs: ["**/*.ts"], max_results: 10, context_lines: 1 },
  aliases: SEARCH_ALIASES,
  changes: {
    ...LONGER_TIMEOUT,
    newline_in_query: undefined,
    regex_text: () => ({ mode: "literal" }),
  },

  async handle(args, call) {
    const request = requestOf(args, call);
    const { report, remarks } = await searchAsMeant(request, call), hints = searchHints(report, call, CHANGES);
    const { skip } = request, asked = args.max_results ?? RESULTS.default;
    const options = { ...call.pageContext, skip, asked, remarks: [...remarks, ...hints] };
    return hitsAnswer(report, options);
  },
});

const CHANGES: ChangeArguments = {
  anyCase: { case_sensitive: false },
  text: () => ({ mode: "literal" }),
  regex: () => ({ mode: "regex" }),
  globs: globArguments,
  rules: EXCLUDED_BY_NAME,
};

function requestOf(args: z.output<typeof input>, call: ToolCall): SearchRequest {
  const { context, notes } = call;
  const lines = notes.capNumber("context_lines", args.context_lines, CONTEXT);
  return {
    op: "search",
    scope: scopeOf([args.root ?? "."], args),
    query: {
      pattern: args.query,
      fixed: args.mode !== "regex",
      word: false,
      caseRule: args.case_sensitive ? "sensitive" : "insensitive",
      multiline: false,
    },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: lines,
    contextAfter: lines,
    need: "lines",
    skip: args.skip ?? 0,
    limit: notes.capNumber("max_results", args.max_results, RESULTS),
    timeoutMs: context.timeoutMs,
    explain: changeableBy(CHANGES),
  };
}

interface InterpretedSearch {
  readonly report: SearchReport;
  /** Says that the query was not read as given. */
  readonly remarks: readonly string[];
}

/**
 * Models double every backslash of a regular expression, and so does the guide's own example. Taken literally, `\\w+`
 * asks for a backslash and then `w`s. An expression with doubled backslashes that finds nothing or does not parse is
 * read with single ones; one that finds something is never changed.
 */
async function searchAsMeant(request: SearchRequest, { context }: ToolCall): Promise<InterpretedSearch> {
  const asGiven = () => context.run(request);
  const { pattern, fixed } = request.query;
  if (fixed || !pattern.includes("\\\\")) return { report: await asGiven(), remarks: [] };
  const first = await outcome(asGiven);
  if ("report" in first && first.report.total > 0) return { report: first.report, remarks: [] };
  const corrected = pattern.replaceAll("\\\\", "\\");
  const second = await outcome(() => context.run({ ...request, query: { ...request.query, pattern: corrected } }));
  if ("report" in second && second.report.total > 0) {
    const words = `${textValue(pattern)} matches nothing as given, so every \\\\ was read as \\: ${
      textValue(corrected)
    }`;
    return { report: second.report, remarks: [words] };
  }
  if ("error" in first) throw first.error;
  return { report: first.report, remarks: [] };
}

/** The report of a search, or the expected error that it threw. */
async function outcome(
  run: () => Promise<SearchReport>,
): Promise<{ readonly report: SearchReport } | { readonly error: ToolError }> {
  try {
    return { report: await run() };
  } catch (error) {
    if (error instanceof ToolError) return { error };
    throw error;
  }
}
