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
import { type RunningProgram, runningProgram, startCommand, takesGrants } from "./start_command.ts";

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
  const line = (roots: readonly string[], written = roots) =>
    quoteForShell(startCommand(neededGrants({ ...settings, roots }), optionsOf(settings, written), program));
  // Deno takes the comma in a path for its end.
  const comma = takesGrants(program) ? roots.find((root) => root.includes(",")) : undefined;
  if (comma === undefined) return line(roots);
  // Only one root can be the dot; another one with a comma needs a server of its own.
  const fromThere = roots.flatMap((root) => root === comma ? "." : root.includes(",") ? [] : root);
  return `${quoteForShell(["cd", comma])} && ${line(fromThere, fromThere.length === 1 ? [] : fromThere)}`;
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

/** The roots as absolute paths, links unresolved. */
export function absoluteRoots({ roots }: Settings): string[] {
  return roots.map((root) => rootPath(root, workingDirectory()));
}
