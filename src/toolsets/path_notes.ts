/**
 * Says how paths were taken, where not as they stand.
 * @module
 */
import { say } from "../format/phrases.ts";
import { textPath, textValue } from "../format/safe_text.ts";
import type { PathNotes } from "../model/report.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Caps } from "./caps.ts";
import type { CallContext } from "./tool.ts";

/** Missing paths for each of which so many nearest ones are named, and the milliseconds for that. */
const LOOKED_FOR = 3, NEAREST = 3, LOOK_MS = 200;
/** Paths that are named at all. */
const NAMED = 20;

/** The context; what its reports say of paths is added to the notes. */
export function notingPaths(context: CallContext, { notes }: Caps): CallContext {
  return {
    ...context,
    async run(request) {
      const report = await context.run(request);
      if (report.pathNotes === undefined) return report;
      for (const note of await inWords(report.pathNotes, context)) if (!notes.includes(note)) notes.push(note);
      return report;
    },
  };
}

async function inWords({ alike, missing, unreadable }: PathNotes, context: CallContext): Promise<string[]> {
  const { lang } = context;
  const said = alike.slice(0, NAMED).map(({ given, shown }) =>
    say(lang, "alike_path", { given: shownPath(given), path: shownPath(shown) })
  );
  for (const [i, path] of missing.slice(0, NAMED).entries()) {
    const paths = i < LOOKED_FOR ? await nearestTo(path, context) : [];
    const nearest = paths.length === 0 ? [] : [say(lang, "nearest_paths", { paths: paths.map(textPath).join(", ") })];
    said.push([say(lang, "missing_path", { path: shownPath(path) }), ...nearest].join(" "));
  }
  for (const path of unreadable.slice(0, NAMED)) said.push(say(lang, "unreadable_path", { path: shownPath(path) }));
  const more = missing.length - NAMED;
  return more > 0 ? [...said, say(lang, "missing_paths", { n: more })] : said;
}

function shownPath(path: string): string {
  return textValue(textPath(path));
}

/** A note is not worth an error. */
async function nearestTo(path: string, { run }: CallContext): Promise<readonly string[]> {
  try {
    return (await run({ op: "nearest", path, limit: NEAREST, timeoutMs: LOOK_MS })).paths;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
