/**
 * Compares the permissions that settings need with those granted, and makes the command line that grants only these.
 * @module
 */
import { rootPath } from "../../door/roots.ts";
import { parentDir, relativePath } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import { doctorMessage } from "./doctor_messages.ts";
import type { Finding } from "./findings.ts";
import { isGranted } from "../permissions.ts";
import { neededGrants } from "../command_line/needed_grants.ts";
import type { OptionName, Settings } from "../command_line/settings.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { type RunningProgram, runningProgram, startCommand } from "../command_line/start_command.ts";

/** Paths that a narrow grant does not cover; a sample. */
const PROBED_PATHS = Deno.build.os === "windows"
  ? ["C:/Windows", "C:/Users", "C:/ProgramData"]
  : ["/etc", "/proc", "/tmp", "/usr", "/var", "/home", "/root"];

/**
 * Grants that no setting needs, and those that are missing. To be called before the start gives up permissions.
 * @param needless permissions granted needlessly at the start
 */
export function grantFindings(settings: Settings, needless: readonly string[]): Finding[] {
  const wide = [
    ...needless.map((name) => needlessGrant(name, settings)),
    ...needlessReadGrants(absoluteRoots(settings), settings.lang),
  ];
  return [
    ...wide.map((text) => ({ key: "needless_grants", text }) as const),
    ...missingHosts(settings).map((text) => ({ key: "missing_grants", text }) as const),
  ];
}

/** The hosts that the settings need and that are not granted, in sentences. */
function missingHosts(settings: Settings): string[] {
  const { lang, http, providerUrl } = settings;
  const options = [["--http", { roots: [], http }], ["--provider-url", { roots: [], providerUrl }]] as const;
  return options.flatMap(([option, alone]) =>
    neededGrants(alone).net.filter((host) => !isGranted({ name: "net", host }))
      .map((host) => doctorMessage(lang, "not_granted", { host, option }))
  );
}

/**
 * The command line that starts a copy of fossick with the grants that `settings` need.
 * @param roots as they are to be written; default: as absolute paths
 * @param program default: this copy
 */
export function minimalCommand(
  settings: Settings,
  { roots = absoluteRoots(settings), program = runningProgram() }: {
    readonly roots?: readonly string[];
    readonly program?: RunningProgram;
  } = {},
): string {
  return quoteForShell(startCommand(neededGrants({ ...settings, roots }), optionsOf(settings, roots), program));
}

/** The options for these roots, and those that differ from their defaults; not the language. */
export function optionsOf(settings: Settings, roots: readonly string[]): string[] {
  const { profile, tools, answers, tokenBudget, timeoutMs, cacheMb, freshness, http, providerUrl, consultAllow = [] } =
    settings;
  const options: readonly (readonly [name: OptionName, value: string | number | undefined, usual?: string | number])[] =
    [
      ["profile", profile, "default"],
      ["tools", tools?.join(",")],
      ["answers", answers],
      ["token-budget", tokenBudget, LIMITS.tokenBudget],
      ["timeout-ms", timeoutMs, LIMITS.timeoutMs.default],
      ["cache-mb", cacheMb, LIMITS.cacheMb],
      ["freshness", freshness],
      ["http", http && `${http.host}:${http.port}`],
      ["provider-url", providerUrl],
      ...consultAllow.map((glob) => ["consult-allow", glob] as const),
    ];
  const given = options.flatMap(([name, value, usual]) =>
    value === undefined || value === usual ? [] : [`--${name}`, `${value}`]
  );
  return [...roots.flatMap((root) => ["--root", root]), ...given];
}

/** The roots as absolute paths, links unresolved. */
export function absoluteRoots({ roots }: Settings): string[] {
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
