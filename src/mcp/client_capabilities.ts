/**
 * What a client offers the server.
 * @module
 */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";

const Declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ roots: z.unknown().optional(), sampling: z.unknown().optional() }),
});

/** Whether the client of a request offers that: it says so with each in 2026-07-28, else once for all of them. */
export function clientOffers(
  what: "roots" | "sampling",
  server: Server,
  { envelope }: ServerContext["mcpReq"],
): boolean {
  const declared = Declared.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return declared?.[what] !== undefined;
}
