/**
 * Extracts the calls that an answer advises, as a reader would.
 * @module
 */
import type { Args } from "../../src/format/current_call.ts";
import type { Answer } from "../../src/toolsets/tool.ts";

/** A call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly args: Args;
}

/** A call that a sentence of an answer advises. */
export interface AdvisedCall extends ToolCall {
  readonly sentence: string;
  /** The least number of results that the sentence announces. */
  readonly found?: number;
}

/** A tool's name before its arguments. */
const CALL = /\b([a-z]+(?:_[a-z]+)*) (?=\{["}])/g;
const WITH_REST = /^ with ([\w, ]+) as given/;
/** The next page after a limit that the caller named: a change of the call made. */
const NEXT_PAGE = /^\[.*; (more: skip=(\d+))/;
const FOUND = /^(?:at least )?(\d+) (?:match|file|director|entr)/;

/** All calls in the hints, notes, errors and nearest paths of an answer; `made` supplies arguments "as given". */
export function advisedCallsIn({ structured, text }: Answer, made: ToolCall): AdvisedCall[] {
  const { error, hints, notes } = structured;
  const { hint, example } = Object(error),
    nearest = text.split("\n").filter((line) => /^Nearest existing: /.test(line));
  const sentences = [hint, ...[hints, notes].flatMap((list) => Array.isArray(list) ? list : []), ...nearest];
  const calls = [
    ...sentences.filter((one) => typeof one === "string").flatMap((one) => callsIn(one, made)),
    ...structured.has_more === true ? nextPagesIn(text, made) : [],
  ];
  return example === undefined ? calls : [...calls, { tool: made.tool, args: example, sentence: "example" }];
}

function nextPagesIn(text: string, { tool, args }: ToolCall): AdvisedCall[] {
  const found = text.split("\n").flatMap((line) => NEXT_PAGE.exec(line) ?? []);
  return found.length === 0 ? [] : [{ tool, args: { ...args, skip: Number(found[2]) }, sentence: found[1] }];
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

/** The end of the JSON object that begins at `start`. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (const { 0: part, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += part === "{" ? 1 : part === "}" ? -1 : 0;
    if (depth === 0) return start + index + 1;
  }
  throw new Error(`The call does not end: ${text}`);
}

/** The number of results of an answer; Infinity if further pages may have more. A file counts as at least one match. */
export function countFound({ structured }: Answer): number {
  const { total, totalMatches, totalFiles, content, hints: _, notes: __, ...lists } = structured;
  if (typeof content === "string") return content === "" ? 0 : 1;
  const count = total ?? totalMatches ?? (totalFiles ? Infinity : totalFiles);
  if (typeof count === "number") return count;
  if (lists.has_more) return Infinity;
  return Math.max(0, ...Object.values(lists).map((value) => Array.isArray(value) ? value.length : 0));
}
