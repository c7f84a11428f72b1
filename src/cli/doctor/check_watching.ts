/**
 * Checks whether the system lets this user watch the directories of the roots. Some systems allow few, and other
 * programs take some of them.
 * @module
 */
import { rootPath } from "../../door/roots.ts";
import { reachedWatchLimit } from "../../door/tree_watcher.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { DEFAULT_SCOPE } from "../../model/request.ts";
import type { Engine } from "../../pool/engine.ts";
import { doctorMessage } from "./doctor_messages.ts";
import type { Finding } from "./findings.ts";

/** Milliseconds in which the directories are listed; those found by then are tried. */
const TIMEOUT_MS = 2000;

/** The limit that is too low, if one is. This thread must hold the permission to read the roots. */
export async function checkWatching(engine: Engine, roots: readonly string[], lang: Lang): Promise<Finding[]> {
  const dirs = [...roots, ...await directoriesOf(engine, roots)].slice(0, LIMITS.watchedDirs);
  const key = reachedWatchLimit(dirs);
  return key === undefined ? [] : [{ key, text: doctorMessage(lang, key, { n: dirs.length }) }];
}

/** The directories below the roots that a walk enters, as absolute paths; none if a root can't be read. */
async function directoriesOf(engine: Engine, roots: readonly string[]): Promise<string[]> {
  try {
    const { entries } = await engine.execute({
      op: "list",
      scope: { ...DEFAULT_SCOPE, roots },
      tests: { types: ["d"], extensions: [], exclude: [], sizes: [] },
      metadata: false,
      skip: 0,
      limit: LIMITS.watchedDirs,
      timeoutMs: TIMEOUT_MS,
    });
    return entries.map(({ path }) => rootPath(path, roots[0]));
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}
