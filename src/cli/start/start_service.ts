/**
 * From settings to a running service.
 * @module
 */
import { newCallState, type Service } from "../../mcp/service.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { toolsOf } from "../../toolsets/profiles.ts";
import { notice } from "../notices.ts";
import type { Settings } from "../command_line/settings.ts";
import { type StartedEngine, startEngine } from "./start_engine.ts";
import { VERSION } from "../version.ts";

/** A service, and the real paths of its roots. */
export interface StartedService {
  readonly service: Service;
  readonly roots: readonly string[];
  /** What is unwise about the way it was started, in sentences. */
  readonly warnings: readonly string[];
  /** The thread that reaches the model, where one was named and may be reached. */
  readonly network?: NetworkThread;
}

/** Starts what `settings` ask for: see `startEngine`. */
export async function startService(settings: Settings, ...keep: ("net" | "read")[]): Promise<StartedService> {
  return createService(settings, await startEngine(settings, { keep }));
}

/** The service that `settings` ask for, on an engine that was started by them. */
export function createService(settings: Settings, started: StartedEngine): StartedService {
  const { engine, roots, warnings, provider: { setup, network } } = started;
  const { lang, tokenBudget, timeoutMs, profile } = settings;
  const about = { name: profile === "fs" ? "fs" : "fossick", version: VERSION, projectRoot: roots[0].path };
  const tools = toolsOf(profile, settings.tools);
  const service = { ...newCallState(), ...about, profile, tools, engine, lang, tokenBudget, timeoutMs, consult: setup };
  return { service, roots: roots.map(({ path }) => path), warnings, ...(network && { network }) };
}

/** Tells whoever started it what is unwise about the way. */
export function printWarnings({ service: { lang }, warnings }: Pick<StartedService, "service" | "warnings">): void {
  for (const what of warnings) console.error(notice(lang, "warning", { what }));
}
