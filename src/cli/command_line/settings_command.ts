/**
 * The command line that starts a copy of fossick with given settings.
 * @module
 */
import { rootPath } from "../../door/roots.ts";
import { LIMITS } from "../../model/limits.ts";
import { workingDirectory } from "../start/working_directory.ts";
import { neededGrants } from "./needed_grants.ts";
import type { OptionName, Settings } from "./settings.ts";
import { quoteForShell } from "./shell_quoting.ts";
import { optionWords } from "./shell_spelling.ts";
import { type RunningProgram, runningProgram, startCommand } from "./start_command.ts";

/** Differences from the running copy. */
interface CommandOptions {
  /** As they are to be written; default: as absolute paths. */
  readonly roots?: readonly string[];
  /** Default: this copy. */
  readonly program?: RunningProgram;
}

/** The command line, with the permissions that `settings` need and no others. */
export function settingsCommand(
  settings: Settings,
  { roots = absoluteRoots(settings), program = runningProgram() }: CommandOptions = {},
): string {
  return quoteForShell(startCommand(neededGrants({ ...settings, roots }), optionsOf(settings, roots), program));
}

/** The options for these roots, and those that differ from their defaults; not the language. */
export function optionsOf(settings: Settings, roots: readonly string[]): string[] {
  const { profile, tools, answers, tokenBudget, timeoutMs, cacheMb, freshness, http, providerUrl } = settings;
  const options: readonly (readonly [name: OptionName, value: string | number | undefined, usual?: string | number])[] =
    [
      ...roots.map((root) => ["root", root] as const),
      ["profile", profile, "default"],
      ["tools", tools?.join(",")],
      ["answers", answers],
      ["token-budget", tokenBudget, LIMITS.tokenBudget],
      ["timeout-ms", timeoutMs, LIMITS.timeoutMs.default],
      ["cache-mb", cacheMb, LIMITS.cacheMb],
      ["freshness", freshness],
      ["http", http && `${http.host}:${http.port}`],
      ["provider-url", providerUrl],
      ...(settings.consultAllow ?? []).map((glob) => ["consult-allow", glob] as const),
    ];
  return options.flatMap(([name, value, usual]) =>
    value === undefined || value === usual ? [] : optionWords(name, `${value}`)
  );
}

/** The roots as absolute paths, links unresolved; as given where Deno would take a comma for the end of one. */
export function absoluteRoots({ roots }: Settings): readonly string[] {
  const absolute = roots.map((root) => rootPath(root, workingDirectory()));
  return absolute.some((root) => root.includes(",")) ? roots : absolute;
}
