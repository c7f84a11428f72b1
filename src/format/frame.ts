/**
 * The frame of an answer: its rows or its content, then what is said about them, as text and as structured content.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Hit } from "../model/search_report.ts";
import type { SentAs } from "../model/output_form.ts";
import type { Answer } from "./answer.ts";
import { countPhrase } from "./phrases.ts";
import { estimateTokens } from "./token_estimate.ts";

/** All that an answer says. */
export interface Parts {
  /** Of structured content, beside notes, hints and the estimate. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text before the remarks. */
  readonly content: string;
  /** Phrases of the first remark. */
  readonly status?: readonly string[];
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  /** The hints of the text, if they differ. */
  readonly sentences?: readonly string[];
  /** The text below the remarks. */
  readonly tail?: string;
  readonly found: boolean;
  /** The matches in the text, to be coloured. */
  readonly hits?: readonly Hit[];
  /** Whether its profile's document names all its fields: then it does not state its size. */
  readonly isExact?: boolean;
}

/** An answer, and the estimated tokens of what is sent of it: its text or its structured content, whichever is more. */
export interface Rendered {
  readonly answer: Answer;
  readonly tokens: number;
}

/** Renders the text of an answer with `fields`, which states `tokens` if it is given. */
type RenderText = (parts: Parts, fields: Record<string, unknown>, tokens?: number) => string;

/** Tokens that stating the size adds to an answer. */
const ESTIMATE_TOKENS = 8;

/** Makes the answer. Its text states what the text takes, its structured content what the dearer of both takes. */
export function frame(parts: Parts, sentAs: SentAs, textOf: RenderText = remarkedText): Rendered {
  const { notes, hints, found, hits, isExact } = parts;
  const fields = { ...parts.fields, ...(notes.length > 0 && { notes }), ...(hints.length > 0 && { hints }) };
  const plain = textOf(parts, fields), inText = sentAs === "structured" ? 0 : estimateTokens(plain);
  const most = sentAs === "text" ? inText : Math.max(inText, estimateTokens(JSON.stringify(fields)));
  const common = { isError: false, found, ...(hits && { hits }) };
  if (isExact || most <= LIMITS.tokensWorthSaying) {
    return { answer: { text: plain, structured: fields, ...common }, tokens: most };
  }
  const tokens = most + ESTIMATE_TOKENS, structured = { ...fields, estimated_tokens: tokens };
  const isTextLong = inText > LIMITS.tokensWorthSaying;
  const text = isTextLong ? textOf(parts, structured, inText + ESTIMATE_TOKENS) : plain;
  return { answer: { text, structured, ...common }, tokens };
}

function remarkedText(parts: Parts, _: Record<string, unknown>, tokens?: number): string {
  const { content, notes, hints, sentences = hints, tail = "", status = [] } = parts;
  const phrases = tokens === undefined ? status : [...status, `~${countPhrase("tokens", tokens)}`];
  return withRemarks(content, remarkLines(phrases, [...notes, ...sentences])) + tail;
}

/** The lines in brackets: one for the status, then one for each sentence. */
export function remarkLines(status: readonly string[], sentences: readonly string[]): string[] {
  return [...(status.length > 0 ? [status.join("; ")] : []), ...sentences].map((line) => `[${line}]`);
}

function withRemarks(content: string, lines: readonly string[]): string {
  const isOpen = lines.length > 0 && content !== "" && !content.endsWith("\n");
  return content + (isOpen ? "\n" : "") + lines.join("\n");
}
