/**
 * Cuts the content of a read to any budget, and adds the outline of the rest, where there is one.
 * @module
 */
import { restOutline } from "../../../format/read/definition_views.ts";
import { type RangeOptions, rangeView } from "../../../format/read/range_view.ts";
import type { PreparedRead, ShowRead } from "../../../format/read/read_view.ts";
import type { Definition } from "../../../model/definition.ts";
import { LIMITS } from "../../../model/limits.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { ReadReport } from "../../../model/report.ts";
import type { ReadRange } from "../../../model/request.ts";
import { decisiveFields } from "../../arguments/read_range.ts";
import type { ToolCall } from "../../define_tool.ts";
import { cutToBudget } from "../../read_within_budget.ts";

/** The arguments of a read beside its range. */
export interface FileArguments {
  readonly path: string;
  readonly encoding?: string;
  readonly max_lines?: number;
  readonly line_numbers?: boolean;
  readonly token_budget?: number;
}

/** The range that a report is of. */
interface AskedRange {
  readonly range: ReadRange;
  /** Bytes or lines that the caller asked for. */
  readonly max: number;
  /** The last line, if the caller asked for all lines up to one. */
  readonly lastLine?: number;
}

/** The content of a report, ready to be cut. */
export function cutReport(report: ReadReport, asked: AskedRange, args: FileArguments, call: ToolCall): PreparedRead {
  const { range, lastLine = Infinity } = asked, options = answerOptions(args, asked, call), read = readerOf(args, call);
  const cut = (budget: number, show: ShowRead, options: RangeOptions) =>
    cutToBudget(report, budget, range, read, (part) => {
      const rendered = show(rangeView(part, range, options));
      return { part, rendered, tokens: rendered.tokens };
    });
  let definitions: Promise<readonly Definition[]> | undefined;
  return {
    async within(budget, show) {
      const { part, rendered } = await cut(budget, show, options);
      if (budget === 0 || !isCutByBudget(part, range)) return rendered;
      const all = await (definitions ??= definitionsIn(args, call));
      const left = all.filter(({ startLine }) => startLine <= lastLine);
      const outlineAfter = (line: number) => restOutline(left, line, budget);
      return (await cut(budget, show, { ...options, outlineAfter })).rendered;
    },
  };
}

/** Whether a page of whole lines ends before the caller wanted it to, in a file that can be parsed whole. */
function isCutByBudget({ given, more, size }: ReadReport, { max }: ReadRange): boolean {
  if (!more || size > LIMITS.outlineBytes) return false;
  return given.type === "lines" && !given.lineCut && given.start > 0 && given.count < max;
}

/** Milliseconds for the outline of what was left out. */
const REST_MS = 500;

/** The definitions in a file; none if they can't be found whole in a short time. */
async function definitionsIn({ path, encoding }: FileArguments, { context }: ToolCall): Promise<readonly Definition[]> {
  try {
    const timeoutMs = Math.min(REST_MS, context.timeoutMs);
    const { definitions, isPartial } = await context.run({ op: "outline", path, encoding, timeoutMs });
    return isPartial ? [] : definitions;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** Reads ranges of the file that the arguments name. */
export function readerOf({ path, encoding }: FileArguments, { context }: ToolCall) {
  const { timeoutMs } = context;
  return (range: ReadRange): Promise<ReadReport> => context.run({ op: "read", path, encoding, range, timeoutMs });
}

function answerOptions(args: FileArguments, { max, lastLine }: AskedRange, { pageContext }: ToolCall): RangeOptions {
  const { line_numbers, encoding, token_budget } = args;
  // Hosts fill in the default of max_lines, which is no choice of the caller's.
  const isNamed = lastLine !== undefined || decisiveFields(args, ["max_lines"]).length > 0;
  return {
    ...pageContext,
    max,
    lastLine,
    ...(isNamed && { namedLines: args.max_lines }),
    lineNumbers: line_numbers ?? true,
    repeatedArgs: {
      ...(line_numbers === false && { line_numbers }),
      ...(encoding !== undefined && { encoding }),
      ...(token_budget !== undefined && { token_budget }),
    },
  };
}
