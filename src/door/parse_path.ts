/**
 * Parses the paths that callers write, without any access to the disk. No `~`, variables, percent signs, entities or
 * look-alike characters are decoded: a name is a name.
 * @module
 */
import { ToolError } from "../model/messages/tool_error.ts";
import { joinPath } from "../model/place.ts";
import { NATIVE_SYNTAX, parentDir, type PathSyntax } from "./path_syntax.ts";

/** The names to walk along: from the top of a file system, or from the project root. */
export interface Route {
  /** `/`, `C:/`, `//server/share/`; absent for a relative path. */
  readonly top?: string;
  /** In order, including `..`; no empty names, no `.`. */
  readonly names: readonly string[];
}

/** The route of a path that is not encoded. */
export function parseRoute(path: string, syntax = NATIVE_SYNTAX): Route {
  const slashes = syntax.isWindows ? withoutVerbatimPrefix(path.replaceAll("\\", "/")) : path;
  const [top] = (syntax.isWindows ? WINDOWS_TOP : POSIX_TOP).exec(slashes) ?? [];
  const names = slashes.slice(top?.length ?? 0).split("/").filter((name) => name !== "" && name !== ".");
  return top === undefined ? { names } : { top: syntax.isWindows ? normalizedTop(top) : "/", names };
}

const POSIX_TOP = /^\/+/;
// A drive without a slash (`C:x`) means the directory that was last current on that drive, which is unknown here.
const WINDOWS_TOP = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+(?:\/|$)|\/)/;

/** Removes the prefix of Windows' long form of a path, `\\?\C:\x` or `\\?\UNC\server\share`. */
function withoutVerbatimPrefix(path: string): string {
  return path.replace(/^\/\/\?\/(?:UNC\/(?=[^/])|(?=[A-Za-z]:\/))/i, (prefix) => prefix.length > 4 ? "//" : "");
}

/** The one spelling of a top: a drive in upper case, a share with its slash. */
function normalizedTop(top: string): string {
  return top.endsWith("/") ? top.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : top + "/";
}

/** Where a route ends by name alone, with `..` resolved; a relative route starts from directory `base`. */
export function lexicalEnd(route: Route, base: string): string {
  let at = route.top ?? base;
  const names: string[] = [];
  for (const name of route.names) {
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) at = parentDir(at);
  }
  return joinPath(at, names.join("/"));
}

/** An absolute path as the door compares it: `/`-separated, with `..` resolved, its drive or share in one spelling. */
export function normalizedPath(path: string, syntax = NATIVE_SYNTAX): string {
  return lexicalEnd(parseRoute(path, syntax), "/");
}

/**
 * Whether a disk could have a file of that path. It is not longer than the kernel accepts. It has no lone surrogate,
 * which would reach the disk as U+FFFD, another name. On Windows it is no stream, no device and no name that the system
 * would read as another one.
 */
export function isPossiblePath(path: string, syntax = NATIVE_SYNTAX): boolean {
  if (!path.isWellFormed()) return false;
  if (path.length > maxPathChars(syntax)) return false;
  return !syntax.isWindows || parseRoute(path, syntax).names.every((name) => name === ".." || isWindowsName(name));
}

/** The kernel's limit on the characters of a path. */
function maxPathChars({ isWindows }: PathSyntax): number {
  return isWindows ? 32_767 : 4096;
}

const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3]) *(?:\.|$)/i;

/**
 * Whether Windows reads a name as it is written: not as a device, and not as a stream of another file (`a:b`). It has
 * no dots or spaces at its end, which Windows ignores: `.. ` would lead upwards.
 */
export function isWindowsName(name: string): boolean {
  return !/[<>:"|?*\p{Cc}]|[. ]$/u.test(name) && !DEVICE_NAME.test(name);
}

/** Whether a text may be something other than a plain path: a `file:` URL or a JSON string. */
export function isEncodedPath(text: string): boolean {
  return isFileUrl(text) || parseJsonString(text) !== undefined;
}

/**
 * The path that a text means: the text itself, unless it is a `file:` URL or a JSON string literal.
 * @throws ToolError `nul_in_path`, or `file_url` for an invalid URL or one of another machine
 */
export function decodePath(text: string, syntax = NATIVE_SYNTAX): string {
  const path = isFileUrl(text) ? fileUrlPath(text, syntax) : parseJsonString(text) ?? text;
  rejectNul(path);
  return path;
}

/** @throws ToolError `nul_in_path` */
export function rejectNul(path: string): void {
  if (path.includes("\0")) throw new ToolError("nul_in_path", { path });
}

function isFileUrl(text: string): boolean {
  return /^file:\//i.test(text);
}

/** The path in a JSON string literal: answers quote unreadable paths like this. */
function parseJsonString(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const path: unknown = JSON.parse(text);
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The absolute path of a `file:` URL. A query or fragment (`#L10`) is ignored. */
function fileUrlPath(url: string, { isWindows }: PathSyntax): string {
  const [, authority = "", rest] = /^file:(?:\/\/([^/?#]*)|(?!\/\/))(\/[^?#]*)/i.exec(url) ?? [];
  // The URL standard reads `file://C:/x` as `file:///C:/x`.
  const isDrive = isWindows && /^[A-Za-z][:|]$/.test(authority), host = isDrive ? "" : authority;
  const encoded = isDrive && rest !== undefined ? `/${authority}${rest}` : rest;
  const share = /^(?:|localhost)$/i.test(host) ? "" : `//${host}`;
  // An encoded separator would turn one name into several. Only Windows has paths on other machines.
  if (encoded === undefined || /%2f/i.test(encoded) || (isWindows && /%5c/i.test(encoded))) return rejectUrl(url);
  if (share !== "" && !(isWindows && /^[\w.-]+$/.test(host))) return rejectUrl(url);
  try {
    const path = decodeURIComponent(encoded);
    return isWindows && share === "" ? path.replace(/^\/([A-Za-z])[:|](?:\/|$)/, "$1:/") : share + path;
  } catch {
    return rejectUrl(url);
  }
}

function rejectUrl(url: string): never {
  throw new ToolError("file_url", { path: url });
}
