/**
 * An entry of read_file's `reads`: a place in a file.
 * @module
 */
import type { Args } from "../../../format/current_call.ts";
import { parsePathWithLines } from "../../../model/path_with_lines.ts";
import { required, type Values } from "../../arguments/fields.ts";
import { type FieldSchema, type Kind, parseJsonList, TEXT } from "../../arguments/kinds.ts";
import { parseArguments } from "../../arguments/parse_arguments.ts";
import { FILE } from "../../arguments/read_range.ts";
import type { ToolCall } from "../../define_tool.ts";
import { READ_FIELDS } from "./read_arguments.ts";

const { start_line, max_lines, symbol, ...others } = READ_FIELDS;

const ENTRY_FIELDS = { path: required(TEXT, "the file", FILE), start_line, max_lines, symbol };

/** An entry as it is parsed. It has every field of an answer's `next`, so that `next` can be sent as an entry. */
const { outline: _, range_type: __, ...NEXT_FIELDS } = { ...ENTRY_FIELDS, ...others };

/** An entry in words of the tool. */
export type ReadEntry = Values<typeof NEXT_FIELDS>;

/** Places to read: a list, its JSON, or one alone. Entries are read one by one: a refused one must not fail the others. */
export const ENTRIES: Kind<readonly unknown[]> = {
  schema: { type: "array", items: { anyOf: [TEXT.schema, entrySchema()] } },
  takes: "list",
  read: (given) => typeof given === "string" ? parseJsonList(given) ?? [given] : [given].flat(),
};

function entrySchema(): FieldSchema {
  const properties = Object.entries(ENTRY_FIELDS).map(([name, { kind }]) => [name, kind.schema]);
  return { type: "object", properties: Object.fromEntries(properties), required: ["path"] };
}

/** The arguments of an entry as they were sent: a path alone stands for the entry. */
export function entryArguments(entry: unknown): Args {
  return typeof entry === "string" ? { path: entry } : { ...Object(entry) };
}

/**
 * Parses an entry.
 * @throws ToolError
 */
export function parseEntry(entry: Args, { tool: { name }, notes }: ToolCall): ReadEntry {
  return parseArguments(NEXT_FIELDS, entry, name, notes).values;
}

/** The arguments of a call with several reads that apply to all of them. */
export interface SharedArguments extends Partial<ReadEntry> {
  readonly outline?: boolean;
}

const RANGE_FIELDS = ["start_line", "max_lines", "offset_bytes", "max_bytes"] as const;

/** An entry with the arguments that apply to all, unless it has its own. */
export function withShared(entry: ReadEntry, shared: SharedArguments): ReadEntry & SharedArguments {
  const place = parsePathWithLines(entry.path),
    hasBytes = entry.offset_bytes !== undefined || entry.max_bytes !== undefined;
  const hasRange = place !== undefined || RANGE_FIELDS.some((field) => entry[field] !== undefined);
  const takesLines = entry.symbol === undefined && !hasBytes;
  return {
    ...entry,
    ...(!hasRange && entry.symbol === undefined && { symbol: shared.symbol, outline: shared.outline }),
    start_line: entry.start_line ?? (takesLines && place === undefined ? shared.start_line : undefined),
    max_lines: entry.max_lines ?? (takesLines && place?.lastLine === undefined ? shared.max_lines : undefined),
    line_numbers: entry.line_numbers ?? shared.line_numbers,
    encoding: entry.encoding ?? shared.encoding,
    token_budget: entry.token_budget ?? shared.token_budget,
  };
}
