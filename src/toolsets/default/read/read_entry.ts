/**
 * An entry of read_file's `reads`: a place in a file.
 * @module
 */
import * as z from "zod";
import type { Args } from "../../../format/current_call.ts";
import { parsePathWithLines } from "../../../model/path_with_lines.ts";
import { parseArguments } from "../../arguments/parse_arguments.ts";
import type { ToolCall } from "../../define_tool.ts";
import { READ_ENTRY_ALIASES } from "../aliases.ts";

const ENTRY = z.strictObject({
  path: z.string(),
  start_line: z.int().optional(),
  max_lines: z.int().min(1).optional(),
  symbol: z.string().optional(),
});

/** An entry as it is parsed. It has every field of an answer's `next`, so that `next` can be sent as an entry. */
const PARSED = ENTRY.extend({
  offset_bytes: z.int().min(0).optional(),
  max_bytes: z.int().min(1).optional(),
  line_numbers: z.boolean().optional(),
  encoding: z.string().optional(),
  token_budget: z.int().optional(),
});

/** An entry in words of the tool. */
export type ReadEntry = z.output<typeof PARSED>;

const { $schema: _, ...schema } = z.toJSONSchema(z.union([z.string(), ENTRY]), {
  io: "input",
  override: ({ jsonSchema }) => {
    // Entries are checked one by one, so these would only cost tokens.
    delete jsonSchema.minimum;
    delete jsonSchema.maximum;
    delete jsonSchema.additionalProperties;
  },
});

/** The JSON Schema of an entry. The tool does not check it, since a refused entry must not fail the others. */
export const ENTRY_SCHEMA = schema;

/** The arguments of an entry as they were sent: a path alone stands for the entry. */
export function entryArguments(entry: unknown): Args {
  return typeof entry === "string" ? { path: entry } : { ...Object(entry) };
}

/**
 * Parses an entry.
 * @throws ToolError
 */
export function parseEntry(entry: Args, { tool: { name }, notes }: ToolCall): ReadEntry {
  return parseArguments(PARSED, entry, { name, aliases: READ_ENTRY_ALIASES }, notes.sentences);
}

/** The arguments of a call with several reads that apply to all of them. */
export interface SharedArguments extends Partial<ReadEntry> {
  readonly outline?: boolean;
}

const RANGE_FIELDS = ["start_line", "max_lines", "offset_bytes", "max_bytes"] as const;

/** An entry with the arguments that apply to all, unless it has its own. */
export function withShared(entry: ReadEntry, shared: SharedArguments): ReadEntry & SharedArguments {
  const { path, ...own } = entry,
    { start_line, max_lines, symbol, outline, line_numbers, encoding, token_budget } = shared;
  const place = parsePathWithLines(path), hasBytes = own.offset_bytes !== undefined || own.max_bytes !== undefined;
  const hasRange = place !== undefined || RANGE_FIELDS.some((field) => own[field] !== undefined);
  const takesLines = own.symbol === undefined && !hasBytes;
  return {
    path,
    ...(!hasRange && own.symbol === undefined && { symbol, outline }),
    ...(takesLines && place === undefined && { start_line }),
    ...(takesLines && place?.lastLine === undefined && { max_lines }),
    ...{ line_numbers, encoding, token_budget },
    ...own,
  };
}
