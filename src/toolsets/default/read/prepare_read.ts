/**
 * One read of read_file, from its arguments to an answer: alone, or as a part of several.
 * @module
 */
import { zeroNote } from "../../../format/phrases.ts";
import type { ReadRange } from "../../../model/request.ts";
import type { ToolCall } from "../../define_tool.ts";
import { inferRangeType, rangeSize, withLinesOfPath } from "../../arguments/read_range.ts";
import type { PreparedRead } from "../../../format/read/read_view.ts";
import { CutReport, readerOf } from "./cut_report.ts";
import { type ReadArguments, refuseRivals } from "./read_arguments.ts";
import { prepareOutline, prepareSymbol } from "./prepare_outline.ts";

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
  return args.outline ? await prepareOutline(args, call) : await prepareRange(args, maxBytes, call, usualLines);
}

async function prepareRange(
  args: ReadArguments & { readonly lastLine?: number },
  maxBytes: number,
  call: ToolCall,
  usualLines?: number,
): Promise<PreparedRead> {
  const type = inferRangeType(args, "lines"), max = rangeSize(type, args, call, usualLines);
  if (args.start_line === 0) call.notes.sentences.push(zeroNote("start_line"));
  const range = rangeOf(args, type, max, maxBytes);
  const report = await readerOf(args, call)(range);
  return new CutReport(report, { range, max, lastLine: args.lastLine }, args, call);
}

function rangeOf(args: ReadArguments, type: ReadRange["type"], max: number, maxBytes: number): ReadRange {
  return type === "lines"
    ? { type, start: args.start_line || 1, max, maxBytes }
    : { type, offset: args.offset_bytes ?? 0, max: Math.min(max, maxBytes) };
}
