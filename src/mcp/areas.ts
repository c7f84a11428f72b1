/**
 * Directories and files, each with all that is in it: what lies in which, by names alone. A client may have opened
 * thousands, so none is compared with each of the others.
 * @module
 */

/** Paths as the engine shows them: "." is the project root, entries of further roots are absolute. */
export class Areas {
  readonly #paths: ReadonlySet<string>;
  readonly #below = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
    for (const path of this.#paths) {
      for (const dir of dirsAbove(path)) {
        const below = this.#below.get(dir);
        if (below === undefined) this.#below.set(dir, [path]);
        else below.push(path);
      }
    }
  }

  /** Whether `path` is one of them or lies in one. */
  covers(path: string): boolean {
    return this.#paths.has(path) || this.#holds(path);
  }

  /** Those that lie below `path`. */
  below(path: string): readonly string[] {
    return this.#below.get(path) ?? [];
  }

  /** Those that lie in none of the others. */
  outermost(): string[] {
    return [...this.#paths].filter((path) => !this.#holds(path));
  }

  #holds(path: string): boolean {
    return dirsAbove(path).some((dir) => this.#paths.has(dir));
  }
}

/** The directories that `path` lies in, but for itself. */
function dirsAbove(path: string): string[] {
  const dirs = /^(?:\/|[A-Za-z]:\/)/.test(path) || path === "." ? [] : ["."];
  for (let end = path.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : path.lastIndexOf("/", end - 1)) {
    dirs.push(path.slice(0, end));
    // The top of a file system is written with its slash.
    if (end + 1 < path.length) dirs.push(path.slice(0, end + 1));
  }
  return dirs;
}
