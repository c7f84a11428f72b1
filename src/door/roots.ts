/**
 * The roots that a server is started with: found and checked once, then plain data that can be passed to a thread.
 * @module
 */
import { type SentenceKey, type TemplateValues, UserError } from "../model/messages/messages.ts";
import { dirPrefix, joinPath, type Place } from "../model/place.ts";
import { AccessError } from "./access_error.ts";
import type { Root } from "./door.ts";
import { isWindowsName, normalizedPath } from "./parse_path.ts";
import { NATIVE_SYNTAX, relativePath } from "./path_syntax.ts";

/** A root directory. All paths absolute, `/`-separated. */
export interface RootDir {
  /** The real path. */
  readonly path: string;
  /**
   * The path by which it is read, and which a thread must be granted: `path`, unless the permission covers only an
   * alias (`--allow-read=ALIAS`).
   */
  readonly ioPath: string;
  /** Other names that callers may use for the root or for directories in it. */
  readonly aliases: readonly RootAlias[];
}

/** The absolute paths of a root itself: the real path first, then those by which it was given. */
function rootNames({ path, aliases }: RootDir): string[] {
  return [path, ...aliases.filter(({ leadsTo }) => leadsTo === "").map((alias) => alias.path)];
}

/** Another absolute path of a directory in a root. */
interface RootAlias {
  readonly path: string;
  /** Relative to the root; "" is the root itself. */
  readonly leadsTo: string;
}

/** The key of a sentence about a root. */
type RootFaultKey = SentenceKey extends infer Key ? Key extends `root.${infer Name}` ? Name : never : never;

/** Why the server can't be started. */
export class StartError extends UserError {
  override readonly name = "StartError";
  constructor(readonly key: RootFaultKey, params: TemplateValues, options?: ErrorOptions) {
    super({ key: `root.${key}`, params }, options);
  }
}

/**
 * Finds the roots named on the command line; the first is the project root. A root inside another one adds only a name,
 * so it becomes an alias.
 * @param args paths as given; an empty list means the current directory
 * @param cwd the base of relative paths; default: the process's current directory
 * @throws StartError for a root that is missing, not a directory, or not covered by the read grant
 * @example
 * ```ts
 * findRoots([".", "./src"]).length; // 1
 * ```
 */
export function findRoots(args: readonly string[], cwd?: string): RootDir[] {
  const all = (args.length === 0 ? ["."] : args).map((arg) => findRoot(absolute(arg, cwd)));
  const isKept = all.map((root, i) => i === 0 || !all.some((other, j) => covers(other, j, root, i)));
  const kept = all.filter((_, i) => isKept[i]);
  for (const extra of all.filter((_, i) => !isKept[i])) {
    const holder = kept.findIndex((root) => relativePath(root.path, extra.path) !== undefined);
    kept[holder] = withAliasesOf(kept[holder], extra);
  }
  return kept;
}

/** Whether `other` (the `j`-th argument) covers `root` (the `i`-th). Of equal roots the first covers the others. */
function covers(other: RootDir, j: number, root: RootDir, i: number): boolean {
  return other.path === root.path ? j < i : relativePath(other.path, root.path) !== undefined;
}

function absolute(arg: string, cwd?: string): string {
  // The current directory may have been deleted, which only matters for a relative root.
  return rootPath(arg, NATIVE_SYNTAX.isAbsolute(arg) ? "/" : cwd ?? orStartError(arg, () => Deno.cwd()));
}

/** The absolute path that an argument means, normalized as `normalizedPath` does. */
export function rootPath(arg: string, cwd: string, syntax = NATIVE_SYNTAX): string {
  return normalizedPath(syntax.resolve(cwd, arg), syntax);
}

function findRoot(given: string): RootDir {
  const path = orStartError(given, () => normalizedPath(Deno.realPathSync(given)));
  const ioPath = isReadable(path) ? path : given;
  if (!orStartError(given, () => Deno.statSync(ioPath)).isDirectory) {
    throw new StartError("no_directory", { root: given });
  }
  return { path, ioPath, aliases: given === path ? [] : [{ path: given, leadsTo: "" }] };
}

function isReadable(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return false;
    throw error;
  }
}

function orStartError<T>(given: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(startFaultKey(given, error), { root: given, why }, { cause: error });
  }
}

function startFaultKey(given: string, error: unknown): RootFaultKey {
  if (error instanceof Deno.errors.NotCapable) {
    // Before Deno reads files that the kernel generates (/proc, /sys, /dev) it requires all permissions together.
    const { state } = Deno.permissions.querySync({ name: "read", path: given });
    return state === "granted" ? "refused_by_deno" : "not_granted";
  }
  if (error instanceof Deno.errors.NotFound) return "missing";
  return error instanceof Deno.errors.NotADirectory ? "no_directory" : "unreadable";
}

/** `root` with the names of `inner`, a directory in it, as aliases. */
function withAliasesOf(root: RootDir, inner: RootDir): RootDir {
  const leadsTo = relativePath(root.path, inner.path) ?? "";
  const known = new Set(root.aliases.map((alias) => alias.path));
  const more = inner.aliases.filter((alias) => !known.has(alias.path));
  return { ...root, aliases: [...root.aliases, ...more.map(({ path }) => ({ path, leadsTo }))] };
}

/** The roots and their names. All absolute paths are `/`-separated. */
export class RootMap {
  readonly roots: readonly Root[];
  /** The real path for every name, folded, of a root or of a directory in one. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(readonly dirs: readonly RootDir[], readonly syntax = NATIVE_SYNTAX) {
    this.roots = dirs.map((dir, i) => ({
      path: dir.path,
      names: rootNames(dir),
      prefix: i === 0 ? "" : dirPrefix(dir.path),
    }));
    this.#names = new Map(dirs.flatMap(({ path, aliases }) => [
      ...aliases.map((alias): [string, string] => [this.#fold(alias.path), joinPath(path, alias.leadsTo)]),
      [this.#fold(path), path] as [string, string],
    ]));
  }

  /** The place at a real path. If several roots contain it, the first: the project root, if that is one of them. */
  placeOf(path: string): Place | undefined {
    for (let root = 0; root < this.dirs.length; root++) {
      const rel = this.#relativeAsSpelled(this.dirs[root].path, path);
      if (rel !== undefined) return { root, path: rel };
    }
    return undefined;
  }

  /** The real path of a place. */
  absolutePathOf(place: Place): string {
    return joinPath(this.dirs[place.root].path, place.path);
  }

  /**
   * The path by which a place is read.
   * @throws AccessError `not_found` for names that Windows reads as other names: they would lead out of the root
   */
  ioPathOf(root: number, path: string): string {
    if (this.syntax.isWindows && path !== "" && !path.split("/").every(isWindowsName)) {
      throw new AccessError("not_found");
    }
    return joinPath(this.dirs[root].ioPath, path);
  }

  /** The real path of a root, or of a directory in one, by one of its names. */
  rootPathOf(name: string): string | undefined {
    return this.#names.get(this.#fold(name));
  }

  /** Whether a path is inside a root, by any of its names. */
  contains(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(name, folded) !== undefined);
  }

  /** Whether a name of a root lies below `path`. A route may pass through such a path, but not inspect it. */
  isAboveRoot(path: string): boolean {
    const folded = this.#fold(path);
    return this.#someRootName((name) => relativePath(folded, name) !== undefined);
  }

  /** See `Door.displayPath`. */
  displayPath(place: Place): string {
    const rel = place.root === 0 ? place.path : relativePath(this.dirs[0].path, this.absolutePathOf(place));
    return rel === undefined ? this.absolutePathOf(place) : rel === "" ? "." : rel;
  }

  /**
   * The path from `dir` down to `path`, spelled as in `path`. Accepts several spellings of a name if the system does;
   * even a wrong decision gives a place inside the root.
   */
  #relativeAsSpelled(dir: string, path: string): string | undefined {
    const rel = relativePath(dir, path);
    if (rel !== undefined || this.syntax.foldName === undefined) return rel;
    if (relativePath(this.#fold(dir), this.#fold(path)) === undefined) return undefined;
    return path.split("/").slice(dirPrefix(dir).split("/").length - 1).join("/");
  }

  #fold(path: string): string {
    return this.syntax.foldName?.(path) ?? path;
  }

  #someRootName(test: (name: string) => boolean): boolean {
    for (const name of this.#names.keys()) if (test(name)) return true;
    return false;
  }
}
