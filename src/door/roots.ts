/**
 * The roots a server is started with: found once, checked, and from then on plain data that can be
 * handed to a thread.
 * @module
 */
import { fillBoth, type TemplateValues } from "../model/messages/bilingual.ts";
import { ROOT_FAULTS, type RootFaultKey } from "../model/messages/root_faults.ts";
import { UserError } from "../model/messages/user_error.ts";
import { NATIVE_SYNTAX } from "./path_syntax.ts";
import { normalizedPath } from "./parse_path.ts";
import { relativePath } from "./slashes.ts";
import { SYSCALLS } from "./syscalls.ts";

/** A root directory. All paths absolute, `/`-separated. */
export interface RootDir {
  /** The real path. */
  readonly path: string;
  /**
   * The path it is read by, which is also what a thread must be granted: `path`, unless the permission
   * covers only an alias (`--allow-read=ALIAS`).
   */
  readonly ioPath: string;
  /** Other names under which callers may know directories in it, and which these are. */
  readonly aliases: readonly RootAlias[];
}

/** The absolute paths of a root itself: the real one first, then those it was given by. */
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
  constructor(key: RootFaultKey, values: TemplateValues, options?: ErrorOptions) {
    super(fillBoth(ROOT_FAULTS[key], values), options);
  }
}

/**
 * Finds the roots named on the command line; the first is the project root. A root that lies within
 * another one adds nothing but a name, and becomes an alias.
 * @param args paths as given; none means the current directory
 * @param cwd what relative ones are relative to; the process's own where not given
 * @throws StartError for a root that is missing, not a directory, or not covered by the read grant
 * @example
 * ```ts
 * findRoots([".", "./src"]).length; // 1
 * ```
 */
export function findRoots(args: readonly string[], cwd?: string): RootDir[] {
  const all = (args.length === 0 ? ["."] : args).map((arg) => findRoot(absolute(arg, cwd)));
  const isKept = all.map((root, i) => i === 0 || !all.some((other, j) => isCoveredBy(other, j, root, i)));
  const kept = all.filter((_, i) => isKept[i]);
  for (const extra of all.filter((_, i) => !isKept[i])) {
    const holder = kept.findIndex((root) => relativePath(root.path, extra.path) !== undefined);
    kept[holder] = withAliasesOf(kept[holder], extra);
  }
  return kept;
}

/** Of equal roots the first covers the others. */
function isCoveredBy(other: RootDir, j: number, root: RootDir, i: number): boolean {
  return other.path === root.path ? j < i : relativePath(other.path, root.path) !== undefined;
}

function absolute(arg: string, cwd?: string): string {
  // A process may outlive its directory; that only matters to a relative root.
  return rootPath(arg, NATIVE_SYNTAX.isAbsolute(arg) ? "/" : cwd ?? orStartError(arg, () => Deno.cwd()));
}

/** The absolute path that an argument means, `/`-separated, its drive or share written as it always is. */
export function rootPath(arg: string, cwd: string, flavour = NATIVE_SYNTAX): string {
  return normalizedPath(flavour.resolve(cwd, arg), flavour);
}

function findRoot(given: string): RootDir {
  const path = orStartError(given, () => SYSCALLS.realPath(given));
  const io = isReadable(path) ? path : given;
  if (!orStartError(given, () => Deno.statSync(io)).isDirectory) throw new StartError("no_directory", { root: given });
  return { path, ioPath: io, aliases: given === path ? [] : [{ path: given, leadsTo: "" }] };
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
    // Deno asks for every permission at once before it reads what the system makes up as it is read.
    const { state } = Deno.permissions.querySync({ name: "read", path: given });
    return state === "granted" ? "refused_by_deno" : "not_granted";
  }
  if (error instanceof Deno.errors.NotFound) return "missing";
  return error instanceof Deno.errors.NotADirectory ? "no_directory" : "unreadable";
}

/** `root`, which also goes by the names of `inner`, a directory within it. */
function withAliasesOf(root: RootDir, inner: RootDir): RootDir {
  const leadsTo = relativePath(root.path, inner.path) ?? "";
  const known = new Set(root.aliases.map((alias) => alias.path));
  const more = inner.aliases.filter((alias) => !known.has(alias.path));
  return { ...root, aliases: [...root.aliases, ...more.map(({ path }) => ({ path, leadsTo }))] };
}
