/**
 * consult_files: a second opinion about files from a large model.
 * @module
 */
import * as z from "zod";
import { buildPrompt } from "../../consult/build_prompt.ts";
import { consultAnswer, type Manifest, manifestAnswer, manifestBody } from "../../format/consult_answer.ts";
import { errorAnswer, LONGER_TIMEOUT } from "../../format/error_answer.ts";
import type { ConsultQuestion } from "../../model/consultation.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ConsultReport } from "../../model/report.ts";
import { RECORDS } from "../answer_fields.ts";
import { clear, flag, optional, required, type Values } from "../arguments/fields.ts";
import { integer, TEXT, TEXTS } from "../arguments/kinds.ts";
import { FILE } from "../arguments/read_range.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import type { Answer } from "../tool.ts";

const fields = {
  files: clear(required(TEXTS, '["src/main.py","src/*.py"]', `${FILE} paths`)),
  query: required(TEXT, "the question"),
  model: optional(TEXT, "of the provider"),
  dry_run: flag("say what would be sent, send nothing"),
  max_output_tokens: optional(integer(1), "of the model's answer"),
};

export const consultFiles = defineTool({
  name: "consult_files",
  title: "Ask a large model about files",
  description: "Sends files and a question to a large model with a long context, returns its answer.\n" +
    "⚠️ Wildcards only in the file name and with an extension: src/*.py, not src/*, **/*.py or src/*/a.py. Keys, " +
    "credentials, .git and node_modules are never sent.\n💡 dry_run=true first: files, sizes, tokens.",
  fields,
  output: z.looseObject({ files: RECORDS, left_out: RECORDS, answer: z.string().optional() }),
  openWorld: true,
  example: { files: ["README.md"], query: "What is this project for?", dry_run: true },
  changes: { ...LONGER_TIMEOUT, no_mark: undefined },

  async handle(args, call) {
    const { timeoutMs, consult: { allow } } = call.context;
    const report = await call.context.run({ op: "consult", files: args.files, ...(allow && { allow }), timeoutMs });
    return await answerFor(args, report, call);
  },
});

async function answerFor(args: Values<typeof fields>, report: ConsultReport, call: ToolCall): Promise<Answer> {
  const { lang, tokenBudget, consult: { askModel, unavailable } } = call.context;
  const { tool } = call, context = { ...call.pageContext, tool }, { files, leftOut: [failed, ...others] } = report;
  if (files.length === 0 && failed) {
    // An error that is thrown gets the nearest paths, as in any tool.
    if (others.length === 0) throw new ToolError(failed.fault.key, failed.fault.params);
    return errorAnswer(failed.fault, tool, lang, manifestBody({ files: [], leftOut: report.leftOut }, context));
  }
  const { query, model, max_output_tokens: maxOutputTokens } = args;
  const question = { files, query, ...(model && { model }), ...(maxOutputTokens && { maxOutputTokens }) };
  if (args.dry_run) return manifestAnswer(manifestOf(question, report), context);
  if (askModel === undefined) {
    const fault = unavailable ?? { key: "consult_unavailable", params: {} } as const;
    return errorAnswer(fault, tool, lang, manifestBody(manifestOf(question, report), context));
  }
  const reply = await askModel(question);
  // A caller that asks for a longer answer than the budget allows gets it.
  const budget = tokenBudget === 0 ? 0 : Math.max(tokenBudget, 2 * (maxOutputTokens ?? 0));
  return consultAnswer(reply, report.leftOut, { ...context, budget });
}

/** What the question would send. @throws ToolError if not even one file fits, as the question itself would */
function manifestOf(question: ConsultQuestion, report: ConsultReport): Manifest {
  const { files, leftOut } = buildPrompt(question);
  return { files, leftOut: [...report.leftOut, ...leftOut] };
}
