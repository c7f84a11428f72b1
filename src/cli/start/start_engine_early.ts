/**
 * Starts a server's engine before the rest of the program is loaded, since that takes longest.
 * @module
 */
import { revokePermissions } from "../permissions.ts";
import { type Settings, settingsOf } from "../command_line/settings.ts";
import { type StartedEngine, startEngine } from "./start_engine.ts";
import { parseWords, verbOf } from "../command_line/parse_words.ts";

/**
 * Starts the engine if `args` ask for a server over stdio; it begins to load files immediately.
 * @returns rejects with a UsageError or a StartError, as `startEngine` does
 */
export function startEngineEarly(args: readonly string[]): Promise<StartedEngine> | undefined {
  const settings = stdioSettings(args);
  if (settings === undefined) return undefined;
  revokePermissions();
  const started = startEngine(settings, { warm: true });
  started.catch(() => {
    // `run` reports the error when it awaits the promise.
  });
  return started;
}

/** The settings of a server over stdio; undefined for any other command line, which `run` parses as a whole. */
function stdioSettings(args: readonly string[]): Settings | undefined {
  try {
    const words = parseWords(args, []);
    const isPlain = words.unknown.length === 0 && words.switches.size === 0 && words.positionals.length < 2;
    if (!isPlain || verbOf(words) !== "serve" || words.given.has("http")) return undefined;
    return settingsOf(words.given);
  } catch {
    return undefined;
  }
}
