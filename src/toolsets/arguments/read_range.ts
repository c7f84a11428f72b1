/**
 * Which part of a file a call asks for: bytes or lines, and lines after the path (`src/a.ts:40-60`).
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import { reason } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { pathsWithLines, type PathWithLines } from "../../model/path_with_lines.ts";
import type { ReadRange } from "../../model/request.ts";
import type { ToolCall } from "../define_tool.ts";
import { boundsText, type Meaning, merged, optional, type Values } from "./fields.ts";
import { badArgument } from "./parse_arguments.ts";
import { choice, INTEGER, integer, type Kind, parseInteger } from "./kinds.ts";

/** `file_path`: Claude Code, Codex, Gemini; `filePath`: opencode; `absolute_path`: Gemini; `relative_path`: Serena. */
export const FILE = "path file_path absolute_path relative_path";

/** `start_line`, `end_line`: Gemini, Serena; `offset`, `limit`: Claude Code, Codex, Gemini, opencode. */
export const FIRST_LINE = "start_line offset", LAST_LINE = "end_line", LINES = "max_lines limit";

/** The last line, as a number of lines from `start_line`; -1 is that of the file. */
const lastLine: Meaning = (value, others) => {
  const last = parseInteger(value), first = Math.max(1, parseInteger(others.start_line) ?? 1);
  if (last === undefined) return undefined;
  if (last >= 0 && last < first) throw badArgument("end_line", reason("rule_at_least", { n: first }), value);
  return merged(others, { max_lines: last < 0 ? LIMITS.readLines.cap : last - first + 1 });
};

/** A length, which is at least 1. */
const LENGTH: Kind<number> = { ...integer(1), zeroIsDefault: false };

/** The arguments that decide it: what is given, also above a cap, is told from what is absent. */
export const RANGE_FIELDS = {
  range_type: optional(choice("bytes", "lines"), "default lines"),
  offset_bytes: optional(integer(0), "default 0"),
  max_bytes: optional(LENGTH, boundsText(LIMITS.readBytes)),
  start_line: optional(INTEGER, "from 1 (default); negative: from the end", FIRST_LINE),
  max_lines: optional(LENGTH, boundsText(LIMITS.readLines), LINES, [LAST_LINE, lastLine]),
};

/** Values of these arguments, and the path. */
export interface RangeArguments extends Partial<Values<typeof RANGE_FIELDS>> {
  readonly path: string;
}

type RangeKind = ReadRange["type"];

/** The fields of each kind. */
export const RANGE_NAMES = { lines: ["start_line", "max_lines"], bytes: ["offset_bytes", "max_bytes"] } as const;

/** Defaults, which hosts fill in for absent arguments. Beside fields of the other kind they mean nothing. */
const HOST_FILLED_DEFAULTS: Partial<RangeArguments> = {
  offset_bytes: 0,
  max_bytes: LIMITS.readBytes.default,
  start_line: 1,
  max_lines: LIMITS.readLines.default,
};

/** Those of the fields that have another value than their default. */
export function decisiveFields<Name extends keyof RangeArguments>(
  args: Partial<RangeArguments>,
  fields: readonly Name[],
): Name[] {
  return fields.filter((field) => Boolean(args[field]) && args[field] !== HOST_FILLED_DEFAULTS[field]);
}

/**
 * Infers the kind of range: the one with a field that differs from its default, else with any field. The fields of the
 * two exclude each other, except for their defaults.
 * @param usual the kind if there is no field of either
 * @throws ToolError `conflicting_ranges`
 */
export function inferRangeType(args: RangeArguments, usual: RangeKind): RangeKind {
  const decisive = (kind: RangeKind) => decisiveFields(args, RANGE_NAMES[kind]);
  const given = (kind: RangeKind) => RANGE_NAMES[kind].filter((field) => args[field] !== undefined);
  const kindWith = (fieldsOf: typeof given) => (["lines", "bytes"] as const).find((kind) => fieldsOf(kind).length > 0);
  const type = args.range_type ?? kindWith(decisive) ?? kindWith(given) ?? usual;
  const others = decisive(type === "lines" ? "bytes" : "lines");
  if (others.length === 0) return type;
  const own = args.range_type ? [`range_type=${args.range_type}`] : decisive("lines");
  throw new ToolError("conflicting_ranges", { fields: [...own, ...others].join(", ") });
}

/** The lines or bytes that are read: as many as asked for, or the default; at most the cap. */
export function rangeSize(
  type: RangeKind,
  { max_lines, max_bytes }: Partial<RangeArguments>,
  { notes }: ToolCall,
  usualLines: number = LIMITS.readLines.default,
): number {
  const { readLines, readBytes } = LIMITS;
  return type === "lines"
    ? notes.lowered("max_lines", max_lines ?? usualLines, readLines.cap)
    : notes.lowered("max_bytes", max_bytes ?? readBytes.default, readBytes.cap);
}

/** The path and lines in `text`, unless a file has that very name. */
export async function pathWithLines(text: string, { context }: ToolCall): Promise<PathWithLines | undefined> {
  const readings = pathsWithLines(text);
  if (readings.length === 0) return undefined;
  // A URL's fragment is never part of a name.
  if (/^file:/i.test(text) && text.includes("#")) return readings[0];
  const paths = [text, ...readings.map(({ path }) => path)], { timeoutMs } = context;
  const { kinds: [whole, ...files] } = await context.run({ op: "locate", paths, timeoutMs });
  return whole === "missing" ? readings.find((_, i) => files[i] === "file") : undefined;
}

/** Moves the lines after the path to the arguments, unless these name a first line, or bytes; with the last line. */
export async function withLinesOfPath<Arguments extends RangeArguments>(
  args: Arguments,
  call: ToolCall,
): Promise<Arguments & { readonly lastLine?: number }> {
  const place = await pathWithLines(args.path, call);
  if (place === undefined) return args;
  const { path, firstLine: first, lastLine: last } = place;
  const hasRange = args.range_type === "bytes" || [args.offset_bytes, args.max_bytes, args.start_line].some(Boolean);
  const lines = { start_line: first, ...(last !== undefined && { max_lines: last - first + 1, lastLine: last }) };
  return { ...args, path, ...(!hasRange && lines) };
}
