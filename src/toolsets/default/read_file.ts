/**
 * read_file: part of a file, by lines or by bytes; or parts of several.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { asAnswer } from "../../format/read/read_view.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Meaning, merged, optional } from "../arguments/fields.ts";
import { parseStringList, TEXT } from "../arguments/kinds.ts";
import { badArgument } from "../arguments/parse_arguments.ts";
import { FILE } from "../arguments/read_range.ts";
import { RECORD, RECORDS } from "../answer_fields.ts";
import { reason } from "../../model/messages/messages.ts";
import { defineTool } from "../define_tool.ts";
import { bytesForBudget } from "../read_within_budget.ts";
import { answerReads, ENTRIES } from "./read/answer_reads.ts";
import { prepareRead, READ_FIELDS } from "./read/prepare_read.ts";

/** One path, or several to read. */
const pathOrReads: Meaning = (value, others) => {
  const paths = typeof value === "string" ? parseStringList(value) ?? [value] : value;
  const isSeveral = Array.isArray(paths) && paths.length > 1;
  return merged(others, isSeveral ? { reads: paths } : { path: Array.isArray(paths) ? paths[0] : paths });
};

const fields = {
  path: optional(TEXT, 'also "src/a.ts:12-40"', [`${FILE} paths`, pathOrReads]),
  reads: optional(ENTRIES, `up to ${LIMITS.reads} places`),
  ...READ_FIELDS,
};

export const readFile = defineTool({
  name: "read_file",
  title: "Read part of a file",
  description:
    "Lines of a file of any size, numbered.\n🎯 Search first, then read only what is needed (~12 tokens a line): start_line and " +
    "max_lines, or symbol: one definition whole. outline: what a file defines, with lines, for ~8 % of its tokens. reads: " +
    "several places in one call.\n💡 A cut answer has next: the arguments of the following page.",
  fields,
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
  changes: LONGER_TIMEOUT,

  async handle({ path, reads, ...rest }, call) {
    const { tokenBudget } = call.context, budget = rest.token_budget ?? tokenBudget;
    if (reads?.length) return await answerReads({ ...rest, ...(path && { path }), reads }, budget, call);
    if (path === undefined) throw badArgument("path", reason("rule_required"), path);
    const read = await prepareRead({ ...rest, path }, bytesForBudget(budget), call);
    return (await read.within(budget, asAnswer(call.currentCall.sentAs))).answer;
  },
});
