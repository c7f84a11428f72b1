/**
 * Resolves the paths of a request, and notes those that were not taken literally.
 * @module
 */
import type { Door, ResolvedPath } from "../../door/door.ts";
import { ToolError, valueOrFault } from "../../model/messages/tool_error.ts";
import { pathsWithLines } from "../../model/path_with_lines.ts";
import type { PathNotes } from "../../model/completeness.ts";

export class PathNoteCollector {
  readonly #standIns = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #unreadable = new Set<string>();

  /** Notes that another path was taken for the given one. */
  record(given: string, { isStandIn, ...resolved }: ResolvedPath): ResolvedPath {
    if (isStandIn) this.#standIns.set(given, resolved.shown);
    return resolved;
  }

  /** Notes that one of several paths does not exist, or can't be read. */
  recordUnusable(error: ToolError): void {
    (isMissing(error) ? this.#missing : this.#unreadable).add(String(error.params.path));
  }

  /** Undefined if all paths were taken literally. */
  get notes(): PathNotes | undefined {
    const standIns = [...this.#standIns].map(([given, shown]) => ({ given, shown }));
    const missing = [...this.#missing], unreadable = [...this.#unreadable];
    return standIns.length + missing.length + unreadable.length > 0 ? { standIns, missing, unreadable } : undefined;
  }
}

type PathResolver = Pick<Door, "resolve" | "roots" | "stat">;

/**
 * Resolves a caller's path, and notes what it was taken for.
 * @throws ToolError as `Door.resolve`
 */
export function resolveAndNote(
  { door, pathNotes }: { readonly door: PathResolver; readonly pathNotes: PathNoteCollector },
  path: string,
): ResolvedPath {
  return pathNotes.record(path, resolvePath(door, path));
}

/**
 * Resolves a path without noting it: to the entry of that name, or to the file of one with lines after it
 * (`src/a.ts:12-40`).
 * @throws ToolError as `Door.resolve`, and `root_gone`
 */
export function resolvePath(door: PathResolver, path: string): ResolvedPath {
  try {
    return door.resolve(path);
  } catch (error) {
    for (const reading of isMissing(error) ? pathsWithLines(path) : []) {
      const file = fileAt(door, reading.path);
      if (file !== undefined) return file;
    }
    const gone = isMissing(error) ? door.roots.find((_, root) => isGone(door, root)) : undefined;
    throw gone === undefined ? error : new ToolError("root_gone", { path: gone.path });
  }
}

function isGone(door: PathResolver, root: number): boolean {
  return isMissing(valueOrFault(() => door.stat({ root, path: "" })));
}

function fileAt(door: PathResolver, path: string): ResolvedPath | undefined {
  try {
    const found = door.resolve(path);
    return found.kind === "file" ? { ...found, isStandIn: true } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether the error says that an entry exists and can't be read. */
export function isUnreadable(error: unknown): error is ToolError {
  return error instanceof ToolError && (error.key === "unreadable" || error.key === "read_failed");
}

/** Whether the error says that no entry exists. */
export function isMissing(error: unknown): error is ToolError {
  return error instanceof ToolError && error.key === "not_found";
}
