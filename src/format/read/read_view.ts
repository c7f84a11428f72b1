/**
 * What a read of a file says, as an answer of its own or as a part of an answer to several reads, which share its budget.
 * @module
 */
import type { SentAs } from "../../model/output_form.ts";
import { type Answer, type AnswerContext, frame, type Parts, type Rendered } from "../answer.ts";
import { isWithinBudget, USABLE_BUDGET_SHARE } from "../fit_budget.ts";
import { textContent, textPath } from "../safe_text.ts";

/** The notes of an answer, and the call that its hints change. */
export type ReadContext = Pick<AnswerContext, "notes" | "currentCall">;

/** A read that can be shown in both ways. */
export interface ReadView extends Parts {
  /** What stands above it as a part: the place that the content is from, such as `src/a.ts:10-40 of 300`. */
  readonly heading: string;
  /** The fields and the status of a part, where they differ. */
  readonly part: Partial<Pick<Parts, "fields" | "status">>;
}

/** Shows a read in one of the ways. */
export type ShowRead = (view: ReadView) => Rendered;

/** A finished read, which is shown within a budget in tokens (0 = none). */
export interface PreparedRead {
  within(budget: number, show: ShowRead): Promise<Rendered>;
}

/** Shows reads as answers of their own. */
export function asAnswer(sentAs: SentAs): ShowRead {
  return ({ part: _, heading: __, ...view }) => frame(safeParts(view), sentAs);
}

/** Shows reads as parts. */
export function asPart(sentAs: SentAs): ShowRead {
  return ({ part, heading, ...view }) => underHeading(heading, safeParts({ ...view, ...part }), sentAs);
}

/** The part of a read that failed. @param path as the caller wrote it */
export function failedPart(path: string, { text, structured }: Answer, sentAs: SentAs): Rendered {
  const parts = { content: text, fields: { path, ...structured }, notes: [], hints: [], found: false };
  return underHeading(textPath(path), parts, sentAs);
}

function underHeading(heading: string, parts: Parts, sentAs: SentAs): Rendered {
  return frame({ ...parts, content: `== ${heading}\n${parts.content}`, isExact: true }, sentAs);
}

/**
 * Parts with content that is safe to show. The text is never blank: some models refuse blank text, and then the host's
 * call fails.
 */
export function safeParts(parts: Parts): Parts {
  const { content, notes, hints, sentences = hints, status = [] } = parts, safe = textContent(content);
  const isBlank = safe.trim() === "" && status.length + notes.length + sentences.length === 0;
  const own = isBlank ? ["There is no visible text here."] : ["control characters are shown as \\xNN"];
  return { ...parts, content: safe, sentences: isBlank || safe !== content ? [...sentences, ...own] : sentences };
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

/** Tokens below which a part has no room for a line beside its heading and the call that reads on. */
const LEAST_PART_TOKENS = 80;

/** The most parts that have room in a budget. */
export function mostParts(budget: number): number {
  return budget === 0 ? Infinity : Math.max(1, Math.floor(budget / LEAST_PART_TOKENS));
}

/**
 * Gives each read a fair share of the budget. If the shares become too small, only the first reads are answered.
 * @param answerOf the answer with the first parts
 */
export async function fitParts(
  reads: readonly PreparedRead[],
  budget: number,
  show: ShowRead,
  answerOf: (parts: readonly Rendered[]) => Rendered,
): Promise<Rendered> {
  const whole = await Promise.all(reads.map((read) => read.within(0, show))), costs = whole.map(({ tokens }) => tokens);
  let count = reads.length, total = budget, answer = answerOf(whole);
  while (total > 0 && !isWithinBudget(answer.tokens, budget)) {
    const shares = shareFairly(costs.slice(0, count), total);
    const parts = shares.map((share, i) => costs[i] <= share ? whole[i] : reads[i].within(Math.max(1, share), show));
    answer = answerOf(await Promise.all(parts));
    total = Math.min(total - 1, Math.floor(total * budget * USABLE_BUDGET_SHARE / answer.tokens));
    if (total >= count * LEAST_PART_TOKENS / 2) continue;
    if (count === 1) break;
    [count, total] = [Math.max(1, Math.min(count - 1, mostParts(budget))), budget];
  }
  return answer;
}

/**
 * The share of each part: all it costs, or an equal part of what the cheaper ones leave.
 *
 * @example
 * ```ts
 * shareFairly([10, 500, 90, 300], 400); // [10, 150, 90, 150]
 * ```
 */
export function shareFairly(costs: readonly number[], total: number): readonly number[] {
  const cheapestFirst = costs.map((_, i) => i).sort((a, b) => costs[a] - costs[b]), shares = costs.map(() => 0);
  let left = total;
  for (const [place, i] of cheapestFirst.entries()) {
    shares[i] = Math.min(costs[i], Math.floor(left / (costs.length - place)));
    left -= shares[i];
  }
  return shares;
}
