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
import { HINTS_FIELD, RECORDS } from "../answer_fields.ts";
import { beforeAndAfter, meanings, nothing, oneGlob, opposite, switchedOff } from "../arguments/aliases.ts";
import { field, flag, required, type Values } from "../arguments/fields.ts";
import { integer, TEXT } from "../arguments/kinds.ts";
import { joinGlobs, normalizeGlobs } from "../arguments/globs.ts";
import { changeableBy, type ChangeArguments, searchHints } from "../hints.ts";
import * as shared from "../default/fields.ts";
import { directoryInGlob } from "./directory_in_glob.ts";

const RESULTS = 100;
const CONTEXT = integer(0, LIMITS.contextLines);

/** A directory goes before the glob of the files, or replaces it. */
const below = directoryInGlob((place, { filePattern }) => ({
  filePattern: typeof filePattern !== "string"
    ? `{${place},${place}/**}`
    : `${place}/${filePattern.includes("/") ? "" : "**/"}${filePattern}`,
}));

const fields = {
  pattern: required(TEXT, "regular expression (JavaScript syntax), line by line", shared.QUERY),
  filePattern: field(
    TEXT,
    "",
    "glob of the files to search: '**/*.tsp', '*.{ts,json}' (at any depth); default all",
    [shared.GLOBS, oneGlob((filePattern) => ({ filePattern }))],
    [shared.PLACES, below],
  ),
  ignoreCase: flag("default false", shared.IGNORE_CASE, ["case_sensitive", opposite("ignoreCase")]), // Gemini
  contextBefore: field(CONTEXT, 0, "lines before each match; default 0", shared.BEFORE),
  contextAfter: field(CONTEXT, 0, "lines after; default 0", shared.AFTER, [
    shared.CONTEXT,
    beforeAndAfter("contextBefore", "contextAfter"),
  ]),
  filesOnly: flag(
    "only the paths of files with a match: fewest tokens",
    shared.NAMES_ONLY,
    ["output_mode", meanings({ files_with_matches: { filesOnly: true }, content: {} })], // Claude Code
    [shared.LINE_NUMBERS, nothing],
    ["U multiline fixed_strings F", switchedOff], // ripgrep, Claude Code, Gemini
  ),
  maxResults: field(integer(1, LIMITS.search.cap), RESULTS, `default ${RESULTS}`, shared.MAX_RESULTS),
};

export const grep = defineTool({
  name: "grep",
  title: "Search in files",
  description: "Lines that match a regular expression, with file and line number.\n" +
    "🎯 Unknown extent: filesOnly=true first (~10 tokens a file), then the matches (~20 each), then read_file_lines " +
    "around one.\n⚠️ Case matters unless ignoreCase=true. 💡 totalMatches is exact even where maxResults cut.",
  fields,
  output: z.looseObject({
    matches: RECORDS,
    totalMatches: z.int().optional(),
    truncated: z.boolean().optional(),
    files: z.array(z.string()).optional(),
    totalFiles: z.int().optional(),
    ...HINTS_FIELD,
  }),
  example: { pattern: "TODO", filePattern: "**/*.ts" },
  changes: {
    ...LONGER_TIMEOUT,
    newline_in_query: undefined,
    regex_text: ({ escaped }) => ({ pattern: escaped }),
  },

  async handle(args, call) {
    const request = requestOf(args, call);
    const report = await call.context.run(request), hints = searchHints(report, call, CHANGES);
    const answer = args.filesOnly ? grepFilesAnswer : grepMatchesAnswer;
    return answer(report, request.limit, { ...call.pageContext, hints });
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

function requestOf(args: Values<typeof fields>, { context }: ToolCall): SearchRequest {
  return {
    op: "search",
    scope: { ...DEFAULT_SCOPE, globs: normalizeGlobs([args.filePattern]) },
    query: {
      pattern: args.pattern,
      fixed: false,
      word: false,
      caseRule: args.ignoreCase ? "insensitive" : "sensitive",
      multiline: false,
    },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: args.contextBefore,
    contextAfter: args.contextAfter,
    need: args.filesOnly ? "counts" : "lines",
    skip: 0,
    limit: args.maxResults,
    timeoutMs: context.timeoutMs,
    explain: changeableBy(CHANGES),
  };
}
