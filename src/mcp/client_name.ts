/**
 * The client that sent a request.
 * @module
 */
import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";

const Envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });

/**
 * The name of the client that sent a request: from the request itself in the 2026-07-28 era, from the connection's
 * `initialize` before. Undefined for requests over HTTP of the 2025 era, which belong to no connection.
 */
export function clientNameOf(server: Server, { mcpReq }: ServerContext): string | undefined {
  const { data } = Envelope.safeParse(mcpReq.envelope);
  return data?.[CLIENT_INFO_META_KEY].name ?? server.getClientVersion()?.name;
}
