/**
 * The arguments of read_file, of which only one may say what to read.
 * @module
 */
import { ToolError } from "../../../model/messages/tool_error.ts";
import { lineCount, meanings } from "../../arguments/aliases.ts";
import { also, clear, flag, optional, type Values } from "../../arguments/fields.ts";
import { FLAG, TEXT } from "../../arguments/kinds.ts";
import { isDecisive, RANGE_FIELDS, type RangeArguments } from "../../arguments/read_range.ts";
import { BUDGET_FIELDS, LINE_NUMBERS, SEARCH_FIELDS } from "../fields.ts";

const fromEnd = lineCount((count) => ({ start_line: -count, max_lines: count }));

/** What to read of a file, and how to show it. */
export const READ_FIELDS = {
  outline: clear(flag("its definitions and their lines")),
  symbol: optional(TEXT, '"Class.method"'),
  ...RANGE_FIELDS,
  range_type: also(RANGE_FIELDS.range_type, ["mode", meanings({ slice: {} })]), // Codex
  max_lines: also(RANGE_FIELDS.max_lines, ["tail", fromEnd]), // the reference server
  line_numbers: optional(FLAG, 'default true: "45. text"; false is cheaper', LINE_NUMBERS),
  encoding: SEARCH_FIELDS.encoding,
  token_budget: BUDGET_FIELDS.token_budget,
};

/** The same as values. */
export interface ReadArguments extends RangeArguments, Partial<Values<typeof READ_FIELDS>> {
  readonly path: string;
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
