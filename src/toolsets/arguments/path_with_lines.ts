/**
 * Paths with lines behind them, as they are to be read.
 * @module
 */
import { parsePathWithLines, type PathWithLines } from "../../model/path_with_lines.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import type { RangeArguments } from "./range_type.ts";

/** Milliseconds for finding out what is there. */
const LOOK_MS = 300;

/** The place that `text` names, unless something has that very name. */
export async function pathWithLines(text: string, { context }: ToolCall): Promise<PathWithLines | undefined> {
  const place = parsePathWithLines(text);
  if (place === undefined) return undefined;
  // What stands behind the # of a URL is no part of a name.
  if (/^file:/i.test(text) && text.includes("#")) return place;
  try {
    // The file may be one that the latest answer shortened.
    const paths = [text, context.shortPaths?.fullPath(place.path) ?? place.path];
    const { places: [whole, file] } = await context.run({ op: "locate", paths, timeoutMs: LOOK_MS });
    return whole?.kind === "missing" && file?.kind === "file" ? place : undefined;
  } catch (error) {
    if (error instanceof ToolError && error.key === "timeout") return undefined;
    throw error;
  }
}

/** The arguments with the lines that the path names; what they say themselves goes before that. */
export async function withLinesOfPath<Arguments extends RangeArguments>(
  args: Arguments,
  call: ToolCall,
): Promise<Arguments> {
  const place = await pathWithLines(args.path, call);
  if (place === undefined) return args;
  const { path, firstLine: first, lastLine: last } = place;
  const isTold = args.range_type === "bytes" || [args.offset_bytes, args.max_bytes, args.start_line].some(Boolean);
  const lines = { start_line: first, ...(last !== undefined && { max_lines: args.max_lines ?? last - first + 1 }) };
  return { ...args, path, ...(!isTold && lines) };
}
