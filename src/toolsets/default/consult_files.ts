/**
 * consult_files: a second opinion on files from a large model. As yet it says what would be sent.
 * @module
 */
import { z } from "zod";
import { errorAnswer } from "../../format/errors.ts";
import { manifestAnswer, manifestBody } from "../../format/manifest.ts";
import { defineTool } from "../define_tool.ts";
import { flag, RECORDS, text, whole } from "./fields.ts";

const input = z.strictObject({
  files: z.array(z.string()).min(1).describe('["src/main.py","src/*.py"]'),
  query: z.string().describe("the question"),
  model: text("of the provider"),
  dry_run: flag("say what would be sent, send nothing"),
  max_output_tokens: whole(1, "of the model's answer"),
});

/** The tool. */
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

  async answer(args, { context, tool }) {
    const { lang, tokenBudget, timeoutMs } = context;
    const prefixes = context.prefixes.recent();
    const report = await context.run({ op: "consult", files: args.files, prefixes, timeoutMs });
    const [failed] = report.leftOut;
    if (report.files.length === 0 && failed) {
      const rest = report.leftOut.length > 1 ? manifestBody(report, tokenBudget, lang) : undefined;
      return errorAnswer(failed.fault, tool, lang, rest);
    }
    if (args.dry_run) return manifestAnswer(report, tokenBudget, lang);
    return errorAnswer({ key: "consult_unavailable", params: {} }, tool, lang, manifestBody(report, tokenBudget, lang));
  },
});
