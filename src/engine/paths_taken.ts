/**
 * How the paths of a request were taken, where not as they stand.
 * @module
 */
import type { Door, Named } from "../door/door.ts";
import type { PathNotes } from "../model/report.ts";
import { placeInFile } from "../model/place_in_file.ts";
import { ToolError } from "../model/tool_error.ts";

/** Notes of one request. */
export class PathsTaken {
  readonly #alike = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #unreadable = new Set<string>();

  /** A path that something else has the looks of was taken for that. */
  take(given: string, { alike, ...named }: Named): Named {
    if (alike) this.#alike.set(given, named.shown);
    return named;
  }

  /** One of several paths is not there, or can't be read. */
  leaveOut(error: ToolError): void {
    (isMissing(error) ? this.#missing : this.#unreadable).add(String(error.params.path));
  }

  /** Undefined where all were taken as they stand. */
  get notes(): PathNotes | undefined {
    const alike = [...this.#alike].map(([given, shown]) => ({ given, shown }));
    const missing = [...this.#missing], unreadable = [...this.#unreadable];
    return alike.length + missing.length + unreadable.length > 0 ? { alike, missing, unreadable } : undefined;
  }
}

/** What looks for paths. */
type Resolving = Pick<Door, "resolve">;

/**
 * What a caller's path leads to; what it was taken for is noted.
 * @throws ToolError as `Door.resolve`
 */
export function named({ door, paths }: { readonly door: Resolving; readonly paths: PathsTaken }, path: string): Named {
  return paths.take(path, resolvedPlace(door, path));
}

/**
 * The same, of no note: a path; or the file of one with lines behind it (`src/a.ts:12-40`), where nothing has that name.
 * @throws ToolError as `Door.resolve`
 */
export function resolvedPlace(door: Resolving, path: string): Named {
  try {
    return door.resolve(path);
  } catch (error) {
    const place = isMissing(error) ? placeInFile(path) : undefined;
    const file = place && fileAt(door, place.path);
    if (file === undefined) throw error;
    return file;
  }
}

function fileAt(door: Resolving, path: string): Named | undefined {
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
