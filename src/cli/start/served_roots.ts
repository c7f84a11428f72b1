/**
 * The roots of a command line: found, granted, and not wider than anyone means.
 * @module
 */
import { findRoots, type RootDir, rootPath } from "../../door/roots.ts";
import { toSlashes } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { notice, type NoticeKey } from "../notices.ts";
import { environmentVariable, isGranted } from "../permissions.ts";
import { denoCommand, quoteForShell } from "../command_line/shell_quoting.ts";
import { UsageError } from "../usage_error.ts";

/** What a shell or a host should have replaced: a home at the beginning; a variable of a host, of a POSIX shell, of Windows. */
const UNEXPANDED = /^~[\w.-]*(?=[/\\]|$)|\$\{[^{}]*\}|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%/;

/** @throws UsageError, StartError; of a root that can't be served and was never expanded, that is said */
export function servedRoots(given: readonly string[]): RootDir[] {
  const cwd = workingDirectory();
  try {
    for (const root of given) checkGrant(root, rootPath(root, cwd));
    return findRoots(given, cwd);
  } catch (error) {
    const root = given.find((root) => UNEXPANDED.test(root)), [part] = UNEXPANDED.exec(root ?? "") ?? [];
    if (root === undefined || part === undefined) throw error;
    const example = "deno run --no-prompt --allow-read=/home/me/project fossick.js --root /home/me/project";
    throw new UsageError("unexpanded", { root, part }, example);
  }
}

/** "/" when the directory we were started in is gone: only absolute roots can be served then. */
function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}

/** Asked beforehand, because trying would make Deno put the question to whoever sits at the terminal. */
function checkGrant(given: string, root: string): void {
  if (isGranted({ name: "read", path: root })) return;
  const flag = `--allow-read=${root}`, values = { root: given, flag };
  if (root.includes(",")) {
    const example = `${quoteForShell(["cd", root])} && ${denoCommand(["--allow-read=."])}`;
    throw new UsageError("not_granted_comma", values, example);
  }
  throw new UsageError("not_granted", values, denoCommand([flag], ["--root", root]));
}

/** Where people's homes are, on systems that don't let their names be asked for. */
const HOME_DIRECTORIES = /^(?:[a-z]:)?\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?$/i;

/** A warning for each root that holds the whole file system or a home directory. */
export function rootWarnings(roots: readonly RootDir[], lang: Lang): string[] {
  const home = toSlashes(environmentVariable("HOME") ?? environmentVariable("USERPROFILE") ?? "") || undefined;
  return roots.flatMap(({ path: root }) => {
    const warning = rootWarningKey(root, home);
    return warning === undefined ? [] : [notice(lang, warning, { root })];
  });
}

/**
 * The warning that a root deserves; undefined for a root like any other.
 * @param root absolute, `/`-separated
 * @param home the user's home, where it is known
 */
export function rootWarningKey(root: string, home?: string): Extract<NoticeKey, `root_${string}`> | undefined {
  if (/^(?:[a-z]:)?\/?$/i.test(root)) return "root_is_everything";
  const holdsHome = home !== undefined && (home === root || home.startsWith(root + "/"));
  return holdsHome || HOME_DIRECTORIES.test(root) ? "root_holds_home" : undefined;
}
