/**
 * The roots of a command line: they exist, reading them is granted, and a warning is given if they are too wide.
 * @module
 */
import { findRoots, type RootDir, rootPath } from "../../door/roots.ts";
import { toSlashes } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { type NoticeKey, type Warning, warning } from "../notices.ts";
import { environmentVariable, isGranted } from "../permissions.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { startCommand } from "../command_line/start_command.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Placeholders that a shell or a host should have expanded: `~` at the beginning; variables of a host, of a POSIX shell
 * and of Windows.
 */
const UNEXPANDED = /^~[\w.-]*(?=[/\\]|$)|\$\{[^{}]*\}|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%/;

/**
 * The roots to serve.
 * @throws UsageError if reading one is not granted, or if one can't be served because it was never expanded
 * @throws StartError if one can't be served for another reason
 */
export function servedRoots(given: readonly string[]): RootDir[] {
  const cwd = workingDirectory();
  try {
    for (const root of given) checkGrant(root, rootPath(root, cwd));
    return findRoots(given, cwd);
  } catch (error) {
    refuseUnexpanded(given);
    throw error;
  }
}

const EXAMPLE = "deno run --no-prompt --allow-read=/home/me/project fossick.js --root /home/me/project";

/** @throws UsageError if a root still has a placeholder */
export function refuseUnexpanded(given: readonly string[], example = EXAMPLE): void {
  const root = given.find((root) => UNEXPANDED.test(root)), [part] = UNEXPANDED.exec(root ?? "") ?? [];
  if (root === undefined || part === undefined) return;
  throw new UsageError("unexpanded", { root, part }, example);
}

/** The working directory; "/" if it was deleted: then only absolute roots can be served. */
export function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}

/** Checks the grant first, since Deno would prompt for it on a terminal. */
function checkGrant(given: string, root: string): void {
  if (isGranted({ name: "read", path: root })) return;
  const flag = `--allow-read=${root}`, values = { root: given, flag };
  if (root.includes(",")) {
    const example = `${quoteForShell(["cd", root])} && ${startLine(".", [])}`;
    throw new UsageError("not_granted_comma", values, example);
  }
  throw new UsageError("not_granted", values, startLine(root, ["--root", root]));
}

/** The command that starts this copy with the permission to read `path`. */
function startLine(path: string, options: readonly string[]): string {
  return quoteForShell(startCommand({ read: [path], net: [], env: [] }, options));
}

/** Home directories, on systems where the environment is not granted. */
const HOME_DIRECTORIES = /^(?:[a-z]:)?\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?$/i;

/** A warning for each root that contains the whole file system or a home directory. */
export function rootWarnings(roots: readonly RootDir[], lang: Lang): Warning[] {
  const home = toSlashes(environmentVariable("HOME") ?? environmentVariable("USERPROFILE") ?? "") || undefined;
  return roots.flatMap(({ path: root }) => {
    const key = rootWarningKey(root, home);
    return key === undefined ? [] : [warning(lang, key, { root })];
  });
}

/**
 * The key of the warning for a root that is too wide; undefined for any other root.
 * @param root absolute, `/`-separated
 * @param home the user's home, if known
 */
export function rootWarningKey(root: string, home?: string): Extract<NoticeKey, `root_${string}`> | undefined {
  if (/^(?:[a-z]:)?\/?$/i.test(root)) return "root_is_everything";
  const holdsHome = home !== undefined && (home === root || home.startsWith(root + "/"));
  return holdsHome || HOME_DIRECTORIES.test(root) ? "root_holds_home" : undefined;
}
