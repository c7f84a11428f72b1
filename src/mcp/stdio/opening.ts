/**
 * The opening of a connection: what a client asks first is answered from data, before the SDK has loaded. Hosts wait a
 * second or two for the list of tools, and to load the SDK would take a quarter of one.
 *
 * Answered are only requests that are written as clients write them, and with the words of the SDK.
 * @module
 */
import { cacheHint, CAPABILITIES, instructions, type ListMethod, LISTS, type Offer, serverInfo } from "../offer.ts";

/** The revisions of the 2025 era, the newest first. */
const REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];
/** The revision whose requests have an envelope in place of a handshake. */
const MODERN = "2026-07-28";
const VENDOR = "io.modelcontextprotocol/";

type Members = Readonly<Record<string, unknown>>;

/** The first messages of a connection. */
export class Opening {
  /** The messages that were answered, which the SDK has to be told of. */
  readonly answered: Members[] = [];
  /** The client, once the connection's era is known. */
  #client: { readonly era: 2025 | 2026; readonly name?: string } | undefined;

  constructor(private readonly offer: Offer) {}

  /** The answer to a request; null for a notification, which has none; undefined for all that only the SDK can answer. */
  answer(message: unknown): object | null | undefined {
    if (!isObject(message) || !hasOnly(message, "jsonrpc", "id", "method", "params")) return undefined;
    const { jsonrpc, id, method, params = {} } = message,
      isRequest = typeof id === "string" || Number.isSafeInteger(id);
    if (jsonrpc !== "2.0" || typeof method !== "string" || !isObject(params)) return undefined;
    const result = isRequest
      ? this.#result(method, params)
      : id === undefined
      ? this.#noted(method, params)
      : undefined;
    if (result !== undefined) this.answered.push(message);
    return result && { result, jsonrpc, id };
  }

  #noted(method: string, params: Members): null | undefined {
    return this.#client?.era === 2025 && method === "notifications/initialized" && hasOnly(params) ? null : undefined;
  }

  #result(method: string, { _meta: meta, ...params }: Members): object | undefined {
    if (meta !== undefined) return hasOnly(params) ? this.#modernResult(method, meta) : undefined;
    if (method === "initialize" && this.#client === undefined) return this.#initialize(params);
    if (this.#client?.era !== 2025 || !hasOnly(params)) return undefined;
    return method === "ping" ? {} : this.#list(method);
  }

  #initialize({ protocolVersion: asked, capabilities, clientInfo, ...others }: Members): object | undefined {
    const isPlain = typeof asked === "string" && isCapability(capabilities) && isImplementation(clientInfo);
    if (!isPlain || !hasOnly(others)) return undefined;
    this.#client = { era: 2025, name: clientInfo.name };
    return {
      protocolVersion: REVISIONS.find((known) => known === asked) ?? REVISIONS[0],
      capabilities: CAPABILITIES,
      serverInfo: serverInfo(this.offer),
      instructions: instructions(this.offer),
    };
  }

  #modernResult(method: string, meta: unknown): object | undefined {
    if (this.#client?.era === 2025 || !isObject(meta)) return undefined;
    const { [`${VENDOR}protocolVersion`]: revision, [`${VENDOR}clientInfo`]: client, ...rest } = meta;
    const { [`${VENDOR}clientCapabilities`]: capabilities, ...others } = rest;
    if (revision !== MODERN || !isImplementation(client) || !isCapability(capabilities) || !hasOnly(others)) {
      return undefined;
    }
    this.#client = { era: 2026, name: client.name };
    const isDiscovery = method === "server/discover", result = isDiscovery ? this.#discovery() : this.#list(method);
    const _meta = { [`${VENDOR}serverInfo`]: serverInfo(this.offer) };
    const hint = isListMethod(method) ? cacheHint(method, this.offer) : { ttlMs: 0, cacheScope: "private" };
    return result && { ...result, resultType: "complete", ...hint, _meta };
  }

  #discovery(): object {
    return { supportedVersions: [MODERN], capabilities: CAPABILITIES, instructions: instructions(this.offer) };
  }

  #list(method: string): object | undefined {
    return isListMethod(method) ? LISTS[method](this.offer, this.#client?.name) : undefined;
  }
}

function isListMethod(method: string): method is ListMethod {
  return Object.hasOwn(LISTS, method);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasOnly(members: Members, ...names: readonly string[]): boolean {
  return Object.keys(members).every((name) => names.includes(name));
}

/** Whether this names a program in texts alone. */
function isImplementation(value: unknown): value is { readonly name: string } {
  return isObject(value) && "name" in value && "version" in value &&
    Object.values(value).every((member) => typeof member === "string");
}

/** Whether these are capabilities as clients write them: objects, but for two switches and what extensions have. */
function isCapability(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([name, member]) => {
    if (name === "listChanged" || name === "applyDefaults") return typeof member === "boolean";
    const isFree = name === "extensions" || name === "experimental";
    return isFree ? isObject(member) && Object.values(member).every(isObject) : isCapability(member);
  });
}
