/**
 * What a caller's text says about where something is, before anything is looked up. No `~`, variables,
 * percent signs, entities or look-alike characters are decoded: a name is a name.
 * @module
 */
import { parentPath } from "../model/place.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { NATIVE_SYNTAX, type PathSyntax } from "./path_syntax.ts";
import { above, below } from "./slashes.ts";

/** A way to walk: from the top of a file system, or from the project root. */
export interface Route {
  /** `/`, `C:/`, `//server/share/`; absent for a relative path. */
  readonly top?: string;
  /** Names in order, `..` among them; no empty ones, no `.`. */
  readonly names: readonly string[];
}

/** The route a plain path describes; `/`-separated. */
export function parseRoute(path: string, flavour = NATIVE_SYNTAX): Route {
  const slashes = flavour.isWindows ? withoutVerbatimPrefix(path.replaceAll("\\", "/")) : path;
  const [top] = (flavour.isWindows ? WINDOWS_TOP : POSIX_TOP).exec(slashes) ?? [];
  const names = slashes.slice(top?.length ?? 0).split("/").filter((name) => name !== "" && name !== ".");
  return top === undefined ? { names } : { top: flavour.isWindows ? normalizedTop(top) : "/", names };
}

const POSIX_TOP = /^\/+/;
// A drive without a slash (`C:x`) means a directory that was current there once: nobody knows it here.
const WINDOWS_TOP = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+(?:\/|$)|\/)/;

/** Windows' own long form of a path, `\\?\C:\x` or `\\?\UNC\server\share`, without its mark. */
function withoutVerbatimPrefix(path: string): string {
  return path.replace(/^\/\/\?\/(?:UNC\/(?=[^/])|(?=[A-Za-z]:\/))/i, (mark) => mark.length > 4 ? "//" : "");
}

/** One spelling of a top: a capital drive, a share with its slash. */
function normalizedTop(top: string): string {
  return top.endsWith("/") ? top.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : top + "/";
}

/** Where a route ends by name alone, `..` taken back, from directory `base` where it is relative. */
export function lexicalEnd(route: Route, base: string): string {
  let at = route.top ?? base;
  const names: string[] = [];
  for (const name of route.names) {
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) at = above(at);
  }
  return below(at, names.join("/"));
}

/** An absolute path as the door compares it: `/`-separated, `..` taken back, its drive or share spelled one way. */
export function normalizedPath(path: string, flavour = NATIVE_SYNTAX): string {
  return lexicalEnd(parseRoute(path, flavour), "/");
}

/**
 * Whether some disk could have a file of that path: not longer than the kernel takes, no lone surrogate
 * (it would reach the disk as U+FFFD, which is another name), and on Windows no stream, device or name
 * that the system would take for another one.
 */
export function isPossiblePath(path: string, flavour = NATIVE_SYNTAX): boolean {
  if (!path.isWellFormed()) return false;
  if (path.length > maxPathChars(flavour)) return false;
  return !flavour.isWindows || parseRoute(path, flavour).names.every((name) => name === ".." || isWindowsName(name));
}

/** Characters of a path that the kernel takes. */
function maxPathChars({ isWindows: windows }: PathSyntax): number {
  return windows ? 32_767 : 4096;
}

/** A path without what no disk could have, from the first such name on; Windows' own rules are left to the walk. */
export function possiblePart(path: string): string {
  const most = maxPathChars(NATIVE_SYNTAX) + 1, odd = path.search(/[\0\p{Cs}]/u);
  const end = odd < 0 ? most : Math.min(odd, most);
  return path.length < end ? path : parentPath(path.slice(0, end));
}

const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3]) *(?:\.|$)/i;

/**
 * Whether Windows takes a name for what it says: not for a device, not for a stream of another file (`a:b`), and
 * without the dots and blanks at its end that it would leave out, so that `.. ` leads upwards.
 */
export function isWindowsName(name: string): boolean {
  return !/[<>:"|?*\p{Cc}]|[. ]$/u.test(name) && !DEVICE_NAME.test(name);
}

/** Whether a text may be meant as something else than a path: a `file:` URL or a JSON string. */
export function isEncodedPath(text: string): boolean {
  return isFileUrl(text) || parseJsonString(text) !== undefined;
}

/**
 * The path that a text means: itself, unless it is a `file:` URL or a JSON string literal.
 * @throws ToolError `nul_in_path`, or `file_url` for a URL of another machine or an impossible one
 */
export function decodePath(text: string, flavour = NATIVE_SYNTAX): string {
  const path = decodeUnchecked(text, flavour);
  rejectNul(path);
  return path;
}

/**
 * As `decode`, whatever characters are in it.
 * @throws ToolError `file_url`
 */
export function decodeUnchecked(text: string, flavour = NATIVE_SYNTAX): string {
  return isFileUrl(text) ? fileUrlPath(text, flavour) : parseJsonString(text) ?? text;
}

/** @throws ToolError `nul_in_path` */
export function rejectNul(path: string): void {
  if (path.includes("\0")) throw new ToolError("nul_in_path", { path });
}

function isFileUrl(text: string): boolean {
  return /^file:\//i.test(text);
}

/** The path in a JSON string literal: so answers write one that can't be read plainly. */
function parseJsonString(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const path: unknown = JSON.parse(text);
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The absolute path of a `file:` URL; a query or fragment (`#L10`) names no other file. */
function fileUrlPath(url: string, { isWindows: windows }: PathSyntax): string {
  const [, named = "", rest] = /^file:(?:\/\/([^/?#]*)|(?!\/\/))(\/[^?#]*)/i.exec(url) ?? [];
  // `file://C:/x` means `file:///C:/x`, as the URL standard has it.
  const isDrive = windows && /^[A-Za-z][:|]$/.test(named), host = isDrive ? "" : named;
  const coded = isDrive && rest !== undefined ? `/${named}${rest}` : rest;
  const share = /^(?:|localhost)$/i.test(host) ? "" : `//${host}`;
  // An encoded separator would turn a name into a way. Only Windows reads other machines as paths.
  if (coded === undefined || /%2f/i.test(coded) || (windows && /%5c/i.test(coded))) return rejectUrl(url);
  if (share !== "" && !(windows && /^[\w.-]+$/.test(host))) return rejectUrl(url);
  try {
    const path = decodeURIComponent(coded);
    return windows && share === "" ? path.replace(/^\/([A-Za-z])[:|](?:\/|$)/, "$1:/") : share + path;
  } catch {
    return rejectUrl(url);
  }
}

function rejectUrl(url: string): never {
  throw new ToolError("file_url", { path: url });
}
