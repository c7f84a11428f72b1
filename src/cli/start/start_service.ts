/**
 * Starts a service: the engine, the tools and the settings of a server or a call.
 * @module
 */
import { newCallState, type Service } from "../../mcp/service.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { listedToolsOf, toolsOf } from "../../toolsets/profiles.ts";
import { say } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
import { type StartedEngine, startEngine, type StartOptions } from "./start_engine.ts";
import { VERSION } from "../package.ts";
import type { Warning } from "./served_roots.ts";

/** A running service, and the real paths of its roots. */
export interface StartedService {
  readonly service: Service;
  readonly roots: readonly string[];
  /** Warnings about the settings. */
  readonly warnings: readonly Warning[];
  /** The thread that reaches the model, if one is set up and granted. */
  readonly network?: NetworkThread;
}

/** Starts the engine (see `startEngine`) and the service. */
export async function startService(settings: Settings, options: StartOptions): Promise<StartedService> {
  return createService(settings, await startEngine(settings, options));
}

/** The service for `settings` on a running engine. */
export function createService(settings: Settings, started: StartedEngine): StartedService {
  const { engine, roots, warnings, provider: { setup, network } } = started;
  const { lang, tokenBudget, timeoutMs, profile, answers = "auto" } = settings;
  const about = { name: profile === "fs" ? "fs" : "fossick", version: VERSION, projectRoot: roots[0].path };
  const tools = toolsOf(profile, settings.tools);
  const service = {
    ...newCallState(),
    ...about,
    profile,
    tools,
    listed: listedToolsOf(settings),
    engine,
    lang,
    answers,
    tokenBudget,
    timeoutMs,
    consult: setup,
  };
  return { service, roots: roots.map(({ path }) => path), warnings, ...(network && { network }) };
}

/** Prints the warnings on stderr. */
export function printWarnings({ service: { lang }, warnings }: Pick<StartedService, "service" | "warnings">): void {
  for (const { text } of warnings) console.error(say(lang, "notices.warning", { what: text }));
}
