/**
 * Answers several reads in one call. Each is answered in its place, with an error if it fails; they share the budget.
 * @module
 */
import type { Args } from "../../../format/current_call.ts";
import type { Rendered } from "../../../format/answer.ts";
import {
  asPart,
  failedPart,
  fitParts,
  mostParts,
  type PreparedRead,
  readsAnswer,
} from "../../../format/read/read_view.ts";
import { LIMITS } from "../../../model/limits.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { ToolCall } from "../../define_tool.ts";
import { bytesForBudget } from "../../read_within_budget.ts";
import type { Answer } from "../../tool.ts";
import { prepareRead } from "./prepare_read.ts";
import { type ReadArguments, refuseRivals } from "./read_arguments.ts";
import { entryArguments, parseEntry, type ReadEntry, type SharedArguments, withShared } from "./read_entry.ts";

/** The arguments of several reads. */
export interface ReadsArguments extends Partial<ReadArguments> {
  readonly reads: readonly unknown[];
}

/**
 * Answers the first `LIMITS.reads` of several reads; `path` is the first of them. The other arguments of the call apply
 * to each entry that has no range of its own.
 */
export async function answerReads(args: ReadsArguments, budget: number, call: ToolCall): Promise<Answer> {
  refuseRivals(args);
  const all = distinctEntries(args), entries = all.slice(0, LIMITS.reads);
  const maxBytes = Math.ceil(bytesForBudget(budget) / (budget === 0 ? entries.length : 1));
  // With a budget, that alone is the limit of an entry that names none.
  const usualLines = budget === 0 ? undefined : LIMITS.readLines.cap;
  const prepare = (one: ReadEntry & SharedArguments, own: ToolCall) => prepareRead(one, maxBytes, own, usualLines);
  const reads = await Promise.all(entries.map((entry) => prepareEntry(entry, args, prepare, call)));
  const answerOf = (parts: readonly Rendered[]) => {
    const notes = [...call.notes.sentences, ...leftOutNotes(all, parts.length, budget, call)];
    return readsAnswer(parts, { ...call.pageContext, notes });
  };
  return (await fitParts(reads, budget, asPart(call.currentCall.sentAs), answerOf)).answer;
}

/** The entries, each once. */
function distinctEntries({ path, reads }: ReadsArguments): readonly Args[] {
  const all = [...path === undefined ? [] : [{ path }], ...reads.map(entryArguments)];
  return [...new Map(all.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** The note on the entries that are not answered, with the call that reads as many of them as it can. */
function leftOutNotes(
  all: readonly Args[],
  n: number,
  budget: number,
  { currentCall }: ToolCall,
): string[] {
  if (n === all.length) return [];
  const next = all.slice(n, n + Math.min(LIMITS.reads, mostParts(budget)));
  const call = currentCall.render({ path: undefined, reads: next.map(shortened) });
  return [`The first ${n} of ${all.length} reads are answered; the next: ${call}`];
}

/** A path alone as it may be sent. */
function shortened(entry: Args): unknown {
  return Object.keys(entry).join() === "path" ? entry.path : entry;
}

function prepareEntry(
  entry: Args,
  all: ReadsArguments,
  prepare: (args: ReadEntry & SharedArguments, call: ToolCall) => Promise<PreparedRead>,
  call: ToolCall,
): Promise<PreparedRead> {
  const sent = call.within({ path: entry.path });
  return orFailedPart(entry, sent, () => {
    const args = withShared(parseEntry(entry, sent), all);
    return prepare(args, call.within({ ...args }, sent.notes));
  });
}

/** Reads. If that fails, prepares the error. */
async function orFailedPart(entry: Args, call: ToolCall, read: () => Promise<PreparedRead>): Promise<PreparedRead> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ToolError) || error.key === "cancelled") throw error;
    const path = typeof entry.path === "string" ? entry.path : "";
    const part = failedPart(path, await call.fail(error), call.currentCall.sentAs);
    return { within: () => Promise.resolve(part) };
  }
}
