/**
 * The calls that an answer advises, as a model or a person would read them out of it.
 * @module
 */
import type { Args } from "../../src/format/current_call.ts";
import type { Answer } from "../../src/toolsets/tool.ts";

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly args: Args;
}

/** A call that a sentence of an answer gives. */
export interface AdvisedCall extends ToolCall {
  readonly sentence: string;
  /** What the sentence says it finds, at least. */
  readonly found?: number;
}

/** A name, and where its arguments may begin. */
const CALL = /\b([a-z]+(?:_[a-z]+)*) (?=\{["}])/g;
const WITH_REST = /^ with ([\w, ]+) as given/;
const FOUND = /^(?:at least )?(\d+) (?:match|file|director|entr)/;

/** Every call in the hints, notes, errors and nearest paths of an answer; `made` gives what stays as it was given. */
export function advisedCallsIn({ structured, text }: Answer, made: ToolCall): AdvisedCall[] {
  const { error, hints, notes } = structured;
  const { hint, example } = Object(error),
    nearest = text.split("\n").filter((line) => /^Nearest existing: /.test(line));
  const sentences = [hint, ...[hints, notes].flatMap((list) => Array.isArray(list) ? list : []), ...nearest];
  const calls = sentences.filter((one) => typeof one === "string").flatMap((one) => callsIn(one, made));
  return example === undefined ? calls : [...calls, { tool: made.tool, args: example, sentence: "example" }];
}

function callsIn(sentence: string, made: ToolCall): AdvisedCall[] {
  const found = FOUND.exec(sentence)?.[1];
  return [...sentence.matchAll(CALL)].map(({ 1: tool, 0: head, index }) => {
    const start = index + head.length, end = endOfJson(sentence, start);
    const rest = WITH_REST.exec(sentence.slice(end))?.[1].split(", ") ?? [];
    const kept = Object.fromEntries(rest.map((field) => [field, made.args[field]]));
    const args: Args = { ...JSON.parse(sentence.slice(start, end)), ...kept };
    return { tool, args, sentence, ...(found !== undefined && { found: Number(found) }) };
  });
}

/** Where the object ends that begins at `start`. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (const { 0: part, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += part === "{" ? 1 : part === "}" ? -1 : 0;
    if (depth === 0) return start + index + 1;
  }
  throw new Error(`The call does not end: ${text}`);
}

/** What an answer found, more than which there may be on further pages; files alone stand for one match each, or for more. */
export function countFound({ structured }: Answer): number {
  const { total, totalMatches, totalFiles, content, hints: _, notes: __, ...lists } = structured;
  if (typeof content === "string") return content === "" ? 0 : 1;
  const count = total ?? totalMatches ?? (totalFiles ? Infinity : totalFiles);
  if (typeof count === "number") return count;
  if (lists.has_more) return Infinity;
  return Math.max(0, ...Object.values(lists).map((value) => Array.isArray(value) ? value.length : 0));
}
