/**
 * Notes on paths that were not taken as given.
 * @module
 */
import { textPath, textValue } from "../../format/safe_text.ts";
import type { PathNotes } from "../../model/completeness.ts";
import { nearestPaths } from "../failed_call.ts";
import type { CallContext } from "../tool.ts";
import type { CallNotes } from "./kinds.ts";

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
  { lookAlikes, missing, unreadable }: PathNotes,
  context: CallContext,
): Promise<readonly string[]> {
  const alike = lookAlikes.map(({ given, shown }) =>
    `${shownPath(given)} does not exist. ${shownPath(shown)}, which looks the same, was used instead.`
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
