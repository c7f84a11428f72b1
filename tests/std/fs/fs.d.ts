/** An entry found by `walk` or `expandGlob`. */
export interface WalkEntry extends Deno.DirEntry {
  path: string;
}
/** Options of `walk`. */
export interface WalkOptions {
  maxDepth?: number;
  includeFiles?: boolean;
  includeDirs?: boolean;
  includeSymlinks?: boolean;
  followSymlinks?: boolean;
  canonicalize?: boolean;
  exts?: string[];
  match?: RegExp[];
  skip?: RegExp[];
}
/** Options of `expandGlob`. */
export interface ExpandGlobOptions {
  root?: string;
  exclude?: string[];
  includeDirs?: boolean;
  extended?: boolean;
  globstar?: boolean;
  caseInsensitive?: boolean;
  followSymlinks?: boolean;
  canonicalize?: boolean;
}
/** Copies a file, or a directory with all that is in it. */
export function copySync(from: string | URL, to: string | URL): void;
/** Whether a path exists. */
export function existsSync(path: string | URL, options?: { isFile?: boolean; isDirectory?: boolean }): boolean;
/** Makes a directory and those above it. */
export function ensureDirSync(dir: string | URL): void;
/** Makes an empty directory: removes what is in one that exists. */
export function emptyDirSync(dir: string | URL): void;
/** Everything below `root`, depth first. */
export function walkSync(root: string | URL, options?: WalkOptions): IterableIterator<WalkEntry>;
/** Everything that matches `glob`. */
export function expandGlobSync(glob: string | URL, options?: ExpandGlobOptions): IterableIterator<WalkEntry>;
