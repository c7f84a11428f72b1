/**
 * read_file: part of a file, by lines or by bytes; or parts of several.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { capped, flag, integer, RECORD, RECORDS, text } from "../arguments/schema_fields.ts";
import { reason } from "../../model/messages/messages.ts";
import { defineTool } from "../define_tool.ts";
import { bytesForBudget } from "../read_within_budget.ts";
import { READ_ALIASES } from "./aliases.ts";
import { answerReads } from "./read/answer_reads.ts";
import { BUDGET_FIELDS } from "./fields.ts";
import { prepareRead } from "./read/prepare_read.ts";
import { ENTRY_SCHEMA } from "./read/read_entry.ts";

const input = z.strictObject({
  path: text('also "src/a.ts:12-40"'),
  reads: z.array(z.unknown().meta(ENTRY_SCHEMA)).optional().describe(`up to ${LIMITS.reads} places`),
  outline: flag("its definitions and their lines"),
  symbol: text('"Class.method"'),
  range_type: z.enum(["bytes", "lines"]).optional().describe("default lines"),
  offset_bytes: integer(0, "default 0"),
  max_bytes: capped(LIMITS.readBytes),
  start_line: z.int().optional().describe("from 1 (default); negative: from the end"),
  max_lines: capped(LIMITS.readLines),
  line_numbers: flag('default true: lines as "45. text"'),
  encoding: text("force a charset"),
  token_budget: BUDGET_FIELDS.token_budget,
});

export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description:
    "Lines of a file of any size, numbered.\n🎯 Search first, then read only what is needed (~12 tokens a line): start_line and " +
    "max_lines, or symbol: one definition whole. outline: what a file defines, with lines, for ~8 % of its tokens. reads: " +
    "several places in one call.\n💡 A cut answer has next: the arguments of the following page.",
  input,
  output: z.looseObject({
    content: z.string().optional(),
    is_truncated: z.boolean().optional(),
    total_lines: z.int().optional(),
    size_bytes: z.int().optional(),
    next: RECORD.optional(),
    reads: RECORDS,
    language: z.string().optional(),
    definitions: RECORDS,
    rest: z.array(z.string()).optional(),
  }),
  example: { path: "README.md", start_line: 1, max_lines: 40 },
  aliases: READ_ALIASES,
  changes: LONGER_TIMEOUT,

  async handle({ path, reads, ...rest }, call) {
    const { tokenBudget } = call.context, budget = rest.token_budget ?? tokenBudget;
    if (reads?.length) return await answerReads({ ...rest, ...(path && { path }), reads }, budget, call);
    if (path === undefined) throw badArgument("path", reason("rule_required"), path);
    const read = await prepareRead({ ...rest, path }, bytesForBudget(budget), call);
    return (await read.answerWithin(budget)).answer;
  },
});
