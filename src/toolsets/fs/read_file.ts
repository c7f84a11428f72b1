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
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import { capped, HINTS_FIELD, integer, RECORD } from "../arguments/schema_fields.ts";
import { inferRangeType, withLinesOfPath } from "../arguments/read_range.ts";
import { bytesForBudget, readWithinBudget } from "../read_within_budget.ts";
import { READ_ALIASES } from "./aliases.ts";

const input = z.strictObject({
  path: z.string().describe("relative to the server root"),
  range_type: z.enum(["bytes", "lines"]).optional().describe("lines where line fields are given, else bytes"),
  offset_bytes: integer(0, "default 0"),
  max_bytes: capped(LIMITS.readBytes),
  start_line: integer(1, "default 1"),
  max_lines: capped(LIMITS.readLines),
});

type ReadArguments = z.output<typeof input>;

export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description: "A file or a range of it, of any size.\n" +
    "🎯 search_text first, then only the lines around a hit: start_line, max_lines (~10 tokens a line; 64 KiB of bytes, " +
    "the default, are ~16000).\n⚠️ Byte fields and line fields exclude one another.",
  input,
  output: z.looseObject({
    path: z.string(),
    content: z.string(),
    is_truncated: z.boolean(),
    range: RECORD,
    ...HINTS_FIELD,
  }),
  example: { path: "README.md", start_line: 1, max_lines: 40 },
  aliases: READ_ALIASES,
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

function rangeOf(args: ReadArguments, { notes, context }: ToolCall): ReadRange {
  if (inferRangeType(args, "bytes") === "bytes") {
    const max = notes.capNumber("max_bytes", args.max_bytes, LIMITS.readBytes);
    return { type: "bytes", offset: args.offset_bytes ?? 0, max, widen: true };
  }
  const max = notes.capNumber("max_lines", args.max_lines, LIMITS.readLines);
  return { type: "lines", start: args.start_line ?? 1, max, maxBytes: bytesForBudget(context.tokenBudget) };
}
