/**
 * The tools of the "FS MCP Server Tools Guide", which profile fs follows exactly: its arguments as requests, and reports
 * in its fields.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../format/error_answer.ts";
import { entriesAnswer, hitsAnswer } from "../format/exact/columns.ts";
import { fileRangeAnswer } from "../format/exact/ranges.ts";
import { textValue } from "../format/safe_text.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { EntryType, ReadRange, SearchRequest } from "../model/request.ts";
import type { SearchReport } from "../model/search_report.ts";
import { HINTS_FIELD, RECORD, RECORDS } from "./answer_fields.ts";
import { also, clear, field, flag, list, meanings, optional, required } from "./arguments/fields.ts";
import { globArguments } from "./arguments/globs.ts";
import { choice, FLAG, GLOBS, integer, TEXT } from "./arguments/kinds.ts";
import { FILE, FIRST_LINE, inferRangeType, RANGE_FIELDS, rangeSize, withLinesOfPath } from "./arguments/read_range.ts";
import * as shared from "./default/fields.ts";
import { defineTool, type ToolCall } from "./define_tool.ts";
import { changeableBy, type ChangeArguments, searchHints, zeroHints } from "./hints.ts";
import { bytesForBudget, readWithinBudget } from "./read_within_budget.ts";

const ENTRIES = 500, HITS = 200, CONTEXT_LINES = 2;

/** Arguments that select files. */
const SCOPE_FIELDS = {
  root: field(TEXT, ".", "directory to start from; default .", shared.PLACES),
  include_globs: list(GLOBS, 'only paths matching one of these: ["**/*.rs"]', shared.GLOBS),
  exclude_globs: clear(list(GLOBS, "not these", shared.EXCLUDED_GLOBS)),
};

/** How excluded files are reached: no argument lifts a rule, but a named path is listed and searched. */
const LIST_CHANGES: ChangeArguments = {
  rules: {
    ignored: "name one of them, or its directory, as root",
    hidden: "name one of them, or its directory, as root",
    links: "name the link as root",
  },
  globs: globArguments,
};

export const listFiles = defineTool({
  name: "list_files",
  title: "List files and directories",
  description: "Files below root, in path order; .gitignore and .ignore apply.\n" +
    "🎯 Unknown tree: recursive=false with include_dirs=true first (~15 tokens an entry, ~30 with metadata), then " +
    "include_globs.\n💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  fields: {
    root: SCOPE_FIELDS.root,
    recursive: field(FLAG, true, "default true"),
    include_globs: also(SCOPE_FIELDS.include_globs, "pattern file_mask"), // Gemini and the reference server, Serena
    exclude_globs: SCOPE_FIELDS.exclude_globs,
    max_results: field(integer(1), ENTRIES, `default ${ENTRIES}`, shared.MAX_RESULTS),
    include_dirs: flag("default false: files only"),
    include_metadata: flag("add size (bytes) and modified (UNIX seconds)"),
    skip: field(integer(0), 0, "entries of the pages before; default 0"),
  },
  output: z.looseObject({ entries: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { root: ".", include_globs: ["**/*.ts"], max_results: 100 },
  changes: LONGER_TIMEOUT,

  async handle(args, call) {
    const { skip, include_dirs, include_metadata: metadata, max_results: asked } = args;
    const types: EntryType[] = include_dirs ? ["f", "l", "d"] : ["f", "l"];
    const report = await call.context.run({
      op: "list",
      scope: {
        ...shared.scopeOf([args.root], args, args.recursive ? undefined : 1),
        ...(include_dirs && args.include_globs.length > 0 && { dirsMustMatch: true }),
      },
      tests: { types, extensions: [], exclude: [], sizes: [] },
      metadata,
      skip,
      limit: call.notes.lowered("max_results", asked, LIMITS.list.cap),
      timeoutMs: call.context.timeoutMs,
      explain: changeableBy(LIST_CHANGES),
    });
    const hints = zeroHints(report, "entries", call, LIST_CHANGES);
    return entriesAnswer(report, metadata, { ...call.pageContext, skip, asked, hints });
  },
});

/**
 * A page of bytes is as long as the caller asked for, whatever the token budget: callers count pages themselves
 * (offset_bytes 0, 65536, …). A character belongs to the page in which it begins. A page of lines stays within the
 * budget; `next` says where it ended early.
 */
export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description: "A file or a range of it, of any size.\n" +
    "🎯 search_text first, then only the lines around a hit: start_line, max_lines (~10 tokens a line; 64 KiB of bytes, " +
    "the default, are ~16000).\n⚠️ Byte fields and line fields exclude one another.",
  fields: {
    path: required(TEXT, "relative to the server root", FILE),
    ...RANGE_FIELDS,
    range_type: { ...RANGE_FIELDS.range_type, about: "lines where line fields are given, else bytes" },
    start_line: optional(integer(1), "default 1", FIRST_LINE),
  },
  output: z.looseObject({
    path: z.string(),
    content: z.string(),
    is_truncated: z.boolean(),
    range: RECORD,
    ...HINTS_FIELD,
  }),
  example: { path: "README.md", start_line: 1, max_lines: 40 },
  changes: { ...LONGER_TIMEOUT, no_mark: undefined },

  async handle(given, call) {
    const args = await withLinesOfPath(given, call), { path, start_line = 1, offset_bytes = 0 } = args;
    const { tokenBudget, timeoutMs } = call.context;
    const type = inferRangeType(args, "bytes"), max = rangeSize(type, args, call);
    const asked: ReadRange = type === "bytes"
      ? { type, offset: offset_bytes, max, widen: true }
      : { type, start: start_line, max, maxBytes: bytesForBudget(tokenBudget) };
    const budget = type === "bytes" ? 0 : tokenBudget;
    const options = { ...call.pageContext, max, lineNumbers: false, repeatedArgs: {} };
    return await readWithinBudget(
      budget,
      asked,
      (range) => call.context.run({ op: "read", path, range, timeoutMs }),
      (report) => fileRangeAnswer(report, asked, options, budget),
    );
  },
});

const SEARCH_CHANGES: ChangeArguments = {
  ...LIST_CHANGES,
  anyCase: { case_sensitive: false },
  text: () => ({ mode: "literal" }),
  regex: () => ({ mode: "regex" }),
};

export const searchText = defineTool({
  name: "search_text",
  title: "Search in files",
  description: "Lines that hold a text (or match a regular expression, line by line), each with its column and the " +
    "lines around it.\n🎯 First max_results=10 with context_lines=0 (~40 tokens a hit), then read_file around a hit.\n" +
    "💡 has_more=true: the next page is skip + max_results, or next_skip where the answer was cut.",
  fields: {
    query: required(TEXT, "text, or a regular expression (JavaScript syntax) with mode=regex", shared.QUERY),
    mode: field(
      choice("literal", "regex"),
      "literal",
      "default literal",
      ["output_mode", meanings({ content: {} })], // Claude Code
    ),
    case_sensitive: flag("default false", [
      shared.IGNORE_CASE,
      meanings({ true: { case_sensitive: false }, false: { case_sensitive: true } }),
    ]),
    ...SCOPE_FIELDS,
    max_results: field(integer(1), HITS, `default ${HITS}`, shared.MAX_RESULTS),
    context_lines: field(
      integer(0, LIMITS.contextLines),
      CONTEXT_LINES,
      `lines before and after each hit; default ${CONTEXT_LINES}`,
      shared.CONTEXT,
    ),
    skip: field(integer(0), 0, "hits of the pages before; default 0", "offset"), // Claude Code
  },
  output: z.looseObject({ hits: RECORDS.unwrap(), has_more: z.boolean(), ...HINTS_FIELD }),
  example: { query: "TODO", include_globs: ["**/*.ts"], max_results: 10, context_lines: 1 },
  changes: {
    ...LONGER_TIMEOUT,
    newline_in_query: undefined,
    regex_text: () => ({ mode: "literal" }),
  },

  async handle(args, call) {
    const { skip, max_results: asked } = args, caseRule = args.case_sensitive ? "sensitive" : "insensitive";
    const { report, remarks } = await searchAsMeant({
      op: "search",
      scope: shared.scopeOf([args.root], args),
      query: { pattern: args.query, fixed: args.mode !== "regex", word: false, caseRule, multiline: false },
      maxFileSize: LIMITS.fileSize.default,
      contextBefore: args.context_lines,
      contextAfter: args.context_lines,
      need: "lines",
      skip,
      limit: call.notes.lowered("max_results", asked, LIMITS.search.cap),
      timeoutMs: call.context.timeoutMs,
      explain: changeableBy(SEARCH_CHANGES),
    }, call);
    const hints = searchHints(report, call, SEARCH_CHANGES);
    return hitsAnswer(report, { ...call.pageContext, skip, asked, hints: [...remarks, ...hints] });
  },
});

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
  const { query, query: { pattern, fixed } } = request, single = pattern.replaceAll("\\\\", "\\");
  if (fixed || single === pattern) return { report: await context.run(request), remarks: [] };
  const first = await context.run(request).catch(expectedError);
  if (!(first instanceof ToolError) && first.total > 0) return { report: first, remarks: [] };
  const second = await context.run({ ...request, query: { ...query, pattern: single } }).catch(expectedError);
  if (!(second instanceof ToolError) && second.total > 0) {
    const words = `${textValue(pattern)} matches nothing as given, so every \\\\ was read as \\: ${textValue(single)}`;
    return { report: second, remarks: [words] };
  }
  if (first instanceof ToolError) throw first;
  return { report: first, remarks: [] };
}

function expectedError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}
