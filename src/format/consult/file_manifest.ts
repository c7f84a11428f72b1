/**
 * What accounts of files have in common: those that go, those left out and why, as many of them as a budget holds.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import type { ConsultReport } from "../../model/report.ts";
import { type CalledTool, faultWords } from "../error_answer.ts";
import { fitByShrinking } from "../fit_budget.ts";
import { say } from "../phrases.ts";
import { textPath, textValue } from "../safe_text.ts";
import type { AnswerBody } from "../render_page.ts";
import { answerTokens } from "../token_estimate.ts";

/** Files that go, or have gone, and those that don't. */
export interface FileManifest<File> {
  readonly files: readonly File[];
  readonly leftOut: ConsultReport["leftOut"];
}

/** The first entries of an account, files before those left out: as fields, and as lines of text. */
export interface ManifestEntries<File> {
  readonly files: readonly File[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  readonly leftOutLines: readonly string[];
  /** What is said where these are not all. */
  readonly hints: readonly string[];
  readonly hintLines: readonly string[];
}

/** What is said of an account, and the tokens of that and of what stands beside it. */
interface RenderedManifest {
  readonly body: AnswerBody;
  readonly tokens: number;
}

/**
 * The body with as many entries of `account` as its cost allows.
 * @param budget tokens; 0 = any number
 * @param bodyOf writes it
 * @param beside tokens of what stands beside it
 * @param tool what was called, for hints that it has of its own or may not give
 */
export function renderManifestWithin<File>(
  account: FileManifest<File>,
  budget: number,
  lang: Lang,
  bodyOf: (entries: ManifestEntries<File>) => AnswerBody,
  beside: number,
  tool?: CalledTool,
): RenderedManifest {
  return fitByShrinking(account.files.length + account.leftOut.length, budget, (count) => {
    const body = bodyOf(firstEntries(account, count, lang, tool));
    return { body, tokens: answerTokens(body.lines.join("\n"), body.fields) + beside };
  });
}

function firstEntries<File>(
  account: FileManifest<File>,
  count: number,
  lang: Lang,
  tool?: CalledTool,
): ManifestEntries<File> {
  const files = account.files.slice(0, count), total = account.files.length + account.leftOut.length;
  const leftOut = account.leftOut.slice(0, count - files.length).map(({ path, fault }) => {
    const { message, hint } = faultWords(fault, lang, tool);
    return { path, reason: `${message} ${hint}` };
  });
  const hints = count < total ? [say(lang, "list_shortened", { shown: count, total })] : [];
  return {
    files,
    leftOut,
    leftOutLines: leftOut.map(({ path, reason }) =>
      `[${say(lang, "left_out", { path: textValue(textPath(path)), reason })}]`
    ),
    hints,
    hintLines: hints.map((hint) => `[${hint}]`),
  };
}
