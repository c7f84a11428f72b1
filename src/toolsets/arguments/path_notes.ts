/**
 * Notes on paths that were not taken as given.
 * @module
 */
import { textPath, textValue } from "../../format/safe_text.ts";
import type { PathNotes } from "../../model/completeness.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { CallContext } from "../tool.ts";
import type { CallNotes } from "./kinds.ts";

/** Missing paths whose nearest ones are looked up, nearest paths of each, and milliseconds for each lookup. */
const MAX_LOOKUPS = 3, MAX_NEAREST_PATHS = 3, LOOK_MS = 200;
/** Paths named in notes. */
const MAX_NAMED_PATHS = 20;

/** A context that adds what reports say about paths to the notes. */
export function withPathNotes(context: CallContext, { sentences: notes }: CallNotes): CallContext {
  return {
    ...context,
    async run(request) {
      const report = await context.run(request);
      if (report.pathNotes === undefined) return report;
      for (const note of await describePathNotes(report.pathNotes, context)) {
        if (!notes.includes(note)) notes.push(note);
      }
      return report;
    },
  };
}

async function describePathNotes(
  { lookAlikes: alike, missing, unreadable }: PathNotes,
  context: CallContext,
): Promise<string[]> {
  const sentences = alike.slice(0, MAX_NAMED_PATHS).map(({ given, shown }) =>
    `${shownPath(given)} does not exist. ${shownPath(shown)}, which looks the same, was used instead.`
  );
  for (const [i, path] of missing.slice(0, MAX_NAMED_PATHS).entries()) {
    const paths = i < MAX_LOOKUPS ? await nearestPaths(path, context) : [];
    const nearest = paths.length === 0 ? [] : [`Nearest existing: ${paths.map(textPath).join(", ")}.`];
    sentences.push([`${shownPath(path)} does not exist and was left out.`, ...nearest].join(" "));
  }
  for (const path of unreadable.slice(0, MAX_NAMED_PATHS)) {
    sentences.push(`${shownPath(path)} can't be read and was left out.`);
  }
  const unnamed = missing.length - MAX_NAMED_PATHS;
  return unnamed > 0 ? [...sentences, `${unnamed} more do not exist and were left out.`] : sentences;
}

function shownPath(path: string): string {
  return textValue(textPath(path));
}

/** Errors are ignored: a note is not worth one. */
async function nearestPaths(path: string, { run }: CallContext): Promise<readonly string[]> {
  try {
    return (await run({ op: "nearest", path, limit: MAX_NEAREST_PATHS, timeoutMs: LOOK_MS })).paths;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
