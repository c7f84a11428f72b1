/**
 * Starts a service: the engine, the tools and the settings of a server or a call.
 * @module
 */
import type { Offer } from "../../mcp/offer.ts";
import { ANSWER_MEMORY_BYTES, WeightedSemaphore } from "../../mcp/call_limits.ts";
import type { Service } from "../../mcp/service.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { listedToolsOf, toolsOf } from "../../toolsets/profiles.ts";
import { type Lang, say } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
import { absoluteRoots } from "../command_line/start_command.ts";
import { type Prepared, prepareEngine, startEngine, type StartOptions } from "./start_engine.ts";
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

/** Starts a service at once. @throws UsageError, StartError for roots that can't be served */
export async function startService(settings: Settings, options: StartOptions): Promise<StartedService> {
  const prepared = await prepareEngine(settings, options), { roots, warnings, provider: { network } } = prepared;
  const service = await createService(settings, prepared, options);
  return { service, roots: roots.map(({ path }) => path), warnings, ...(network && { network }) };
}

/** What a server with these settings tells clients of itself. */
export function offerOf(settings: Settings): Offer {
  const { tokenBudget, profile, answers = "auto", tools } = settings, name = profile === "fs" ? "fs" : "fossick";
  const listed = listedToolsOf(settings), several = settings.roots.length > 1 && { roots: absoluteRoots(settings) };
  return { name, version: VERSION, tools: toolsOf(profile, tools), listed, answers, tokenBudget, ...several };
}

/** Starts the engine, and makes its service. */
export async function createService(settings: Settings, prepared: Prepared, options: StartOptions): Promise<Service> {
  const { lang, timeoutMs, profile } = settings, { roots: [{ path: projectRoot }], provider } = prepared;
  const engine = await startEngine(prepared, settings, options), consult = provider.setup;
  const answerMemory = new WeightedSemaphore(ANSWER_MEMORY_BYTES);
  return { answerMemory, ...offerOf(settings), profile, engine, projectRoot, lang, timeoutMs, consult };
}

/** Prints the warnings on stderr. */
export function printWarnings(lang: Lang, warnings: readonly Warning[]): void {
  for (const { text } of warnings) console.error(say(lang, "notices.warning", { what: text }));
}
