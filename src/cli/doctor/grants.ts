/**
 * Compares the permissions that settings need with those granted.
 * @module
 */
import { parentDir, relativePath } from "../../door/absolute_path.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { doctorMessage } from "./doctor_messages.ts";
import type { Finding } from "./findings.ts";
import { isGranted } from "../permissions.ts";
import { neededGrants } from "../command_line/needed_grants.ts";
import type { Settings } from "../command_line/settings.ts";
import { absoluteRoots } from "../command_line/settings_command.ts";

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
