/**
 * grep: GrepTool of the document "Search Tools", which profile microagent follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { grepFilesAnswer, grepMatchesAnswer } from "../../format/exact/columns.ts";
import { LIMITS } from "../../model/limits.ts";
import { DEFAULT_SCOPE, type SearchRequest } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { escapeRegex } from "../../model/escape_regex.ts";
import { flag, HINTS_FIELD, integer, RECORDS, text } from "../arguments/schema_fields.ts";
import { joinGlobs, normalizeGlobs } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, searchHints } from "../hints.ts";
import { GREP_ALIASES } from "./aliases.ts";

const RESULTS = { default: 100, cap: LIMITS.search.cap };
const CONTEXT = { default: 0, cap: LIMITS.contextLines };

const input = z.strictObject({
  pattern: z.string().describe("regular expression (JavaScript syntax), line by line"),
  filePattern: text("glob of the files to search: '**/*.tsp', '*.{ts,json}' (at any depth); default all"),
  ignoreCase: flag("default false"),
  contextBefore: integer(0, "lines before each match; default 0"),
  contextAfter: integer(0, "lines after; default 0"),
  filesOnly: flag("only the paths of files with a match: fewest tokens"),
  maxResults: integer(1, `default ${RESULTS.default}`),
});

export const grep = defineTool({
  name: "grep",
  title: "Search in files",
  description: "Lines that match a regular expression, with file and line number.\n" +
    "🎯 Unknown extent: filesOnly=true first (~10 tokens a file), then the matches (~20 each), then read_file_lines " +
    "around one.\n⚠️ Case matters unless ignoreCase=true. 💡 totalMatches is exact even where maxResults cut.",
  input,
  output: z.looseObject({
    matches: RECORDS,
    totalMatches: z.int().optional(),
    truncated: z.boolean().optional(),
    files: z.array(z.string()).optional(),
    totalFiles: z.int().optional(),
    ...HINTS_FIELD,
  }),
  example: { pattern: "TODO", filePattern: "**/*.ts" },
  aliases: GREP_ALIASES,
  changes: {
    ...LONGER_TIMEOUT,
    newline_in_query: undefined,
    regex_text: ({ escaped }) => ({ pattern: escaped }),
  },

  async handle(args, call) {
    const request = requestOf(args, call);
    const report = await call.context.run(request), remarks = searchHints(report, call, CHANGES);
    const options = { ...call.pageContext, remarks };
    return args.filesOnly ? grepFilesAnswer(report, request.limit, options) : grepMatchesAnswer(report, options);
  },
});

const CHANGES: ChangeArguments = {
  anyCase: { ignoreCase: true },
  text: (pattern) => ({ pattern: escapeRegex(pattern) }),
  globs: (globs) => ({ filePattern: joinGlobs(globs) }),
  rules: {
    ignored: "name each such directory, and its files, in filePattern: {dir,dir/sub,dir/sub/**}",
    hidden: "name each such directory, and its files, in filePattern: {dir,dir/sub,dir/sub/**}",
    links: "glob and read_file_lines take their paths",
  },
};

function requestOf(args: z.output<typeof input>, { context, notes }: ToolCall): SearchRequest {
  return {
    op: "search",
    scope: { ...DEFAULT_SCOPE, globs: normalizeGlobs([args.filePattern ?? ""]) },
    query: {
      pattern: args.pattern,
      fixed: false,
      word: false,
      caseRule: args.ignoreCase ? "insensitive" : "sensitive",
      multiline: false,
    },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: notes.capNumber("contextBefore", args.contextBefore, CONTEXT),
    contextAfter: notes.capNumber("contextAfter", args.contextAfter, CONTEXT),
    need: args.filesOnly ? "counts" : "lines",
    skip: 0,
    limit: notes.capNumber("maxResults", args.maxResults, RESULTS),
    timeoutMs: context.timeoutMs,
    explain: changeableBy(CHANGES),
  };
}
