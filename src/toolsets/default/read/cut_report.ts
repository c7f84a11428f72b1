/**
 * Cuts the content of a read to any budget, and adds the outline of the rest, where there is one.
 * @module
 */
import type { Rendered } from "../../../format/answer.ts";
import { restOutline } from "../../../format/read/definition_views.ts";
import { type RangeOptions, rangeView } from "../../../format/read/range_view.ts";
import type { PreparedRead, ShowRead } from "../../../format/read/read_view.ts";
import type { Definition } from "../../../model/definition.ts";
import { LIMITS } from "../../../model/limits.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { ReadReport } from "../../../model/report.ts";
import type { ReadRange } from "../../../model/request.ts";
import { isDecisive } from "../../arguments/read_range.ts";
import type { ToolCall } from "../../define_tool.ts";
import { cutToBudget } from "../../read_within_budget.ts";
import type { ReadArguments } from "./read_arguments.ts";

/** The range that a report is of. */
export interface AskedRange {
  readonly range: ReadRange;
  /** Bytes or lines that the caller asked for. */
  readonly max: number;
  /** The last line, if the caller asked for all lines up to one. */
  readonly lastLine?: number;
}

/** The content of a report, ready to be cut. */
export class CutReport implements PreparedRead {
  readonly #options: RangeOptions;
  readonly #read: (range: ReadRange) => Promise<ReadReport>;
  #definitions?: Promise<readonly Definition[]>;

  constructor(
    private readonly report: ReadReport,
    private readonly asked: AskedRange,
    private readonly args: ReadArguments,
    private readonly call: ToolCall,
  ) {
    this.#options = answerOptions(args, asked, call);
    this.#read = readerOf(args, call);
  }

  async within(budget: number, show: ShowRead): Promise<Rendered> {
    const { part, rendered } = await this.#cut(budget, show, this.#options);
    if (budget === 0 || !isCutByBudget(part, this.asked.range)) return rendered;
    const { lastLine = Infinity } = this.asked, all = await (this.#definitions ??= definitionsIn(this.args, this.call));
    const left = all.filter(({ startLine }) => startLine <= lastLine);
    const outlineAfter = (line: number) => restOutline(left, line, budget);
    return (await this.#cut(budget, show, { ...this.#options, outlineAfter })).rendered;
  }

  #cut(budget: number, show: ShowRead, options: RangeOptions) {
    const { range } = this.asked;
    return cutToBudget(this.report, budget, range, this.#read, (part) => {
      const rendered = show(rangeView(part, range, options));
      return { part, rendered, tokens: rendered.tokens };
    });
  }
}

/** Whether a page of whole lines ends before the caller wanted it to, in a file that can be parsed whole. */
function isCutByBudget({ given, more, size }: ReadReport, { max }: ReadRange): boolean {
  if (!more || size > LIMITS.outlineBytes) return false;
  return given.type === "lines" && !given.lineCut && given.start > 0 && given.count < max;
}

/** Milliseconds for the outline of what was left out. */
const REST_MS = 500;

/** The definitions in a file; none if they can't be found whole in a short time. */
async function definitionsIn({ path, encoding }: ReadArguments, { context }: ToolCall): Promise<readonly Definition[]> {
  const file = { op: "outline", path, ...(encoding !== undefined && { encoding }) } as const;
  try {
    const { definitions, isPartial } = await context.run({ ...file, timeoutMs: Math.min(REST_MS, context.timeoutMs) });
    return isPartial ? [] : definitions;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** Reads ranges of the file that the arguments name. */
export function readerOf({ path, encoding }: ReadArguments, { context }: ToolCall) {
  const file = { op: "read", path, ...(encoding !== undefined && { encoding }) } as const;
  return (range: ReadRange): Promise<ReadReport> => context.run({ ...file, range, timeoutMs: context.timeoutMs });
}

function answerOptions(
  args: ReadArguments,
  { max, lastLine }: AskedRange,
  { pageContext }: ToolCall,
): RangeOptions {
  const { line_numbers, encoding, token_budget } = args;
  return {
    ...pageContext,
    max,
    ...(lastLine !== undefined && { lastLine }),
    // Hosts fill in the default of max_lines, which is no choice of the caller's.
    ...((lastLine !== undefined || isDecisive(args, "max_lines")) && { namedLines: args.max_lines }),
    lineNumbers: line_numbers ?? true,
    repeatedArgs: {
      ...(line_numbers === false && { line_numbers }),
      ...(encoding !== undefined && { encoding }),
      ...(token_budget !== undefined && { token_budget }),
    },
  };
}
