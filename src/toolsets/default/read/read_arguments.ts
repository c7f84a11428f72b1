/**
 * The arguments of read_file, of which only one may say what to read.
 * @module
 */
import { ToolError } from "../../../model/messages/tool_error.ts";
import { isDecisive, type RangeArguments } from "../../arguments/read_range.ts";

/** What to read of a file, and how to show it. */
export interface ReadArguments extends RangeArguments {
  readonly outline?: boolean;
  readonly symbol?: string;
  readonly line_numbers?: boolean;
  readonly encoding?: string;
  readonly token_budget?: number;
}

const LINES = ["start_line", "max_lines"] as const, BYTES = ["offset_bytes", "max_bytes"] as const;

/**
 * Refuses ranges beside a symbol or an outline, an outline beside a symbol, and bytes beside several reads. Default values, which hosts fill in, are no conflict.
 * @throws ToolError `conflicting_reads`
 */
export function refuseRivals(args: Partial<ReadArguments> & { readonly reads?: readonly unknown[] }): void {
  const given = (fields: readonly (keyof RangeArguments)[]) => fields.filter((field) => isDecisive(args, field));
  if (args.symbol !== undefined) {
    refuse("symbol", [...args.outline ? ["outline"] : [], ...given([...LINES, ...BYTES])]);
  }
  if (args.outline) refuse("outline", given([...LINES, ...BYTES]));
  if (args.reads !== undefined) refuse("reads", given(BYTES));
}

function refuse(kept: string, rivals: readonly string[]): void {
  if (rivals.length === 0) return;
  throw new ToolError("conflicting_reads", { fields: [kept, ...rivals].join(", ") });
}
