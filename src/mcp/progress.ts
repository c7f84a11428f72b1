/**
 * Progress notifications of a call: none for a quick one, then a few a second.
 * @module
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { RunOptions } from "../pool/engine.ts";

/** Milliseconds before the first notification, and between two. */
const EVERY_MS = 500;

/** Reports to the caller of `context`, where it asked for that. */
export function progressOf({ mcpReq }: ServerContext): RunOptions["onProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = performance.now(), highest = -1;
  return (progress, total) => {
    // The protocol wants every notification to be further than the one before.
    if (progress <= highest || performance.now() - last < EVERY_MS || mcpReq.signal.aborted) return;
    last = performance.now();
    highest = progress;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
