/**
 * Lists of files that are sent and files that are left out, with reasons, shortened to a token budget.
 * @module
 */
import type { Lang } from "../../model/messages/messages.ts";
import type { ConsultReport } from "../../model/report.ts";
import type { CurrentCall } from "../current_call.ts";
import { type CalledTool, faultWords } from "../error_answer.ts";
import { fitByShrinking } from "../fit_budget.ts";
import { textPath, textValue } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";

/** A tool, and the call of it that is answered. */
export type ConsultedTool = CalledTool & { readonly currentCall: CurrentCall };

/** Files that are or were sent, and those that are not. */
interface FileManifest<File> {
  readonly files: readonly File[];
  readonly leftOut: ConsultReport["leftOut"];
}

/** The first entries of a manifest as fields and as lines of text. Sent files precede those left out. */
export interface ManifestEntries<File> {
  readonly files: readonly File[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  readonly leftOutLines: readonly string[];
  /** Hints if some entries are missing. */
  readonly hints: readonly string[];
  readonly hintLines: readonly string[];
}

/** A rendered manifest, and the tokens of the whole answer. */
interface RenderedManifest {
  readonly body: AnswerBody;
  readonly tokens: number;
}

/**
 * Renders as many entries of `manifest` as the budget allows.
 * @param budget tokens; 0 = no budget
 * @param bodyOf renders the entries
 * @param otherTokens tokens of the rest of the answer
 * @param tool the tool that was called, which may have hints of its own
 */
export function renderManifestWithin<File>(
  manifest: FileManifest<File>,
  budget: number,
  lang: Lang,
  bodyOf: (entries: ManifestEntries<File>) => AnswerBody,
  otherTokens: number,
  tool?: ConsultedTool,
): RenderedManifest {
  return fitByShrinking(manifest.files.length + manifest.leftOut.length, budget, (count) => {
    const body = bodyOf(firstEntries(manifest, count, lang, tool));
    return {
      body,
      tokens: answerTokens(body.lines.join("\n"), body.fields, tool?.currentCall.sentAs ?? "both") + otherTokens,
    };
  });
}

function firstEntries<File>(
  manifest: FileManifest<File>,
  count: number,
  lang: Lang,
  tool?: ConsultedTool,
): ManifestEntries<File> {
  const files = manifest.files.slice(0, count), total = manifest.files.length + manifest.leftOut.length;
  const leftOut = manifest.leftOut.slice(0, count - files.length).map(({ path, fault }) => {
    const { message, hint } = faultWords(fault, lang, tool);
    return { path, reason: `${message} ${hint}` };
  });
  const hints = count < total ? [`${count} of ${total} listed (token_budget).`] : [];
  return {
    files,
    leftOut,
    leftOutLines: leftOut.map(({ path, reason }) => `[${`left out: ${textValue(textPath(path))}: ${reason}`}]`),
    hints,
    hintLines: hints.map((hint) => `[${hint}]`),
  };
}
