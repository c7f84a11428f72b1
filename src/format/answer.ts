/**
 * The answer to a call: its rows or its content, then what is said about them, as text and as structured content.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { Hit } from "../model/search_report.ts";
import type { SentAs } from "../model/output_form.ts";
import type { CurrentCall } from "./current_call.ts";
import { countPhrase } from "./phrases.ts";
import { estimateTokens } from "./token_estimate.ts";

/** A finished answer. Its text and its structured content are each complete. */
export interface Answer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly isError: boolean;
  /** Whether anything was found: grep's exit code 0 or 1. */
  readonly found: boolean;
  /** The matching lines in the text of a search, to be coloured. */
  readonly hits?: readonly Hit[];
  /** The text as a result (for a shell's stdout) and an account of it (for stderr), if it consists of these. */
  readonly parts?: { readonly result: string; readonly account: string };
}

/** What every answer takes from its call. */
export interface AnswerContext {
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly currentCall: CurrentCall;
}

/** All that an answer says. */
export interface Parts extends Pick<AnswerContext, "notes" | "hints"> {
  /** Of structured content, beside notes, hints and the estimate. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text before the remarks. */
  readonly content: string;
  /** Phrases of the first remark. */
  readonly status?: readonly string[];
  /** The hints of the text, if they differ. */
  readonly sentences?: readonly string[];
  /** The text below the remarks. */
  readonly tail?: string;
  readonly found: boolean;
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
  const { content, tail = "" } = parts, remarks = remarksOf(parts, tokens).join("\n");
  const isOpen = remarks !== "" && content !== "" && !content.endsWith("\n");
  return content + (isOpen ? "\n" : "") + remarks + tail;
}

/** The lines in brackets: one for the status, then one for each sentence. */
export function remarksOf({ status = [], notes, hints, sentences = hints }: Parts, tokens?: number): string[] {
  const phrases = tokens === undefined ? status : [...status, `~${countPhrase("tokens", tokens)}`];
  return [...(phrases.length > 0 ? [phrases.join("; ")] : []), ...notes, ...sentences].map((line) => `[${line}]`);
}
