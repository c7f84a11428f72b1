/**
 * read_file_lines: ReadFileLinesTool of seed 003.
 * @module
 */
import * as z from "zod";
import { numberedRangeAnswer } from "../../format/exact/numbered_range.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ReadRange } from "../../model/request.ts";
import { say } from "../../format/phrases.ts";
import { ToolError } from "../../model/tool_error.ts";
import { type Call, defineTool } from "../define_tool.ts";
import { SAID } from "../field_types.ts";
import { placedPath } from "../placed_path.ts";
import { bytesFor, readWithin } from "../read_within.ts";
import { HINTS } from "./hints.ts";
import { READ_NAMES } from "./other_names.ts";

/** The tool. */
export const readFileLines = defineTool({
  name: "read_file_lines",
  title: "Read lines of a file",
  description: "Lines startLine to endLine of a file, each as '45. text'.\n" +
    "🎯 grep first, then read only what is around a match (~10 tokens a line). A range beyond the file is clamped to it.",
  input: z.strictObject({
    filePath: z.string().describe("relative to the base directory"),
    startLine: z.int().describe("from 1, inclusive"),
    endLine: z.int().optional().describe("inclusive; default -1 = the end of the file"),
  }),
  output: z.looseObject({
    content: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int().optional(),
    ...SAID,
  }),
  example: { filePath: "README.md", startLine: 1, endLine: 40 },
  otherNames: READ_NAMES,
  hints: HINTS,

  async answer(args, call) {
    const { context, caps } = call;
    const start = Math.max(1, args.startLine);
    if (args.endLine === 0) caps.notes.push(say(context.lang, "zero_is_default", { field: "endLine" }));
    const last = TO_END.includes(args.endLine) ? Infinity : Math.max(start, args.endLine ?? 0);
    const max = Math.min(last - start + 1, Number.MAX_SAFE_INTEGER);
    const place = await placedPath(args.filePath, call), lines = new Lines(place?.path ?? args.filePath, call);
    const wish = { budget: context.tokenBudget, notes: caps.notes, lang: context.lang, own: call.own };
    return await readWithin(
      context.tokenBudget,
      { type: "lines", start, max, maxBytes: bytesFor(context.tokenBudget) },
      (range) => lines.read(range),
      (report) => numberedRangeAnswer(report, Math.min(last, lines.total ?? Infinity), lines.total, wish),
    );
  },
});

/** What of endLine means the end of the file. */
const TO_END: readonly (number | undefined)[] = [-1, 0, undefined];

/** The lines of one file. */
class Lines {
  /** Known after the first read, unless counting took too long. */
  total: number | undefined;
  #counted = false;

  constructor(private readonly path: string, private readonly call: Call) {}

  /** The lines of `range`; from the last one where the range begins behind it. */
  async read(range: ReadRange): Promise<ReadReport> {
    const report = await this.#run(range);
    this.total = report.totalLines ?? await this.#count();
    const { given } = report, last = Math.max(1, this.total ?? Infinity);
    if (given.type === "bytes" || given.count > 0 || given.start <= last) return report;
    return this.#run({ type: "lines", start: last, max: 1, maxBytes: bytesFor(this.call.context.tokenBudget) });
  }

  /** Lines of a file so large that reading part of it does not tell. */
  async #count(): Promise<number | undefined> {
    if (this.#counted) return this.total;
    this.#counted = true;
    try {
      return (await this.#run({ type: "lines", start: Number.MAX_SAFE_INTEGER, max: 1, maxBytes: 1 })).totalLines;
    } catch (error) {
      if (error instanceof ToolError && error.key === "timeout") return undefined;
      throw error;
    }
  }

  #run(range: ReadRange): Promise<ReadReport> {
    const { context } = this.call;
    return context.run({ op: "read", path: this.path, range, timeoutMs: context.timeoutMs });
  }
}
