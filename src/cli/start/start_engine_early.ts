/**
 * A server's engine, started before the rest of the program is loaded: what takes longest comes first.
 * @module
 */
import { revokePermissions } from "../permissions.ts";
import { type Settings, settingsOf } from "../command_line/settings.ts";
import { type StartedEngine, startEngine } from "./start_engine.ts";
import { parseWords, verbOf } from "../command_line/parse_words.ts";

/**
 * Starts what `args` will want started, if they ask for a server over stdio; its threads take the tree in at once.
 * @returns rejects with a UsageError or a StartError, as `startEngine`
 */
export function startEngineEarly(args: readonly string[]): Promise<StartedEngine> | undefined {
  const settings = stdioSettings(args);
  if (settings === undefined) return undefined;
  revokePermissions();
  const started = startEngine(settings, { warm: true });
  started.catch(() => {
    // Told by whoever waits for it.
  });
  return started;
}

/** The settings of a server over stdio; whatever is not plainly one is left to who reads the whole line. */
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
