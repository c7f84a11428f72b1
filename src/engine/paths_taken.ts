/**
 * How the paths of a request were taken, where not as they stand.
 * @module
 */
import type { Door, Named } from "../door/door.ts";
import type { PathNotes } from "../model/report.ts";
import type { ToolError } from "../model/tool_error.ts";

/** Notes of one request. */
export class PathsTaken {
  readonly #alike = new Map<string, string>();
  readonly #missing = new Set<string>();

  /** A path that something else has the looks of was taken for that. */
  take(given: string, { alike, ...named }: Named): Named {
    if (alike) this.#alike.set(given, named.shown);
    return named;
  }

  /** One of several paths is not there. */
  miss({ params: { path } }: ToolError): void {
    this.#missing.add(String(path));
  }

  /** Undefined where all were taken as they stand. */
  get notes(): PathNotes | undefined {
    if (this.#alike.size === 0 && this.#missing.size === 0) return undefined;
    return { alike: [...this.#alike].map(([given, shown]) => ({ given, shown })), missing: [...this.#missing] };
  }
}

/**
 * What a caller's path leads to; what it was taken for is noted.
 * @throws ToolError as `Door.resolve`
 */
export function named(
  { door, paths }: { readonly door: Pick<Door, "resolve">; readonly paths: PathsTaken },
  path: string,
  prefixes?: readonly string[],
): Named {
  return paths.take(path, door.resolve(path, prefixes));
}
