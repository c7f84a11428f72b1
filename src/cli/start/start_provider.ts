/**
 * The model behind `--provider-url`: reached by a thread of its own, which has the network and nothing
 * else, so that this process can give the network up.
 * @module
 */
import type { ConsultSetup } from "../../mcp/service.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { notice } from "../notices.ts";
import { isGranted, KEY_VARIABLE, readSecret } from "../permissions.ts";
import type { Settings } from "../command_line/settings.ts";

/** What was set up. */
export interface StartedProvider {
  readonly setup: ConsultSetup;
  readonly network?: NetworkThread;
  /** What is unwise about it, in sentences. */
  readonly warnings: readonly string[];
}

/** Sets up what `settings` say of consult_files. Net and env can be given up afterwards. */
export async function startProvider({ providerUrl, consultAllow, lang }: Settings): Promise<StartedProvider> {
  const allow = consultAllow === undefined ? {} : { allow: consultAllow };
  if (providerUrl === undefined) return { setup: allow, warnings: [] };
  const url = new URL(providerUrl), host = hostAndPort(url);
  if (!isGranted({ name: "net", host })) {
    const flags = `--allow-net=${url.host} --allow-env=${KEY_VARIABLE}`;
    const unavailable = { key: "consult_not_permitted", params: { host: url.host, flags } } as const;
    return { setup: { ...allow, unavailable }, warnings: [] };
  }
  const key = readSecret(KEY_VARIABLE);
  const { NetworkThread } = await import("../../pool/network_thread.ts");
  // A proxy would reach its own machine by that name, and read the key and the files on the way.
  const network = await NetworkThread.start(host, url.protocol === "http:" && isLoopback(url));
  const address = { url: providerUrl, ...(key !== undefined && { key }) };
  const { Provider } = await import("../../consult/provider.ts");
  const provider = new Provider(address, (target, outgoing) => network.fetch(target, outgoing));
  return { setup: { ...allow, provider }, network, warnings: unencryptedWarnings(url, key, lang) };
}

/** As permissions have it: always with a port. */
function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

function unencryptedWarnings(url: URL, key: string | undefined, lang: Lang): string[] {
  if (url.protocol === "https:" || isLoopback(url)) return [];
  return [notice(lang, key === undefined ? "files_in_the_clear" : "key_in_the_clear", { host: url.host })];
}

/** Whether what goes there stays on this machine. */
function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
