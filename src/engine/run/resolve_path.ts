/**
 * How the paths of a request were taken, where not as they stand.
 * @module
 */
import type { Door, ResolvedPath } from "../../door/door.ts";
import type { PathNotes } from "../../model/report.ts";
import { parsePathWithLines } from "../../model/path_with_lines.ts";
import { ToolError } from "../../model/messages/tool_error.ts";

/** Notes of one request. */
export class PathNoteCollector {
  readonly #alike = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #unreadable = new Set<string>();

  /** A path that something else has the looks of was taken for that. */
  record(given: string, { isLookAlike: alike, ...named }: ResolvedPath): ResolvedPath {
    if (alike) this.#alike.set(given, named.shown);
    return named;
  }

  /** One of several paths is not there, or can't be read. */
  recordUnusable(error: ToolError): void {
    (isMissing(error) ? this.#missing : this.#unreadable).add(String(error.params.path));
  }

  /** Undefined where all were taken as they stand. */
  get notes(): PathNotes | undefined {
    const alike = [...this.#alike].map(([given, shown]) => ({ given, shown }));
    const missing = [...this.#missing], unreadable = [...this.#unreadable];
    return alike.length + missing.length + unreadable.length > 0
      ? { lookAlikes: alike, missing, unreadable }
      : undefined;
  }
}

/** What looks for paths. */
type PathResolver = Pick<Door, "resolve">;

/**
 * What a caller's path leads to; what it was taken for is noted.
 * @throws ToolError as `Door.resolve`
 */
export function resolveAndNote(
  { door, pathNotes }: { readonly door: PathResolver; readonly pathNotes: PathNoteCollector },
  path: string,
): ResolvedPath {
  return pathNotes.record(path, resolvePath(door, path));
}

/**
 * The same, of no note: a path; or the file of one with lines behind it (`src/a.ts:12-40`), where nothing has that name.
 * @throws ToolError as `Door.resolve`
 */
export function resolvePath(door: PathResolver, path: string): ResolvedPath {
  try {
    return door.resolve(path);
  } catch (error) {
    const place = isMissing(error) ? parsePathWithLines(path) : undefined;
    const file = place && fileAt(door, place.path);
    if (file === undefined) throw error;
    return file;
  }
}

function fileAt(door: PathResolver, path: string): ResolvedPath | undefined {
  try {
    const found = door.resolve(path);
    return found.kind === "file" ? found : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that something is there, and can't be read. */
export function isUnreadable(error: unknown): error is ToolError {
  return error instanceof ToolError && (error.key === "unreadable" || error.key === "read_failed");
}

/** Whether an error says that nothing is there. */
export function isMissing(error: unknown): error is ToolError {
  return error instanceof ToolError && error.key === "not_found";
}
