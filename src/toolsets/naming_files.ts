/**
 * Rules that leave out files and that no switch takes off: the files are named instead.
 * @module
 */
import { parentPath } from "../model/place.ts";
import type { SearchRequest } from "../model/request.ts";
import type { Call } from "./define_tool.ts";
import { globsNaming } from "./glob_of.ts";
import { orNone } from "./or_none.ts";
import type { SearchChange, Switches } from "./search_switches.ts";

/** Files whose directories are named. */
const NAMED = 20;

/** The change that names what `change` finds; undefined where a switch makes that one, or it finds nothing any more. */
export async function namingFiles(
  { phrase, to, turn }: SearchChange,
  request: SearchRequest,
  { globs: argumentsOf, linked }: Switches,
  { context, own }: Call,
): Promise<SearchChange | undefined> {
  if (typeof turn !== "string" || to.leftOutBy === undefined) return undefined;
  const files = await orNone(async () =>
    (await context.run({ ...request, need: "counts", ...to, limit: NAMED })).files
  );
  const paths = files.slice(0, NAMED).map(({ path }) => path), { scope } = request;
  if (paths.length === 0) return undefined;
  if (!to.leftOutBy.includes("links")) {
    const globs = [...scope.globs.filter((glob) => glob.startsWith("!")), ...globsNaming(paths)];
    return { phrase, to: { scope: { ...scope, globs } }, turn: argumentsOf(globs) };
  }
  const dir = parentPath(paths[0]), words = linked?.(dir, own);
  return words === undefined ? undefined : { phrase, to: { scope: { ...scope, roots: [dir] } }, turn: words };
}
