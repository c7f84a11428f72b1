/**
 * The roots of a command line: they exist, reading them is granted, and a warning is given if they are too wide.
 * @module
 */
import { toSlashes } from "../../door/path_syntax.ts";
import { findRoots, type RootDir, rootPath } from "../../door/roots.ts";
import { type Lang, say, type SentenceKey } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
import { settingsCommand, workingDirectory } from "../command_line/start_command.ts";
import { environmentVariable, isGranted } from "../permissions.ts";
import { UsageError } from "../usage_error.ts";

/** A warning about the settings: its kind, and the sentence. */
export interface Warning {
  readonly key: Extract<SentenceKey, `notices.${string}`>;
  readonly text: string;
}

/** Placeholders that a shell or a host should have expanded: `~` at the beginning; variables. */
const UNEXPANDED = /^~[\w.-]*(?=[/\\]|$)|\$\{[^{}]*\}|\$[A-Za-z_]\w*/;
/** A variable of Windows, which is a plain name elsewhere. */
const UNEXPANDED_ON_WINDOWS = /%[A-Za-z_]\w*%/;

/**
 * The roots to serve.
 * @throws UsageError if reading one is not granted, or if one can't be served because it was never expanded
 * @throws StartError if one can't be served for another reason
 */
export function servedRoots(settings: Settings): RootDir[] {
  const { roots } = settings, cwd = workingDirectory();
  try {
    for (const root of roots) checkGrant(rootPath(root, cwd), settings);
    return findRoots(roots, cwd);
  } catch (error) {
    refuseUnexpanded(roots);
    throw error;
  }
}

/** @throws UsageError for a root that still has a placeholder */
export function refuseUnexpanded(roots: readonly string[]): void {
  for (const root of roots) {
    const onWindows = Deno.build.os === "windows" ? UNEXPANDED_ON_WINDOWS.exec(root) : null;
    const [part] = UNEXPANDED.exec(root) ?? onWindows ?? [];
    if (part !== undefined) throw new UsageError("usage.unexpanded", { root, part });
  }
}

/** Checks the grant first, since Deno would prompt for it on a terminal. */
function checkGrant(root: string, settings: Settings): void {
  if (isGranted({ name: "read", path: root })) return;
  if (root.includes(",")) throw new UsageError("usage.comma", { root });
  throw new UsageError("usage.not_granted", { flag: `--allow-read=${root}`, line: settingsCommand(settings) });
}

/** Home directories, on systems where the environment is not granted. */
const HOME_DIRECTORIES =
  /^(?:[a-z]:)?(?:\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?)?$/i;

/** A warning for each root that contains the whole file system or a home directory. */
export function rootWarnings(roots: readonly Pick<RootDir, "path">[], lang: Lang): Warning[] {
  const home = toSlashes(environmentVariable("HOME") ?? environmentVariable("USERPROFILE") ?? "") || undefined;
  const key = "notices.wide_root";
  return roots.flatMap(({ path: root }) => isWide(root, home) ? [{ key, text: say(lang, key, { root }) }] : []);
}

/**
 * Whether a root holds the whole file system or a home directory.
 * @param root absolute, `/`-separated
 * @param home the user's home, if known
 */
export function isWide(root: string, home?: string): boolean {
  return HOME_DIRECTORIES.test(root) || home === root || home?.startsWith(root + "/") === true;
}
