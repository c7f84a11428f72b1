/**
 * Answers several reads in one call. Each is answered in its place, with an error if it fails; they share the budget.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { isWithinBudget, USABLE_BUDGET_SHARE } from "../../format/fit_budget.ts";
import { say } from "../../format/phrases.ts";
import { failedPart, type ReadPart, readsAnswer } from "../../format/read/reads_answer.ts";
import { shareFairly } from "../../format/read/share_fairly.ts";
import type { RenderedPage } from "../../format/render_page.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import { bytesForBudget } from "../read_within_budget.ts";
import type { Answer } from "../tool.ts";
import type { PreparedRead } from "./cut_report.ts";
import { prepareRead } from "./prepare_read.ts";
import { type ReadArguments, refuseRivals } from "./read_arguments.ts";
import { entryArguments, mendEntry, parseEntry, withShared } from "./read_entry.ts";

/** The arguments of several reads. */
export interface ReadsArguments extends Partial<ReadArguments> {
  readonly reads: readonly unknown[];
}

/** One of several reads. */
type PartRead = Pick<PreparedRead, "partWithin">;

/**
 * Answers the first `LIMITS.reads` of several reads; `path` is the first of them. What the call says beside them holds
 * for each that says nothing about its range.
 */
export async function answerReads(args: ReadsArguments, budget: number, call: ToolCall): Promise<Answer> {
  refuseRivals(args);
  const entries = entriesOf(args, call),
    maxBytes = Math.ceil(bytesForBudget(budget) / (budget === 0 ? entries.length : 1));
  const reads = await Promise.all(entries.map((entry) => prepareEntry(entry, args, maxBytes, call)));
  return (await fitParts(reads, budget, (parts) => readsAnswer(parts, call.pageContext))).answer;
}

/** The entries to answer, each once. */
function entriesOf(
  { path, reads }: ReadsArguments,
  { notes, currentCall, context: { lang } }: ToolCall,
): readonly Args[] {
  const all = [...path === undefined ? [] : [{ path }], ...reads.map(entryArguments)];
  const distinct = new Map(all.map((entry) => [JSON.stringify(entry), entry]));
  const entries = [...distinct.values()], rest = entries.slice(LIMITS.reads);
  if (rest.length > 0) {
    const again = currentCall.render({ path: undefined, reads: rest.map(shortened) });
    notes.sentences.push(say(lang, "reads_left_out", { n: LIMITS.reads, all: entries.length, call: again }));
  }
  return entries.slice(0, LIMITS.reads);
}

/** A path alone as it may be sent. */
function shortened(entry: Args): unknown {
  return Object.keys(entry).join() === "path" ? entry.path : entry;
}

function prepareEntry(entry: Args, all: ReadsArguments, maxBytes: number, call: ToolCall): Promise<PartRead> {
  const { line_numbers, encoding, token_budget } = all, common = { line_numbers, encoding, token_budget };
  const sent = call.within({ ...mendEntry(entry, call), ...common });
  return orFailedPart(entry, sent, () => {
    const args = { ...withShared(parseEntry(entry, sent), all), ...common };
    const meant = call.within(args, sent.notes);
    return orFailedPart(entry, meant, () => prepareRead(args, maxBytes, meant));
  });
}

/** Reads, or else prepares the error. @param call that of the entry alone, to be mended */
async function orFailedPart(entry: Args, call: ToolCall, read: () => Promise<PartRead>): Promise<PartRead> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ToolError) || error.key === "cancelled") throw error;
    const part = failedPart(String(entry.path ?? ""), await call.fail(error), call.currentCall.sentAs);
    return { partWithin: () => Promise.resolve(part) };
  }
}

/** Gives each read a share of the budget, and less until the answer keeps within it. */
async function fitParts(
  reads: readonly PartRead[],
  budget: number,
  answerOf: (parts: readonly ReadPart[]) => RenderedPage,
): Promise<RenderedPage> {
  const whole = await Promise.all(reads.map((read) => read.partWithin(0)));
  let answer = answerOf(whole);
  for (let total = budget; !isWithinBudget(answer.tokens, budget) && total > 0;) {
    const shares = shareFairly(whole.map(({ tokens }) => tokens), total);
    const fit = (part: ReadPart, i: number) =>
      part.tokens <= shares[i] ? part : reads[i].partWithin(Math.max(1, shares[i]));
    answer = answerOf(await Promise.all(whole.map(fit)));
    total = Math.min(total - 1, Math.floor(total * budget * USABLE_BUDGET_SHARE / answer.tokens));
  }
  return answer;
}
