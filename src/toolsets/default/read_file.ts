/**
 * read_file: part of a file, by lines or by bytes.
 * @module
 */
import * as z from "zod";
import { say } from "../../format/phrases.ts";
import { readAnswer, type ReadAnswerOptions } from "../../format/read/read_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { inferRangeType, withLinesOfPath } from "../arguments/read_range.ts";
import { restoreShortPaths } from "../arguments/restore_short_paths.ts";
import { bytesForBudget, FAR_LINE_HINTS, readWithinBudget } from "../read_within_budget.ts";
import { capped, flag, integer, RECORD, text } from "../arguments/schema_fields.ts";
import { BUDGET_FIELDS } from "./fields.ts";
import { READ_ALIASES } from "./aliases.ts";

const input = z.strictObject({
  path: z.string().describe("relative to the root, or absolute inside it"),
  range_type: z.enum(["bytes", "lines"]).optional().describe("default lines"),
  offset_bytes: integer(0, "default 0"),
  max_bytes: capped(LIMITS.readBytes),
  start_line: z.int().optional().describe("from 1 (default); negative: from the end"),
  max_lines: capped(LIMITS.readLines),
  line_numbers: flag('default true: lines as "45. text"'),
  encoding: text("force a charset"),
  token_budget: BUDGET_FIELDS.token_budget,
});

type ReadArguments = z.output<typeof input>;

export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description:
    "Content of one file, any size.\n🎯 Search first, then read only the lines around a match: start_line, " +
    "max_lines (~10 tokens a line). start_line=-50: the last 50.\n⚠️ Byte fields and line fields exclude one another.\n" +
    "💡 A cut answer has next: the arguments of the following page.",
  input,
  output: z.looseObject({
    content: z.string().optional(),
    is_truncated: z.boolean().optional(),
    total_lines: z.int().optional(),
    size_bytes: z.int().optional(),
    next: RECORD.optional(),
  }),
  example: { path: "README.md", start_line: 1, max_lines: 40 },
  aliases: READ_ALIASES,
  hints: FAR_LINE_HINTS,

  async handle(given, call) {
    const args = await withLinesOfPath(given, call);
    const type = inferRangeType(args, "lines");
    if (args.start_line === 0) {
      call.notes.sentences.push(say(call.context.lang, "zero_is_default", { field: "start_line" }));
    }
    const max = type === "lines"
      ? call.notes.capNumber("max_lines", args.max_lines, LIMITS.readLines)
      : call.notes.capNumber("max_bytes", args.max_bytes, LIMITS.readBytes);
    const budget = budgetOf(args, call), options = answerOptionsOf(args, max, call);
    const first = rangeOf(args, type, max, budget);
    const [path = args.path] = await restoreShortPaths([args.path], call);
    return await readWithinBudget(
      budget,
      first,
      reader({ ...args, path }, call),
      (report) => readAnswer(report, first, options),
    );
  },
});

function budgetOf(args: ReadArguments, { context }: ToolCall): number {
  return args.token_budget ?? context.tokenBudget;
}

function rangeOf(args: ReadArguments, type: ReadRange["type"], max: number, budget: number): ReadRange {
  const bytes = bytesForBudget(budget);
  return type === "lines"
    ? { type, start: args.start_line || 1, max, maxBytes: bytes }
    : { type, offset: args.offset_bytes ?? 0, max: Math.min(max, bytes) };
}

function answerOptionsOf(args: ReadArguments, max: number, { pageContext }: ToolCall): ReadAnswerOptions {
  const { line_numbers, encoding, token_budget } = args;
  return {
    ...pageContext,
    max,
    lineNumbers: line_numbers ?? true,
    repeatedArgs: {
      ...(line_numbers === false && { line_numbers }),
      ...(encoding !== undefined && { encoding }),
      ...(token_budget !== undefined && { token_budget }),
    },
  };
}

function reader(args: ReadArguments, { context }: ToolCall): (range: ReadRange) => Promise<ReadReport> {
  const { path, encoding } = args;
  return (range) =>
    context.run({
      op: "read",
      path,
      ...(encoding !== undefined && { encoding }),
      range,
      timeoutMs: context.timeoutMs,
    });
}
