/**
 * The nearest existing names of what is not there: in the error answer of a call, or in the notes of one that is answered
 * without it.
 * @module
 */
import { type CalledTool, EMPTY_BODY, errorAnswer, looksLikeGlob } from "../format/error_answer.ts";
import { textPath, textValue } from "../format/safe_text.ts";
import type { PathNotes } from "../model/completeness.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { withoutLines } from "../model/path_with_lines.ts";
import type { CallNotes } from "./arguments/kinds.ts";
import type { Answer, CallContext } from "./tool.ts";

/** Answers a call that failed with `error`, with the nearest names where a path or a symbol is not there. */
export async function failureAnswer(error: ToolError, tool: CalledTool, context: CallContext): Promise<Answer> {
  const { path, nearest: symbols } = error.params;
  const isPath = error.key === "not_found" && typeof path === "string" && !looksLikeGlob(error);
  const nearest = isPath
    ? await nearestPaths(withoutLines(path), context)
    : error.key.startsWith("symbol_")
    ? String(symbols ?? "").split("\n").filter((name) => name !== "")
    : [];
  const names = nearest.map(isPath ? textPath : textValue).join(", ");
  const body = names === "" ? EMPTY_BODY : { fields: { nearest }, lines: [`Nearest existing: ${names}.`] };
  return errorAnswer(error, tool, context.lang, body);
}

const NEAREST = { limit: 3, timeoutMs: 300 };

/** Existing paths near one that does not exist. Errors are ignored: they would hide what the answer is about. */
async function nearestPaths(path: string, { run }: CallContext): Promise<readonly string[]> {
  try {
    return (await run({ op: "nearest", path, ...NEAREST })).paths;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** Missing paths whose nearest ones are looked up, and paths that are named. */
const MAX_LOOKUPS = 3, MAX_NAMED_PATHS = 20;

/** A context that adds what reports say about paths to the notes. */
export function withPathNotes(context: CallContext, { sentences: notes }: CallNotes): CallContext {
  return {
    ...context,
    async run(request) {
      const report = await context.run(request), { pathNotes } = report;
      const said = pathNotes === undefined ? [] : await describePathNotes(pathNotes, context);
      notes.push(...said.filter((note) => !notes.includes(note)));
      return report;
    },
  };
}

async function describePathNotes(
  { standIns, missing, unreadable }: PathNotes,
  context: CallContext,
): Promise<readonly string[]> {
  const alike = standIns.map(({ given, shown }) =>
    `${shownPath(given)} does not exist. ${shownPath(shown)} was used instead.`
  );
  const absent = await Promise.all(
    missing.slice(0, MAX_NAMED_PATHS).map(async (path, i) => {
      const names = (i < MAX_LOOKUPS ? await nearestPaths(path, context) : []).map(textPath).join(", ");
      const sentence = `${shownPath(path)} does not exist and was left out.`;
      return names === "" ? sentence : `${sentence} Nearest existing: ${names}.`;
    }),
  );
  const unnamed = missing.length - absent.length;
  return [
    ...alike.slice(0, MAX_NAMED_PATHS),
    ...absent,
    ...unreadable.slice(0, MAX_NAMED_PATHS).map((path) => `${shownPath(path)} can't be read and was left out.`),
    ...unnamed > 0 ? [`${unnamed} more do not exist and were left out.`] : [],
  ];
}

function shownPath(path: string): string {
  return textValue(textPath(path));
}
