/**
 * Content that was read, cut to any budget. What the budget leaves out is shown as an outline, where there is one.
 * @module
 */
import { readAnswer, type ReadAnswerOptions } from "../../format/read/read_answer.ts";
import { type ReadPart, readPart } from "../../format/read/reads_answer.ts";
import { restOutline } from "../../format/read/rest_outline.ts";
import type { RenderedPage } from "../../format/render_page.ts";
import type { Definition } from "../../model/definition.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import type { ToolCall } from "../define_tool.ts";
import { cutToBudget } from "../read_within_budget.ts";
import type { ReadArguments } from "./prepare_read.ts";

/** What was read, to be answered within a budget in tokens (0 = none). */
export interface PreparedRead {
  answerWithin(budget: number): Promise<RenderedPage>;
  /** As one part of the answer to several reads. */
  partWithin(budget: number): Promise<ReadPart>;
}

/** The range that a report is of. */
export interface AskedRange {
  readonly range: ReadRange;
  /** Bytes or lines that the caller asked for. */
  readonly max: number;
  /** The last line of the definition that was asked for; absent: that of the file. */
  readonly lastLine?: number;
}

/** Prepares the content of a report. */
export function cutReport(report: ReadReport, asked: AskedRange, args: ReadArguments, call: ToolCall): PreparedRead {
  const { range, lastLine = Infinity } = asked, read = readerOf(args, call), options = answerOptions(args, asked, call);
  let definitions: Promise<readonly Definition[]> | undefined;
  const within = async <Rendered extends { readonly tokens: number }>(budget: number, render: Render<Rendered>) => {
    const cut = (outlineAfter?: ReadAnswerOptions["outlineAfter"]) =>
      cutToBudget(report, budget, range, read, (part) => {
        const rendered = render(part, { ...options, ...(outlineAfter && { outlineAfter }) });
        return { part, rendered, tokens: rendered.tokens };
      });
    const { part, rendered } = await cut();
    if (budget === 0 || !isCutByBudget(part, range)) return rendered;
    const all = (await (definitions ??= definitionsIn(args, call))).filter(({ startLine }) => startLine <= lastLine);
    return (await cut((line) => restOutline(all, line, budget, options.lang))).rendered;
  };
  return {
    answerWithin: (budget) => within(budget, (part, options) => readAnswer(part, range, options)),
    partWithin: (budget) => within(budget, readPart),
  };
}

type Render<Rendered> = (part: ReadReport, options: ReadAnswerOptions) => Rendered;

/** Whether a page of whole lines ends before the caller wanted it to. */
function isCutByBudget({ given, more }: ReadReport, { type, max }: ReadRange): boolean {
  return type === "lines" && given.type === "lines" && more && !given.lineCut && given.start > 0 && given.count < max;
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
): ReadAnswerOptions {
  const { line_numbers, encoding, token_budget } = args;
  return {
    ...pageContext,
    max,
    ...(lastLine !== undefined && { lastLine }),
    lineNumbers: line_numbers ?? true,
    repeatedArgs: {
      ...(line_numbers === false && { line_numbers }),
      ...(encoding !== undefined && { encoding }),
      ...(token_budget !== undefined && { token_budget }),
    },
  };
}
