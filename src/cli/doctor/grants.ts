/**
 * Compares the permissions that settings need with those granted, and makes the command line that grants only these.
 * @module
 */
import { rootPath } from "../../door/roots.ts";
import { parentDir, relativePath } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import { doctorMessage } from "./doctor_messages.ts";
import { isGranted } from "../permissions.ts";
import { neededGrants } from "../command_line/needed_grants.ts";
import type { OptionName, Settings } from "../command_line/settings.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { startCommand } from "../command_line/start_command.ts";

/** Paths that a narrow grant does not cover; a sample. */
const PROBED_PATHS = Deno.build.os === "windows"
  ? ["C:/Windows", "C:/Users", "C:/ProgramData"]
  : ["/etc", "/proc", "/tmp", "/usr", "/var", "/home", "/root"];

/** Grants that no setting needs, in sentences. @param needless permissions granted needlessly at the start */
export function needlessGrants(settings: Settings, needless: readonly string[]): string[] {
  return [
    ...needless.map((name) => needlessGrant(name, settings)),
    ...needlessReadGrants(absoluteRoots(settings), settings.lang),
  ];
}

/** The command line that starts this copy with the grants that `settings` need. */
export function minimalCommand(settings: Settings): string {
  const roots = absoluteRoots(settings),
    options = [...roots.flatMap((root) => ["--root", root]), ...nonDefaultOptions(settings)];
  return quoteForShell(startCommand(neededGrants({ ...settings, roots }), options));
}

/** The options that differ from their defaults, except roots and language. */
function nonDefaultOptions(settings: Settings): string[] {
  const { profile, tools, tokenBudget, timeoutMs, cacheMb, freshness, http, providerUrl, consultAllow = [] } = settings;
  const options: readonly (readonly [name: OptionName, value: string | number | undefined, usual?: string | number])[] =
    [
      ["profile", profile, "default"],
      ["tools", tools?.join(",")],
      ["token-budget", tokenBudget, LIMITS.tokenBudget],
      ["timeout-ms", timeoutMs, LIMITS.timeoutMs.default],
      ["cache-mb", cacheMb, LIMITS.cacheMb],
      ["freshness", freshness],
      ["http", http && `${http.host}:${http.port}`],
      ["provider-url", providerUrl],
      ...consultAllow.map((glob) => ["consult-allow", glob] as const),
    ];
  return options.flatMap(([name, value, usual]) =>
    value === undefined || value === usual ? [] : [`--${name}`, `${value}`]
  );
}

/** The roots as absolute paths, links unresolved. */
function absoluteRoots({ roots }: Settings): string[] {
  return roots.map((root) => rootPath(root, Deno.cwd()));
}

function needlessGrant(name: string, settings: Settings): string {
  const { net, env } = neededGrants(settings), needed = name === "net" ? net : name === "env" ? env : [];
  if (needed.length === 0) return doctorMessage(settings.lang, "needless", { name });
  return doctorMessage(settings.lang, name === "net" ? "without_host" : "without_name", { needed: needed.join(",") });
}

function needlessReadGrants(roots: readonly string[], lang: Lang): string[] {
  const needed = roots.join(",");
  if (isGranted({ name: "read" })) return [doctorMessage(lang, "without_path", { needed })];
  const inside = (path: string) => roots.some((root) => relativePath(root, path) !== undefined);
  const path = [...roots.flatMap(ancestors), ...PROBED_PATHS].find((path) =>
    !inside(path) && isGranted({ name: "read", path })
  );
  return path === undefined ? [] : [doctorMessage(lang, "outside_the_roots", { path, needed })];
}

function ancestors(path: string): string[] {
  const parent = parentDir(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}
