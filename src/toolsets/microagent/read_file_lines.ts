/**
 * read_file_lines: ReadFileLinesTool of seed 003.
 * @module
 */
import * as z from "zod";
import { numberedRangeAnswer } from "../../format/exact/numbered_range.ts";
import { say } from "../../format/phrases.ts";
import { defineTool } from "../define_tool.ts";
import { SAID } from "../field_types.ts";
import { placedPath } from "../placed_path.ts";
import { bytesFor, readWithin } from "../read_within.ts";
import { HINTS } from "./hints.ts";
import { READ_NAMES } from "./other_names.ts";

/** The tool. */
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
    ...SAID,
  }),
  example: { filePath: "README.md", startLine: 1, endLine: 40 },
  otherNames: READ_NAMES,
  hints: HINTS,

  async answer(args, call) {
    const { context, caps } = call;
    const start = Math.max(1, args.startLine);
    if (args.endLine === 0) caps.notes.push(say(context.lang, "zero_is_default", { field: "endLine" }));
    const last = TO_END.includes(args.endLine) ? Infinity : Math.max(start, args.endLine ?? 0);
    const max = Math.min(last - start + 1, Number.MAX_SAFE_INTEGER);
    const path = (await placedPath(args.filePath, call))?.path ?? args.filePath;
    const { tokenBudget: budget, timeoutMs } = context;
    return await readWithin(
      budget,
      { type: "lines", start, max, maxBytes: bytesFor(budget), clamped: true },
      (range) => context.run({ op: "read", path, range, timeoutMs }),
      (report) => numberedRangeAnswer(report, last, call.frame),
    );
  },
});

/** What of endLine means the end of the file. */
const TO_END: readonly (number | undefined)[] = [-1, 0, undefined];
