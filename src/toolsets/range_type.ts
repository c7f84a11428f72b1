/**
 * Whether a part of a file is asked for by bytes or by lines.
 * @module
 */
import type { ReadRange } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";

/** What tells it. */
export interface RangeArguments {
  readonly path: string;
  readonly range_type?: ReadRange["type"];
  readonly offset_bytes?: number;
  readonly max_bytes?: number;
  readonly start_line?: number;
  readonly max_lines?: number;
  readonly line_numbers?: boolean;
}

const BYTES = ["offset_bytes", "max_bytes"] as const;

/**
 * As seed 004 infers it; the two kinds of fields don't mix.
 * @param lines the fields of lines that the tool has
 * @throws ToolError `conflicting_ranges`
 */
export function rangeTypeOf(
  args: RangeArguments,
  lines: readonly ("start_line" | "max_lines" | "line_numbers")[],
): ReadRange["type"] {
  const ofLines = lines.filter((field) => args[field] !== undefined && args[field] !== false);
  const ofBytes = BYTES.filter((field) => args[field] !== undefined);
  const type = args.range_type ?? (ofLines.length > 0 ? "lines" : "bytes");
  const foreign = type === "lines" ? ofBytes : ofLines;
  if (foreign.length === 0) return type;
  const own = args.range_type ? [`range_type=${args.range_type}`] : ofLines;
  const fields = [...own, ...foreign].join(", ");
  const changes = Object.fromEntries(foreign.map((field) => [field, undefined]));
  throw new ToolError("conflicting_ranges", { fields, lines: lines.join(", ") }, changes);
}
