/**
 * read_file of the "FS MCP Server Tools Guide", which profile fs follows exactly.
 *
 * A page of bytes is as long as the caller asked for, whatever the token budget: callers count pages themselves
 * (offset_bytes 0, 65536, …). A character belongs to the page in which it begins. A page of lines stays within the
 * budget; `next` says where it ended early.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { fileRangeAnswer } from "../../format/exact/ranges.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { HINTS_FIELD, RECORD } from "../answer_fields.ts";
import { optional, required, type Values } from "../arguments/fields.ts";
import { integer, TEXT } from "../arguments/kinds.ts";
import { FILE, FIRST_LINE, inferRangeType, RANGE_FIELDS, rangeSize, withLinesOfPath } from "../arguments/read_range.ts";
import { bytesForBudget, readWithinBudget } from "../read_within_budget.ts";

const fields = {
  path: required(TEXT, "relative to the server root", FILE),
  ...RANGE_FIELDS,
  range_type: { ...RANGE_FIELDS.range_type, about: "lines where line fields are given, else bytes" },
  start_line: optional(integer(1), "default 1", FIRST_LINE),
};

type ReadArguments = Values<typeof fields>;

export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description: "A file or a range of it, of any size.\n" +
    "🎯 search_text first, then only the lines around a hit: start_line, max_lines (~10 tokens a line; 64 KiB of bytes, " +
    "the default, are ~16000).\n⚠️ Byte fields and line fields exclude one another.",
  fields,
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
    const { context } = call, args = await withLinesOfPath(given, call);
    const range = rangeOf(args, call);
    const budget = range.type === "bytes" ? 0 : context.tokenBudget;
    const options = { ...call.pageContext, max: range.max, lineNumbers: false, repeatedArgs: {} };
    const read = (range: ReadRange): Promise<ReadReport> =>
      context.run({ op: "read", path: args.path, range, timeoutMs: context.timeoutMs });
    return await readWithinBudget(budget, range, read, (report) => fileRangeAnswer(report, range, options, budget));
  },
});

function rangeOf(args: ReadArguments, call: ToolCall): ReadRange {
  const type = inferRangeType(args, "bytes"), max = rangeSize(type, args, call);
  if (type === "bytes") return { type, offset: args.offset_bytes ?? 0, max, widen: true };
  return { type, start: args.start_line ?? 1, max, maxBytes: bytesForBudget(call.context.tokenBudget) };
}
