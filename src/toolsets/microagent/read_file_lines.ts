/**
 * read_file_lines: ReadFileLinesTool of the document "Search Tools", which profile microagent follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { numberedRangeAnswer } from "../../format/exact/ranges.ts";
import { zeroNote } from "../../format/phrases.ts";
import { defineTool } from "../define_tool.ts";
import { HINTS_FIELD } from "../arguments/schema_fields.ts";
import { pathWithLines } from "../arguments/read_range.ts";
import { bytesForBudget, readWithinBudget } from "../read_within_budget.ts";
import { READ_ALIASES } from "./aliases.ts";

export const readFileLines = defineTool({
  name: "read_file_lines",
  title: "Read lines of a file",
  description: "Lines startLine to endLine of a file, each as '45. text'.\n" +
    "🎯 grep first, then read only what is around a match (~10 tokens a line). A range beyond the file is clamped to it.",
  input: z.strictObject({
    filePath: z.string().describe("relative to the base directory"),
    startLine: z.int().describe("from 1, inclusive"),
    endLine: z.int().optional().describe("inclusive; default -1 = the end of the file"),
  }),
  output: z.looseObject({
    content: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int().optional(),
    ...HINTS_FIELD,
  }),
  example: { filePath: "README.md", startLine: 1, endLine: 40 },
  aliases: READ_ALIASES,
  changes: { ...LONGER_TIMEOUT, no_mark: undefined },

  async handle(args, call) {
    const { context, notes } = call;
    const start = Math.max(1, args.startLine);
    if (args.endLine === 0) notes.sentences.push(zeroNote("endLine"));
    const last = END_OF_FILE.includes(args.endLine) ? Infinity : Math.max(start, args.endLine ?? 0);
    const max = Math.min(last - start + 1, Number.MAX_SAFE_INTEGER);
    const path = (await pathWithLines(args.filePath, call))?.path ?? args.filePath;
    const { tokenBudget: budget, timeoutMs } = context;
    return await readWithinBudget(
      budget,
      { type: "lines", start, max, maxBytes: bytesForBudget(budget), isClamped: true },
      (range) => context.run({ op: "read", path, range, timeoutMs }),
      (report) => numberedRangeAnswer(report, last, call.pageContext),
    );
  },
});

/** Values of endLine that mean the end of the file. */
const END_OF_FILE: readonly (number | undefined)[] = [-1, 0, undefined];
