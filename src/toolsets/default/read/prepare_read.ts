/**
 * One read of read_file, from its arguments to an answer: alone, or as a part of several.
 * @module
 */
import { zeroNote } from "../../../format/phrases.ts";
import type { PreparedRead } from "../../../format/read/read_view.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { ReadRange } from "../../../model/request.ts";
import { clear, flag, optional, type Values } from "../../arguments/fields.ts";
import { FLAG, TEXT } from "../../arguments/kinds.ts";
import {
  decisiveFields,
  inferRangeType,
  RANGE_FIELDS,
  RANGE_NAMES,
  type RangeArguments,
  rangeSize,
  withLinesOfPath,
} from "../../arguments/read_range.ts";
import type { ToolCall } from "../../define_tool.ts";
import { BUDGET_FIELDS, SEARCH_FIELDS } from "../fields.ts";
import { cutReport, readerOf } from "./cut_report.ts";
import { prepareOutline, prepareSymbol } from "./prepare_outline.ts";

/** What to read of a file, and how to show it. */
export const READ_FIELDS = {
  outline: clear(flag("its definitions and their lines")),
  symbol: optional(TEXT, '"Class.method"'),
  ...RANGE_FIELDS,
  line_numbers: optional(FLAG, 'default true: "45. text"; false is cheaper', "n line_number"),
  encoding: SEARCH_FIELDS.encoding,
  token_budget: BUDGET_FIELDS.token_budget,
};

/** The same as values. */
export interface ReadArguments extends RangeArguments, Partial<Values<typeof READ_FIELDS>> {
  readonly path: string;
}

/**
 * Reads what the arguments ask for: a range, an outline or a definition.
 * @param maxBytes the most bytes of content that are worth reading
 * @param usualLines the lines that are read if the arguments don't say
 * @throws ToolError
 */
export async function prepareRead(
  given: ReadArguments,
  maxBytes: number,
  call: ToolCall,
  usualLines?: number,
): Promise<PreparedRead> {
  refuseRivals(given);
  const args = await withLinesOfPath(given, call);
  if (args.symbol !== undefined) return await prepareSymbol(args, args.symbol, maxBytes, call);
  if (args.outline) return await prepareOutline(args, call);
  const type = inferRangeType(args, "lines"), max = rangeSize(type, args, call, usualLines);
  if (args.start_line === 0) call.notes.sentences.push(zeroNote("start_line"));
  const range: ReadRange = type === "lines"
    ? { type, start: args.start_line || 1, max, maxBytes }
    : { type, offset: args.offset_bytes ?? 0, max: Math.min(max, maxBytes) };
  const report = await readerOf(args, call)(range);
  return cutReport(report, { range, max, lastLine: args.lastLine }, args, call);
}

/** Refuses a range beside a symbol or an outline, and an outline beside a symbol; but not their defaults. */
function refuseRivals(args: ReadArguments): void {
  const kept = args.symbol !== undefined ? "symbol" : args.outline ? "outline" : undefined;
  const rivals = [
    ...kept === "symbol" && args.outline ? ["outline"] : [],
    ...decisiveFields(args, [...RANGE_NAMES.lines, ...RANGE_NAMES.bytes]),
  ];
  if (kept === undefined || rivals.length === 0) return;
  throw new ToolError("conflicting_reads", { fields: [kept, ...rivals].join(", ") });
}
