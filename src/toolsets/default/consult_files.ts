/**
 * consult_files: a second opinion about files from a large model.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { errorAnswer } from "../../format/error_answer.ts";
import { manifestAnswer, manifestBody, withTextTokens } from "../../format/consult/consult_manifest.ts";
import { consultAnswer, partialAnswerBody } from "../../format/consult/consult_answer.ts";
import { withNotes } from "../../format/answer.ts";
import { type ConsultQuestion, PartialAnswerError } from "../../model/consultation.ts";
import type { ConsultReport } from "../../model/report.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { defineTool, type ToolCall } from "../define_tool.ts";
import type { Answer, ConsultAccess } from "../tool.ts";
import { flag, integer, RECORDS, text } from "../arguments/schema_fields.ts";
import { CONSULT_ALIASES } from "./aliases.ts";

const input = z.strictObject({
  files: z.array(z.string()).min(1).describe('["src/main.py","src/*.py"]'),
  query: z.string().describe("the question"),
  model: text("of the provider"),
  dry_run: flag("say what would be sent, send nothing"),
  max_output_tokens: integer(1, "of the model's answer"),
});

export const consultFiles = defineTool({
  name: "consult_files",
  title: "Ask a large model about files",
  description: "Sends files and a question to a large model with a long context, returns its answer.\n" +
    "⚠️ Wildcards only in the file name and with an extension: src/*.py, not src/*, **/*.py or src/*/a.py. Keys, " +
    "credentials, .git and node_modules are never sent.\n💡 dry_run=true first: files, sizes, tokens.",
  input,
  output: z.looseObject({ files: RECORDS, left_out: RECORDS, answer: z.string().optional() }),
  openWorld: true,
  example: { files: ["README.md"], query: "What is this project for?", dry_run: true },
  aliases: CONSULT_ALIASES,
  changes: { ...LONGER_TIMEOUT, no_mark: undefined },

  async handle(args, call) {
    const { context, notes: { sentences: notes } } = call, tool = { ...call.tool, currentCall: call.currentCall };
    const { lang, tokenBudget, timeoutMs, consult } = context;
    const allow = consult.allow === undefined ? {} : { allow: consult.allow };
    const { files } = args;
    const report = await context.run({ op: "consult", files, ...allow, text: true, timeoutMs });
    const manifest = withTextTokens(report);
    const restOfAnswer = () => manifestBody(manifest, tokenBudget, lang, tool);
    const [failed] = report.leftOut;
    if (report.files.length === 0 && failed) {
      // An error that is thrown gets the nearest paths, as in any tool.
      if (report.leftOut.length === 1) throw new ToolError(failed.fault.key, failed.fault.params);
      return withNotes(errorAnswer(failed.fault, tool, lang, restOfAnswer()), notes);
    }
    if (args.dry_run) return withNotes(manifestAnswer(manifest, tokenBudget, lang, tool), notes);
    if (consult.askModel === undefined) {
      const fault = consult.unavailable ?? { key: "consult_unavailable", params: {} } as const;
      return withNotes(errorAnswer(fault, tool, lang, restOfAnswer()), notes);
    }
    return withNotes(await askAboutFiles(consult.askModel, consultQuestion(args, report), report, call), notes);
  },
});

function consultQuestion(args: z.output<typeof input>, report: ConsultReport): ConsultQuestion {
  return {
    files: report.files.map(({ path, bytes, text = "", textCut = false }) => ({ path, bytes, text, textCut })),
    query: args.query,
    ...(args.model !== undefined && { model: args.model }),
    ...(args.max_output_tokens !== undefined && { maxOutputTokens: args.max_output_tokens }),
  };
}

async function askAboutFiles(
  ask: NonNullable<ConsultAccess["askModel"]>,
  question: ConsultQuestion,
  { leftOut }: ConsultReport,
  { context: { lang, tokenBudget }, tool: called, currentCall }: ToolCall,
): Promise<Answer> {
  const tool = { ...called, currentCall };
  // A caller that asks for a longer answer than the budget allows gets it.
  const budget = tokenBudget === 0 ? 0 : Math.max(tokenBudget, 2 * (question.maxOutputTokens ?? 0));
  try {
    return consultAnswer(await ask(question), leftOut, budget, lang, tool);
  } catch (error) {
    if (!(error instanceof PartialAnswerError) || error.partial === "") throw error;
    return errorAnswer(error, tool, lang, partialAnswerBody(error.partial, budget, tool));
  }
}
