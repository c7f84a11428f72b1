/**
 * Starts the engine: checks the roots, starts the threads of engine and provider, gives up permissions.
 * @module
 */
import type { RootDir } from "../../door/roots.ts";
import type { ConsultSetup } from "../../mcp/service.ts";
import { type Lang, say } from "../../model/messages/messages.ts";
import { createEngine, type FreshnessMode } from "../../pool/create_engine.ts";
import type { Engine } from "../../pool/engine.ts";
import { withIdleGc } from "../../pool/engine_decorators.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { type Settings, settingsOf } from "../command_line/settings.ts";
import { grantFlags, isGranted, KEY_VARIABLE, neededGrants, readSecret, revokePermissions } from "../permissions.ts";
import { rootWarnings, servedRoots, type Warning } from "./served_roots.ts";
import { parseWords } from "../command_line/parse_words.ts";

/** A running engine and its roots. */
export interface StartedEngine {
  readonly engine: Engine;
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
 * Starts the engine for `settings`. Afterwards this thread holds only the permissions in `keep`.
 * @throws UsageError, StartError for roots that can't be served
 */
export async function startEngine(settings: Settings, options: StartOptions = {}): Promise<StartedEngine> {
  const { cacheMb, lang } = settings, { keep = [], warm, freshness = settings.freshness ?? "watch" } = options;
  const roots = servedRoots(settings);
  const wide = rootWarnings(roots, lang);
  // Before the engine, so that this thread has no network when the first file is read.
  const { warnings, ...provider } = await startProvider(settings);
  revokePermissions("env", ...(keep.includes("net") ? [] : ["net" as const]));
  const engine = withIdleGc(await createEngine({ roots, cacheMb, freshness, warm, lang }));
  if (engine.status.mode === "threads" && !keep.includes("read")) revokePermissions("read");
  return { engine, roots, provider, warnings: [...wide, ...warnings] };
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
export async function startProvider(
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
    const { verb, given, words } = parseWords(args, () => []), settings = settingsOf(given);
    // A switch, such as --help, is no setting.
    const isPlain = verb === "serve" && words.length === 0 && given.size === settings.given.size;
    return isPlain && settings.http === undefined ? settings : undefined;
  } catch {
    return undefined;
  }
}
