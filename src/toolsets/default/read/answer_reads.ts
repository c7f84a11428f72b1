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
import { required } from "../../arguments/fields.ts";
import { type Kind, parseJsonList, TEXT } from "../../arguments/kinds.ts";
import { parseArguments } from "../../arguments/parse_arguments.ts";
import { decisiveFields, FILE, RANGE_NAMES } from "../../arguments/read_range.ts";
import type { ToolCall } from "../../define_tool.ts";
import { bytesForBudget } from "../../read_within_budget.ts";
import type { Answer } from "../../tool.ts";
import { prepareRead, READ_FIELDS, type ReadArguments } from "./prepare_read.ts";

/** An entry takes every field of an answer's `next`, so that `next` can be sent as an entry. */
const ENTRY_FIELDS = { path: required(TEXT, "the file", FILE), ...READ_FIELDS };

const { path, start_line, max_lines, symbol } = ENTRY_FIELDS;
const SHOWN_FIELDS = Object.entries({ path, start_line, max_lines, symbol });
const PROPERTIES = Object.fromEntries(SHOWN_FIELDS.map(([name, { kind }]) => [name, kind.schema]));

/** Places to read: a list, its JSON, or one alone. Entries are read one by one: a refused one must not fail the others. */
export const ENTRIES: Kind<readonly unknown[]> = {
  schema: {
    type: "array",
    items: { anyOf: [TEXT.schema, { type: "object", properties: PROPERTIES, required: ["path"] }] },
  },
  takes: "list",
  read: (given) => typeof given === "string" ? parseJsonList(given) ?? [given] : [given].flat(),
};

/** The arguments of several reads. */
interface ReadsArguments extends Partial<ReadArguments> {
  readonly reads: readonly unknown[];
}

/**
 * Answers the first `LIMITS.reads` of several reads; `path` is the first of them. The other arguments of the call are
 * those of each entry, unless it has its own.
 */
export async function answerReads(args: ReadsArguments, budget: number, call: ToolCall): Promise<Answer> {
  const all = distinctEntries(args), entries = all.slice(0, LIMITS.reads), shared = sharedArguments(args);
  const maxBytes = Math.ceil(bytesForBudget(budget) / (budget === 0 ? entries.length : 1));
  // With a budget, that alone is the limit of an entry that names none.
  const usualLines = budget === 0 ? undefined : LIMITS.readLines.cap;
  const prepareEntry = async (entry: Args): Promise<PreparedRead> => {
    const sent = call.within({ path: entry.path }), { notes, tool: { name } } = sent;
    try {
      const own = parseArguments(ENTRY_FIELDS, entry, name, notes).given;
      const { values, given } = parseArguments(ENTRY_FIELDS, { ...shared, ...own }, name, notes);
      return await prepareRead(values, maxBytes, call.within(given, notes), usualLines);
    } catch (error) {
      if (!(error instanceof ToolError) || error.key === "cancelled") throw error;
      const path = typeof entry.path === "string" ? entry.path : "";
      const part = failedPart(path, await call.fail(error), sent.currentCall.sentAs);
      return { within: () => Promise.resolve(part) };
    }
  };
  const answerOf = (parts: readonly Rendered[]) => {
    const notes = [...call.notes.sentences, ...leftOutNotes(all, parts.length, budget, call)];
    return readsAnswer(parts, { ...call.pageContext, notes });
  };
  const reads = await Promise.all(entries.map(prepareEntry));
  return (await fitParts(reads, budget, asPart(call.currentCall.sentAs), answerOf)).answer;
}

/** The arguments of the entries as they were sent, each once: a path alone stands for an entry. */
function distinctEntries({ path, reads }: ReadsArguments): readonly Args[] {
  const all = [...path === undefined ? [] : [path], ...reads].map((entry): Args =>
    typeof entry === "string" ? { path: entry } : { ...Object(entry) }
  );
  return [...new Map(all.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** The arguments beside the entries, without ranges that are defaults: hosts fill them in. */
function sharedArguments({ path: _, reads: __, ...args }: ReadsArguments): Args {
  const ranges = [...RANGE_NAMES.lines, ...RANGE_NAMES.bytes];
  const filledIn: readonly string[] = ranges.filter((field) => decisiveFields(args, [field]).length === 0);
  return Object.fromEntries(Object.entries(args).filter(([field]) => !filledIn.includes(field)));
}

/** The note on the entries that are not answered, with the call that reads as many of them as it can. */
function leftOutNotes(all: readonly Args[], n: number, budget: number, { currentCall }: ToolCall): string[] {
  if (n === all.length) return [];
  const next = all.slice(n, n + Math.min(LIMITS.reads, mostParts(budget)));
  const reads = next.map((entry) => Object.keys(entry).join() === "path" ? entry.path : entry);
  const call = currentCall.render({ path: undefined, reads });
  return [`The first ${n} of ${all.length} reads are answered; the next: ${call}`];
}
