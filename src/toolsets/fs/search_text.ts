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
import { HINTS_FIELD, RECORDS } from "../answer_fields.ts";
import { meanings, nothing, opposite, switchedOff } from "../arguments/aliases.ts";
import { field, flag, required, type Values } from "../arguments/fields.ts";
import { choice, integer, TEXT } from "../arguments/kinds.ts";
import { globArguments } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, searchHints } from "../hints.ts";
import * as shared from "../default/fields.ts";
import { scopeOf } from "../default/walk_scope.ts";
import { EXCLUDED_BY_NAME, SCOPE_FIELDS } from "./list_files.ts";

const RESULTS = 200;
const CONTEXT_LINES = 2;

const fields = {
  query: required(TEXT, "text, or a regular expression (JavaScript syntax) with mode=regex", shared.QUERY),
  mode: field(
    choice("literal", "regex"),
    "literal",
    "default literal",
    ["F fixed_strings", meanings({ true: { mode: "literal" }, false: {} })], // ripgrep, Gemini
    ["output_mode", meanings({ content: {} })], // Claude Code
    ["U multiline", switchedOff], // ripgrep, Claude Code
  ),
  case_sensitive: flag("default false", [shared.IGNORE_CASE, opposite("case_sensitive")]),
  ...SCOPE_FIELDS,
  max_results: field(integer(1), RESULTS, `default ${RESULTS}`, shared.MAX_RESULTS),
  context_lines: field(
    integer(0, LIMITS.contextLines),
    CONTEXT_LINES,
    `lines before and after each hit; default ${CONTEXT_LINES}`,
    shared.CONTEXT,
    [shared.LINE_NUMBERS, nothing],
  ),
  skip: field(integer(0), 0, "hits of the pages before; default 0", "offset"), // Claude Code
};

export const searchText = defineTool({
  name: "search_text",
  title: "Search in files",
  description: "Lines that hold a text (or match a regular expression, line by line), each with its column and the " +
    "lines around it.\n🎯 First max_results=10 with context_lines=0 (~40 tokens a hit), then read_file around a hit.\n" +
    "💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  fields,
  output: z.looseObject({ hits: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { query: "TODO", include_globs: ["**/*.ts"], max_results: 10, context_lines: 1 },
  changes: {
    ...LONGER_TIMEOUT,
    newline_in_query: undefined,
    regex_text: () => ({ mode: "literal" }),
  },

  async handle(args, call) {
    const request = requestOf(args, call);
    const { report, remarks } = await searchAsMeant(request, call), hints = searchHints(report, call, CHANGES);
    const { skip } = request, asked = args.max_results;
    return hitsAnswer(report, { ...call.pageContext, skip, asked, hints: [...remarks, ...hints] });
  },
});

const CHANGES: ChangeArguments = {
  anyCase: { case_sensitive: false },
  text: () => ({ mode: "literal" }),
  regex: () => ({ mode: "regex" }),
  globs: globArguments,
  rules: EXCLUDED_BY_NAME,
};

function requestOf(args: Values<typeof fields>, { context, notes }: ToolCall): SearchRequest {
  return {
    op: "search",
    scope: scopeOf([args.root], args),
    query: {
      pattern: args.query,
      fixed: args.mode !== "regex",
      word: false,
      caseRule: args.case_sensitive ? "sensitive" : "insensitive",
      multiline: false,
    },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: args.context_lines,
    contextAfter: args.context_lines,
    need: "lines",
    skip: args.skip,
    limit: notes.lowered("max_results", args.max_results, LIMITS.search.cap),
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
