/**
 * Whether a part of a file is asked for by bytes or by lines.
 * @module
 */
import type { ReadRange } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";

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

const BYTE_FIELDS = ["offset_bytes", "max_bytes"] as const;

/** What says nothing beside fields of the other kind: hosts fill it in for what the model left out. */
const HOST_FILLED_DEFAULTS: Partial<RangeArguments> = {
  offset_bytes: 0,
  max_bytes: LIMITS.readBytes.default,
  start_line: 1,
  max_lines: LIMITS.readLines.default,
  line_numbers: false,
};

/**
 * As seed 004 infers it; the two kinds of fields don't mix, but for their defaults.
 * @param lines the fields of lines that the tool has
 * @throws ToolError `conflicting_ranges`
 */
export function inferRangeType(
  args: RangeArguments,
  lines: readonly ("start_line" | "max_lines" | "line_numbers")[],
): ReadRange["type"] {
  const telling = (field: keyof RangeArguments) => Boolean(args[field]) && args[field] !== HOST_FILLED_DEFAULTS[field];
  const ofLines = lines.filter(telling), ofBytes = BYTE_FIELDS.filter(telling);
  const isOfLines = ofLines.length > 0 ||
    ofBytes.length === 0 && lines.some((field) => args[field] !== undefined && args[field] !== false);
  const type = args.range_type ?? (isOfLines ? "lines" : "bytes");
  const foreign = type === "lines" ? ofBytes : ofLines;
  if (foreign.length === 0) return type;
  const own = args.range_type ? [`range_type=${args.range_type}`] : ofLines;
  const fields = [...own, ...foreign].join(", ");
  const changes = Object.fromEntries(foreign.map((field) => [field, undefined]));
  throw new ToolError("conflicting_ranges", { fields, lines: lines.join(", ") }, changes);
}
