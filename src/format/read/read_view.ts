/**
 * What a read of a file says, as an answer of its own or as a part of an answer to several reads.
 * @module
 */
import type { SentAs } from "../../model/output_form.ts";
import type { Answer } from "../answer.ts";
import type { CurrentCall } from "../current_call.ts";
import { frame, type Parts, type Rendered } from "../frame.ts";
import { textContent, textPath } from "../safe_text.ts";

/** The notes of an answer, and the call that its hints change. */
export interface ReadContext {
  readonly notes: readonly string[];
  readonly currentCall: CurrentCall;
}

/** The fields and the phrases that tell the place of the content. */
interface Place {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: readonly string[];
}

/** A read that can be shown in both ways. */
export interface ReadView extends Pick<Parts, "content" | "notes" | "hints" | "tail" | "found"> {
  /** In an answer of its own. */
  readonly alone: Place;
  /** Below a heading: the place that the content is from, such as `src/a.ts:10-40 of 300`. */
  readonly part: Place & { readonly heading: string };
}

/** Shows a read in one of the ways. */
export type ShowRead = (view: ReadView) => Rendered;

/** A finished read, which is shown within a budget in tokens (0 = none). */
export interface PreparedRead {
  within(budget: number, show: ShowRead): Promise<Rendered>;
}

/** Shows reads as answers of their own. */
export function asAnswer(sentAs: SentAs): ShowRead {
  return ({ alone, part: _, ...view }) => frame(safeParts({ ...view, ...alone }), sentAs);
}

/** Shows reads as parts. */
export function asPart(sentAs: SentAs): ShowRead {
  return ({ alone: _, part: { heading, ...place }, ...view }) =>
    underHeading(heading, safeParts({ ...view, ...place }), sentAs);
}

/** The part of a read that failed. @param path as the caller wrote it */
export function failedPart(path: string, { text, structured }: Answer, sentAs: SentAs): Rendered {
  const parts = { content: text, fields: { path, ...structured }, notes: [], hints: [], found: false };
  return underHeading(textPath(path), parts, sentAs);
}

function underHeading(heading: string, parts: Parts, sentAs: SentAs): Rendered {
  return frame({ ...parts, content: `== ${heading}\n${parts.content}`, isExact: true }, sentAs);
}

/** Answers with all parts. It is an error only if none of them has anything, as with several roots. */
export function readsAnswer(parts: readonly Rendered[], { notes, currentCall }: ReadContext): Rendered {
  const answers = parts.map(({ answer }) => answer), reads = answers.map(({ structured }) => structured);
  const isError = reads.every((fields) => "error" in fields);
  const { answer, tokens } = frame({
    content: answers.map(({ text }) => text).join("\n"),
    fields: { ...(isError && { error: reads[0].error }), reads },
    notes,
    hints: [],
    found: answers.some(({ found }) => found),
  }, currentCall.sentAs);
  return { answer: { ...answer, isError }, tokens };
}

/**
 * Parts with content that is safe to show. The text is never blank: some models refuse blank text, and then the host's
 * call fails.
 */
export function safeParts(parts: Parts): Parts {
  const { content, notes, hints, sentences = hints, status = [] } = parts, safe = textContent(content);
  const isBlank = safe.trim() === "" && status.length + notes.length + sentences.length === 0;
  const own = isBlank
    ? ["There is no visible text here."]
    : safe === content
    ? []
    : ["control characters are shown as \\xNN"];
  return { ...parts, content: safe, sentences: [...sentences, ...own] };
}
