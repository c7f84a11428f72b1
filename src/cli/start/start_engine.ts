/**
 * Starts the engine: checks the roots, starts the threads of provider and engine, gives up permissions.
 * @module
 */
import type { RootDir } from "../../door/roots.ts";
import type { ConsultSetup } from "../../mcp/service.ts";
import { type Lang, say } from "../../model/messages/messages.ts";
import type { FreshnessMode } from "../../pool/create_engine.ts";
import type { Engine } from "../../pool/engine.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import type { Settings } from "../command_line/settings.ts";
import { grantFlags, isGranted, KEY_VARIABLE, neededGrants, readSecret, revokePermissions } from "../permissions.ts";
import { rootWarnings, servedRoots, type Warning } from "./served_roots.ts";

/** What an engine needs, ready before any file is read. */
export interface Prepared {
  /** The first is the project root. */
  readonly roots: readonly RootDir[];
  /** What `consult_files` sends files to. */
  readonly provider: Omit<StartedProvider, "warnings">;
  /** Warnings about the settings. */
  readonly warnings: readonly Warning[];
}

/** Options of a start. */
export interface StartOptions {
  /** Permissions to keep for now. */
  readonly keep?: readonly ("net" | "read")[];
  /** Whether the engine loads the files of the roots as soon as it runs. */
  readonly warm?: boolean;
  /** How changes are noticed, in place of the settings' way. */
  readonly freshness?: FreshnessMode;
}

/**
 * Checks the roots and starts the provider's thread. Afterwards this thread has no network, unless it is in `keep`.
 * @throws UsageError, StartError for roots that can't be served
 */
export async function prepareEngine(settings: Settings, { keep = [] }: StartOptions = {}): Promise<Prepared> {
  const roots = servedRoots(settings), wide = rootWarnings(roots, settings.lang);
  const { warnings, ...provider } = await startProvider(settings);
  revokePermissions("env", ...(keep.includes("net") ? [] : ["net" as const]));
  return { roots, provider, warnings: [...wide, ...warnings] };
}

/** Starts the engine. Afterwards this thread holds only the permissions in `keep`. */
export async function startEngine(
  { roots }: Prepared,
  { cacheMb, lang, freshness: usual = "watch" }: Settings,
  { keep = [], warm, freshness = usual }: StartOptions = {},
): Promise<Engine> {
  const { createEngine } = await import("../../pool/create_engine.ts");
  const engine = await createEngine({ roots, cacheMb, freshness, warm, lang });
  if (engine.status.mode === "threads" && !keep.includes("read")) revokePermissions("read");
  return engine;
}

/**
 * The model of `--provider-url`. It is reached by a thread of its own, which holds the network permission alone, so that
 * this thread can give up the network.
 */
export interface StartedProvider {
  readonly setup: ConsultSetup;
  readonly network?: NetworkThread;
  /** Warnings about the URL. */
  readonly warnings: readonly Warning[];
}

/** Starts the network thread, if a provider is set up and granted. The net and env permissions can be given up then. */
async function startProvider(
  { providerUrl, providerModel, consultAllow, lang }: Settings,
): Promise<StartedProvider> {
  const allow = consultAllow === undefined ? {} : { allow: consultAllow };
  if (providerUrl === undefined) return { setup: allow, warnings: [] };
  const url = new URL(providerUrl), host = hostAndPort(url);
  if (!isGranted({ name: "net", host })) {
    const flags = grantFlags(neededGrants({ roots: [], providerUrl })).join(" ");
    const unavailable = { key: "consult_not_permitted", params: { host: url.host, flags } } as const;
    return { setup: { ...allow, unavailable }, warnings: [] };
  }
  const key = readSecret(KEY_VARIABLE);
  const { NetworkThread } = await import("../../pool/network_thread.ts");
  // A proxy has another localhost, and would see the key and the files.
  const network = await NetworkThread.start(host, url.protocol === "http:" && isLoopback(url));
  const asked = { url: providerUrl, ...(key !== undefined && { key }), ...(providerModel && { model: providerModel }) };
  const { Provider } = await import("../../consult/provider.ts");
  const provider = new Provider(asked, (target, outgoing) => network.post(target, outgoing));
  return { setup: { ...allow, provider }, network, warnings: unencryptedWarnings(url, lang) };
}

/** In the notation of permissions: always with a port. */
function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

function unencryptedWarnings(url: URL, lang: Lang): Warning[] {
  const key = "notices.unencrypted";
  return url.protocol === "https:" || isLoopback(url) ? [] : [{ key, text: say(lang, key, { host: url.host }) }];
}

/** Whether a request to this host stays on this machine. */
function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
