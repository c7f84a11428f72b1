/**
 * The name by which a host introduces itself to servers.
 * @module
 */
import * as z from "zod";

const Info = z.object({ name: z.string() });
const META_KEY = "io.modelcontextprotocol/clientInfo";

/** A message that names its client: `initialize` of the 2025 protocols, or any request of the 2026-07-28 protocol. */
const Naming = z.object({
  params: z.object({ clientInfo: Info.optional(), _meta: z.object({ [META_KEY]: Info.optional() }).optional() }),
});

/**
 * The name in the messages of one client, a line each; the last one, since a host may probe a server first.
 *
 * @example
 * ```ts
 * clientNameIn('{"method":"initialize","params":{"clientInfo":{"name":"opencode","version":"1"}}}\n'); // "opencode"
 * ```
 */
export function clientNameIn(messages: string): string | undefined {
  const names = messages.split("\n").filter((line) => line !== "").flatMap((line) => {
    const { data } = Naming.safeParse(JSON.parse(line));
    return data?.params.clientInfo?.name ?? data?.params._meta?.[META_KEY]?.name ?? [];
  });
  return names.at(-1);
}
