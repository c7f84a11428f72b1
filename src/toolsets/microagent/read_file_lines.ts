/**
 * read_file_lines: ReadFileLinesTool of the document "Search Tools", which profile microagent follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { numberedRangeAnswer } from "../../format/exact/ranges.ts";
import { defineTool } from "../define_tool.ts";
import { parsePathWithLines } from "../../model/path_with_lines.ts";
import { HINTS_FIELD } from "../answer_fields.ts";
import { lineCount, merged } from "../arguments/aliases.ts";
import { field, type Meaning, required } from "../arguments/fields.ts";
import { INTEGER, type Kind, parseInteger, TEXT } from "../arguments/kinds.ts";
import { FILE, FIRST_LINE, LAST_LINE, LINES, pathWithLines } from "../arguments/read_range.ts";
import { bytesForBudget, readWithinBudget } from "../read_within_budget.ts";

/** A number of lines as the number of the last one. */
const lastOfCount = lineCount((count, { startLine }) => ({
  endLine: Math.max(1, parseInteger(startLine) ?? 1) + count - 1,
}));

/** Lines after the path, if no argument names the first line. */
const linesOfPath: Meaning = (value, others) => {
  const place = typeof value === "string" && others.startLine === undefined ? parsePathWithLines(value) : undefined;
  const startLine = place?.firstLine, endLine = others.endLine ?? place?.lastLine;
  return merged(others, {
    filePath: value,
    ...(place && { startLine, ...(endLine !== undefined && { endLine }) }),
  });
};

/** The value of endLine that means the end of the file; a 0 means it too. */
const END_OF_FILE = -1, LAST: Kind<number> = { ...INTEGER, zeroIsDefault: true };

export const readFileLines = defineTool({
  name: "read_file_lines",
  title: "Read lines of a file",
  description: "Lines startLine to endLine of a file, each as '45. text'.\n" +
    "🎯 grep first, then read only what is around a match (~10 tokens a line). A range beyond the file is clamped to it.",
  fields: {
    filePath: required(TEXT, "relative to the base directory", [FILE, linesOfPath]),
    startLine: required(INTEGER, "from 1, inclusive", FIRST_LINE),
    endLine: field(LAST, END_OF_FILE, "inclusive; default -1 = the end of the file", LAST_LINE, [LINES, lastOfCount]),
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

  async handle(args, call) {
    const { context } = call, start = Math.max(1, args.startLine);
    const last = args.endLine === END_OF_FILE ? Infinity : Math.max(start, args.endLine);
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
