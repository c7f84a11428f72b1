/**
 * The tools of the document "Search Tools", which profile microagent follows exactly: its arguments as requests, and
 * reports in its fields.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../format/error_answer.ts";
import { globPathsAnswer, grepFilesAnswer, grepMatchesAnswer } from "../format/exact/columns.ts";
import { numberedRangeAnswer } from "../format/exact/ranges.ts";
import { escapeRegex } from "../model/escape.ts";
import { LIMITS } from "../model/limits.ts";
import { DEFAULT_SCOPE } from "../model/request.ts";
import { HINTS_FIELD, PATHS, RECORDS } from "./answer_fields.ts";
import { beforeAndAfter, field, flag, meanings, required } from "./arguments/fields.ts";
import { normalizeGlobs } from "./arguments/globs.ts";
import { INTEGER, integer, TEXT } from "./arguments/kinds.ts";
import { FILE, FIRST_LINE, LAST_LINE, pathWithLines } from "./arguments/read_range.ts";
import * as shared from "./default/fields.ts";
import { defineTool } from "./define_tool.ts";
import { changeableBy, type ChangeArguments, searchHints, zeroHints } from "./hints.ts";
import { bytesForBudget, readWithinBudget } from "./read_within_budget.ts";

const GLOB_CHANGES: ChangeArguments = { globs: ([pattern]) => ({ pattern }) };

/** GlobTool. */
export const glob = defineTool({
  name: "glob",
  title: "Find files by glob",
  description: "Paths of the files matching a glob, relative to the base directory.\n" +
    "🎯 Start here or with grep; then read_file_lines for the lines that matter. Ignored and dot files are left out.",
  fields: {
    pattern: required(TEXT, "* (within a name), ** (any depth), ?, {a,b}: '**/*.tsp', 'src/**/*.cs'", "glob"),
  },
  output: z.looseObject({ files: PATHS.unwrap(), ...HINTS_FIELD }),
  example: { pattern: "**/*.ts" },
  changes: LONGER_TIMEOUT,

  async handle({ pattern }, call) {
    const report = await call.context.run({
      op: "glob",
      root: ".",
      pattern,
      mode: "files",
      hidden: false,
      noIgnore: false,
      limit: Number.MAX_SAFE_INTEGER,
      timeoutMs: call.context.timeoutMs,
      explain: changeableBy(GLOB_CHANGES),
    });
    return globPathsAnswer(report, { ...call.pageContext, hints: zeroHints(report, "files", call, GLOB_CHANGES) });
  },
});

const RESULTS = 100;
const CONTEXT = integer(0, LIMITS.contextLines);

const BY_NAME = "name each such directory, and its files, in filePattern: {dir,dir/sub,dir/sub/**}";

const GREP_CHANGES: ChangeArguments = {
  anyCase: { ignoreCase: true },
  text: (pattern) => ({ pattern: escapeRegex(pattern) }),
  globs: (globs) => ({ filePattern: globs.length > 1 ? `{${globs.join(",")}}` : globs[0] }),
  rules: { ignored: BY_NAME, hidden: BY_NAME, links: "glob and read_file_lines take their paths" },
};

/** GrepTool. */
export const grep = defineTool({
  name: "grep",
  title: "Search in files",
  description: "Lines that match a regular expression, with file and line number.\n" +
    "🎯 Unknown extent: filesOnly=true first (~10 tokens a file), then the matches (~20 each), then read_file_lines " +
    "around one.\n⚠️ Case matters unless ignoreCase=true. 💡 totalMatches is exact even where maxResults cut.",
  fields: {
    pattern: required(TEXT, "regular expression (JavaScript syntax), line by line", shared.QUERY),
    filePattern: field(
      TEXT,
      "",
      "glob of the files to search: '**/*.tsp', '*.{ts,json}' (at any depth); default all",
      shared.GLOBS,
    ),
    ignoreCase: flag("default false", shared.IGNORE_CASE),
    contextBefore: field(CONTEXT, 0, "lines before each match; default 0", shared.BEFORE),
    contextAfter: field(CONTEXT, 0, "lines after; default 0", shared.AFTER, [
      shared.CONTEXT,
      beforeAndAfter("contextBefore", "contextAfter"),
    ]),
    filesOnly: flag(
      "only the paths of files with a match: fewest tokens",
      shared.NAMES_ONLY,
      ["output_mode", meanings({ files_with_matches: { filesOnly: true }, content: {} })], // Claude Code
    ),
    maxResults: field(integer(1, LIMITS.search.cap), RESULTS, `default ${RESULTS}`, shared.MAX_RESULTS),
  },
  output: z.looseObject({
    matches: RECORDS,
    totalMatches: z.int().optional(),
    truncated: z.boolean().optional(),
    files: PATHS,
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
    const caseRule = args.ignoreCase ? "insensitive" : "sensitive";
    const report = await call.context.run({
      op: "search",
      scope: { ...DEFAULT_SCOPE, globs: normalizeGlobs([args.filePattern]) },
      query: { pattern: args.pattern, fixed: false, word: false, caseRule, multiline: false },
      maxFileSize: LIMITS.fileSize.default,
      contextBefore: args.contextBefore,
      contextAfter: args.contextAfter,
      need: args.filesOnly ? "counts" : "lines",
      skip: 0,
      limit: args.maxResults,
      timeoutMs: call.context.timeoutMs,
      explain: changeableBy(GREP_CHANGES),
    });
    const answer = args.filesOnly ? grepFilesAnswer : grepMatchesAnswer;
    const hints = searchHints(report, call, GREP_CHANGES);
    return answer(report, args.maxResults, { ...call.pageContext, hints });
  },
});

/** The value of endLine that means the end of the file; a 0 means it too. */
const END_OF_FILE = -1;

/** ReadFileLinesTool. */
export const readFileLines = defineTool({
  name: "read_file_lines",
  title: "Read lines of a file",
  description: "Lines startLine to endLine of a file, each as '45. text'.\n" +
    "🎯 grep first, then read only what is around a match (~10 tokens a line). A range beyond the file is clamped to it.",
  fields: {
    filePath: required(TEXT, "relative to the base directory", FILE),
    startLine: required(INTEGER, "from 1, inclusive", FIRST_LINE),
    endLine: field(
      { ...INTEGER, zeroIsDefault: true },
      END_OF_FILE,
      "inclusive; default -1 = the end of the file",
      LAST_LINE,
    ),
  },
  output: z.looseObject({
    content: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int().optional(),
    ...HINTS_FIELD,
  }),
  example: { filePath: "README.md", startLine: 1, endLine: 40 },
  changes: { ...LONGER_TIMEOUT, no_mark: undefined },

  async handle({ filePath, startLine, endLine }, call) {
    const start = Math.max(1, startLine), last = endLine === END_OF_FILE ? Infinity : Math.max(start, endLine);
    const max = Math.min(last - start + 1, Number.MAX_SAFE_INTEGER);
    const path = (await pathWithLines(filePath, call))?.path ?? filePath;
    const { tokenBudget: budget, timeoutMs } = call.context;
    return await readWithinBudget(
      budget,
      { type: "lines", start, max, maxBytes: bytesForBudget(budget), isClamped: true },
      (range) => call.context.run({ op: "read", path, range, timeoutMs }),
      (report) => numberedRangeAnswer(report, last, call.pageContext),
    );
  },
});
