/**
 * Real clients of both SDK generations, in both protocol eras, over both transports, with one interface.
 * @module
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Stdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as V1Http } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateMessageRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { CommandLine } from "../program.ts";

/** A client by its SDK and its protocol era. */
export type ClientKind = "v1" | "v2 legacy" | "v2 modern";

/** Their names in the names of tests. */
export const CLIENTS: Readonly<Record<ClientKind, string>> = {
  "v1": "the v1 client",
  "v2 legacy": "the v2 client in the 2025 era",
  "v2 modern": "the v2 client in the 2026-07-28 era",
};

/** All kinds. */
export const CLIENT_KINDS: readonly ClientKind[] = ["v1", "v2 legacy", "v2 modern"];

/** The server: a program to start, or an address. */
export type ServerLocation = { readonly line: CommandLine } | { readonly url: URL; readonly token?: string };

/** The capabilities that a client offers, and its name. */
export interface ClientCapabilities {
  /** By default its kind. */
  readonly name?: string;
  /** The URIs of its roots when it is asked for them. */
  readonly roots?: () => readonly string[] | Promise<readonly string[]>;
  /** Its model's answer to a text. Throws to decline. */
  readonly sample?: (params: unknown) => string;
}

/** A tool's answer. */
export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; total?: number }) => void;
}

/** A connected client. */
export interface AnyClient extends AsyncDisposable {
  readonly sdk: Client | V1Client;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
}

/** Connects a client of kind `who`. */
export async function connect(
  who: ClientKind,
  where: ServerLocation,
  offers: ClientCapabilities = {},
): Promise<AnyClient> {
  return who === "v1" ? await v1(where, offers) : await v2(who, where, offers);
}

async function v2(
  who: Exclude<ClientKind, "v1">,
  where: ServerLocation,
  offers: ClientCapabilities,
): Promise<AnyClient> {
  const mode = who === "v2 legacy" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name: offers.name ?? who, version: "1" }, {
    versionNegotiation: { mode },
    capabilities: capabilitiesOf(offers),
  });
  const { roots, sample } = offers;
  if (roots) client.setRequestHandler("roots/list", async () => listed(await roots()));
  if (sample) client.setRequestHandler("sampling/createMessage", ({ params }) => sampled(sample(params)));
  await client.connect(
    "line" in where ? new StdioClientTransport(spawn(where.line)) : new StreamableHTTPClientTransport(...http(where)),
  );
  return {
    sdk: client,
    call: async (name, args, options) => seen(await client.callTool({ name, arguments: args }, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function v1(where: ServerLocation, offers: ClientCapabilities): Promise<AnyClient> {
  const client = new V1Client({ name: offers.name ?? "v1", version: "1" }, { capabilities: capabilitiesOf(offers) });
  const { roots, sample } = offers;
  if (roots) client.setRequestHandler(ListRootsRequestSchema, async () => listed(await roots()));
  if (sample) {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }: { params: unknown }) => sampled(sample(params)));
  }
  await client.connect("line" in where ? new V1Stdio(spawn(where.line)) : new V1Http(...http(where)));
  return {
    sdk: client,
    call: async (name, args, options) => seen(await client.callTool({ name, arguments: args }, undefined, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function capabilitiesOf({ roots, sample }: ClientCapabilities) {
  return { ...(roots && { roots: { listChanged: true } }), ...(sample && { sampling: {} }) };
}

function spawn([command, ...args]: CommandLine) {
  return { command, args, env: Deno.env.toObject(), stderr: "inherit" as const };
}

function http({ url, token }: { url: URL; token?: string }): [URL, { requestInit?: RequestInit }] {
  return [url, token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }];
}

function listed(uris: readonly string[]) {
  return { roots: uris.map((uri) => ({ uri })) };
}

function sampled(text: string) {
  const content = { type: "text" as const, text };
  return { model: "host-model", role: "assistant" as const, content };
}

function seen(result: object): ToolAnswer {
  const { structuredContent, isError, content } = Object(result);
  return { structured: Object(structuredContent), text: String(content?.[0]?.text), isError: isError === true };
}
