/**
 * One read of read_file, from its arguments to an answer: alone, or as a part of several.
 * @module
 */
import { say } from "../../format/phrases.ts";
import { readAnswer, type ReadAnswerOptions } from "../../format/read/read_answer.ts";
import { type ReadPart, readPart } from "../../format/read/reads_answer.ts";
import type { RenderedPage } from "../../format/render_page.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import type { ToolCall } from "../define_tool.ts";
import { inferRangeType, type RangeArguments, withLinesOfPath } from "../arguments/read_range.ts";
import { restoreShortPaths } from "../arguments/restore_short_paths.ts";
import { cutToBudget } from "../read_within_budget.ts";

/** What to read, and how to show it. */
export interface ReadArguments extends RangeArguments {
  readonly line_numbers?: boolean;
  readonly encoding?: string;
  readonly token_budget?: number;
}

/** What was read, to be answered within a budget in tokens (0 = none). */
export interface PreparedRead {
  answerWithin(budget: number): Promise<RenderedPage>;
  /** As one part of the answer to several reads. */
  partWithin(budget: number): Promise<ReadPart>;
}

/**
 * Reads what the arguments ask for.
 * @param maxBytes the most bytes of content that are worth reading
 * @throws ToolError
 */
export async function prepareRead(given: ReadArguments, maxBytes: number, call: ToolCall): Promise<PreparedRead> {
  const args = await withLinesOfPath(given, call), type = inferRangeType(args, "lines");
  const max = limitOf(args, type, call), range = rangeOf(args, type, max, maxBytes);
  const [path = args.path] = await restoreShortPaths([args.path], call);
  const read = reader({ ...args, path }, call);
  return cutReport(await read(range), range, read, answerOptions(args, max, call));
}

/** A report that is cut to any budget. */
function cutReport(
  report: ReadReport,
  range: ReadRange,
  read: (range: ReadRange) => Promise<ReadReport>,
  options: ReadAnswerOptions,
): PreparedRead {
  return {
    answerWithin: (budget) => cutToBudget(report, budget, range, read, (part) => readAnswer(part, range, options)),
    partWithin: (budget) => cutToBudget(report, budget, range, read, (part) => readPart(part, options)),
  };
}

function limitOf(args: ReadArguments, type: ReadRange["type"], { context: { lang }, notes }: ToolCall): number {
  if (args.start_line === 0) notes.sentences.push(say(lang, "zero_is_default", { field: "start_line" }));
  return type === "lines"
    ? notes.capNumber("max_lines", args.max_lines, LIMITS.readLines)
    : notes.capNumber("max_bytes", args.max_bytes, LIMITS.readBytes);
}

function rangeOf(args: ReadArguments, type: ReadRange["type"], max: number, maxBytes: number): ReadRange {
  return type === "lines"
    ? { type, start: args.start_line || 1, max, maxBytes }
    : { type, offset: args.offset_bytes ?? 0, max: Math.min(max, maxBytes) };
}

function answerOptions(args: ReadArguments, max: number, { pageContext }: ToolCall): ReadAnswerOptions {
  const { line_numbers, encoding, token_budget } = args;
  return {
    ...pageContext,
    max,
    lineNumbers: line_numbers ?? true,
    repeatedArgs: {
      ...(line_numbers === false && { line_numbers }),
      ...(encoding !== undefined && { encoding }),
      ...(token_budget !== undefined && { token_budget }),
    },
  };
}

function reader({ path, encoding }: ReadArguments, { context }: ToolCall) {
  const file = { op: "read", path, ...(encoding !== undefined && { encoding }) } as const;
  return (range: ReadRange): Promise<ReadReport> => context.run({ ...file, range, timeoutMs: context.timeoutMs });
}
