/**
 * grep: GrepTool of seed 003.
 * @module
 */
import * as z from "zod";
import { grepFilesAnswer, grepMatchesAnswer } from "../../format/exact/grep_matches.ts";
import { literalGlob } from "../../model/literal_glob.ts";
import { LIMITS } from "../../model/limits.ts";
import { PLAIN_SCOPE, type SearchRequest } from "../../model/request.ts";
import { type Call, defineTool } from "../define_tool.ts";
import { escapedText } from "../../model/escaped_text.ts";
import { flag, RECORDS, SAID, text, whole } from "../field_types.ts";
import { globsIn, oneGlob } from "../glob_of.ts";
import { nearMisses } from "../near_misses.ts";
import type { Switches } from "../query_readings.ts";
import { timed } from "../timed.ts";
import { HINTS } from "./hints.ts";
import { GREP_NAMES } from "./other_names.ts";

const RESULTS = { default: 100, cap: LIMITS.search.cap };
const CONTEXT = { default: 0, cap: LIMITS.contextLines };

const input = z.strictObject({
  pattern: z.string().describe("regular expression (JavaScript syntax), line by line"),
  filePattern: text("glob of the files to search: '**/*.tsp', '*.{ts,json}' (at any depth); default all"),
  ignoreCase: flag("default false"),
  contextBefore: whole(0, "lines before each match; default 0"),
  contextAfter: whole(0, "lines after; default 0"),
  filesOnly: flag("only the paths of files with a match: fewest tokens"),
  maxResults: whole(1, `default ${RESULTS.default}`),
});

/** The tool. */
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
    ...SAID,
  }),
  example: { pattern: "TODO", filePattern: "**/*.ts" },
  otherNames: GREP_NAMES,
  hints: HINTS,

  async answer(args, call) {
    const request = requestOf(args, call);
    const [report, leftMs] = await timed(request.timeoutMs, () => call.context.run(request));
    const remarks = await nearMisses(request, report, call, leftMs, SWITCHES);
    const wish = { ...call.frame, remarks };
    return args.filesOnly ? grepFilesAnswer(report, request.limit, wish) : grepMatchesAnswer(report, wish);
  },
});

const SWITCHES: Switches = {
  anyCase: { ignoreCase: true },
  text: (pattern) => ({ pattern: escapedText(pattern) }),
  pattern: (pattern) => ({ pattern }),
  globs: (globs) => ({ filePattern: oneGlob(globs) }),
  rules: {
    ignored: "name them in filePattern, a directory as {dir,dir/**}",
    hidden: "name them in filePattern, a directory as {dir,dir/**}",
    links: "glob and read_file_lines take their paths",
  },
  linked: (dir, own) => own.other("glob", { pattern: `${literalGlob(dir)}/**` }),
  byGlobs: true,
};

function requestOf(args: z.output<typeof input>, { context, caps }: Call): SearchRequest {
  return {
    op: "search",
    scope: { ...PLAIN_SCOPE, globs: globsIn([args.filePattern ?? ""]) },
    query: {
      pattern: args.pattern,
      fixed: false,
      word: false,
      caseRule: args.ignoreCase ? "insensitive" : "sensitive",
      multiline: false,
    },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: caps.number("contextBefore", args.contextBefore, CONTEXT),
    contextAfter: caps.number("contextAfter", args.contextAfter, CONTEXT),
    need: args.filesOnly ? "counts" : "lines",
    skip: 0,
    limit: caps.number("maxResults", args.maxResults, RESULTS),
    timeoutMs: context.timeoutMs,
  };
}
