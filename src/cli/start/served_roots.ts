/**
 * The roots of a command line: they exist, reading them is granted, and a warning is given if they are too wide.
 * @module
 */
import { findRoots, type RootDir, rootPath } from "../../door/roots.ts";
import { toSlashes } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { type NoticeKey, type Warning, warning } from "../notices.ts";
import { environmentVariable, isGranted } from "../permissions.ts";
import type { Settings } from "../command_line/settings.ts";
import { settingsCommand } from "../command_line/settings_command.ts";
import { runningProgram, takesGrants } from "../command_line/start_command.ts";
import { UsageError } from "../usage_error.ts";
import { workingDirectory } from "./working_directory.ts";

/**
 * Placeholders that a shell or a host should have expanded: `~` at the beginning; variables of a host, of a POSIX shell
 * and of Windows.
 */
const UNEXPANDED = /^~[\w.-]*(?=[/\\]|$)|\$\{[^{}]*\}|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%/;

/** A directory in place of one that was never expanded. */
const EXAMPLE_ROOT = "/home/me/project";

/**
 * The roots to serve.
 * @throws UsageError if reading one is not granted, or if one can't be served because it was never expanded
 * @throws StartError if one can't be served for another reason
 */
export function servedRoots(settings: Settings): RootDir[] {
  const { roots } = settings, cwd = workingDirectory();
  try {
    for (const root of roots) checkGrant(root, settings);
    return findRoots(roots, cwd);
  } catch (error) {
    const line = (whole: readonly string[]) =>
      settingsCommand(settings, { roots: whole.map((root) => rootPath(root, cwd)) });
    refuseUnexpanded(roots, takesGrants(runningProgram()) ? "unexpanded_grant" : "unexpanded", line);
    throw error;
  }
}

/**
 * Refuses roots that still have a placeholder.
 * @param example a command line for roots without one
 * @throws UsageError
 */
export function refuseUnexpanded(
  given: readonly string[],
  key: "unexpanded" | "unexpanded_grant",
  example: (roots: readonly string[]) => string,
): void {
  const root = given.find((root) => UNEXPANDED.test(root)), [part] = UNEXPANDED.exec(root ?? "") ?? [];
  if (root === undefined || part === undefined) return;
  const whole = given.map((root) => UNEXPANDED.test(root) ? EXAMPLE_ROOT : root);
  throw new UsageError(key, { root, part }, example(whole));
}

/** Checks the grant first, since Deno would prompt for it on a terminal. */
function checkGrant(given: string, settings: Settings): void {
  const root = rootPath(given, workingDirectory());
  if (isGranted({ name: "read", path: root })) return;
  const values = { root: given, flag: `--allow-read=${root}` }, hasComma = root.includes(",");
  if (hasComma && !takesGrants(runningProgram())) {
    throw new UsageError("comma_roots", values, settingsCommand(settings, { roots: [root] }));
  }
  throw new UsageError(hasComma ? "not_granted_comma" : "not_granted", values, settingsCommand(settings));
}

/** Home directories, on systems where the environment is not granted. */
const HOME_DIRECTORIES = /^(?:[a-z]:)?\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?$/i;

/** A warning for each root that contains the whole file system or a home directory. */
export function rootWarnings(roots: readonly Pick<RootDir, "path">[], lang: Lang): Warning[] {
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
