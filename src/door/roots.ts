/**
 * The roots that a server is started with: found and checked once, then plain data that can be passed to a thread.
 * @module
 */
import { fillBoth, type TemplateValues } from "../model/messages/bilingual.ts";
import { ROOT_FAULTS, type RootFaultKey } from "../model/messages/root_faults.ts";
import { UserError } from "../model/messages/user_error.ts";
import { NATIVE_SYNTAX } from "./path_syntax.ts";
import { normalizedPath } from "./parse_path.ts";
import { relativePath } from "./absolute_path.ts";
import { SYSCALLS } from "./syscalls.ts";

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
export function rootNames({ path, aliases }: RootDir): string[] {
  return [path, ...aliases.filter(({ leadsTo }) => leadsTo === "").map((alias) => alias.path)];
}

/** Another absolute path of a directory in a root. */
export interface RootAlias {
  readonly path: string;
  /** Relative to the root; "" is the root itself. */
  readonly leadsTo: string;
}

/** Why the server can't be started. */
export class StartError extends UserError {
  override readonly name = "StartError";
  constructor(readonly key: RootFaultKey, values: TemplateValues, options?: ErrorOptions) {
    super(fillBoth(ROOT_FAULTS[key], values), options);
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
  const path = orStartError(given, () => SYSCALLS.realPath(given));
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
