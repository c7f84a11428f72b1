/** Options of `globToRegExp`. */
export interface GlobOptions {
  extended?: boolean;
  globstar?: boolean;
  caseInsensitive?: boolean;
}
/** The last part of a path. */
export function basename(path: string, suffix?: string): string;
/** A path without its last part. */
export function dirname(path: string): string;
/** The extension of the last part, with its dot. */
export function extname(path: string): string;
/** The path a `file:` URL names. */
export function fromFileUrl(url: string | URL): string;
/** The `file:` URL of an absolute path. */
export function toFileUrl(path: string): URL;
/** A regular expression equal to a glob. */
export function globToRegExp(glob: string, options?: GlobOptions): RegExp;
/** Whether a path is absolute. */
export function isAbsolute(path: string): boolean;
/** Joins and normalises. */
export function join(...paths: string[]): string;
/** Resolves `.` and `..` by text alone. */
export function normalize(path: string): string;
/** The way from one path to another. */
export function relative(from: string, to: string): string;
/** An absolute path, from the right. */
export function resolve(...paths: string[]): string;
/** The platform's separator. */
export const SEPARATOR: "/" | "\\";
