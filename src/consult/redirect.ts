/**
 * Where a provider sends a request on, and whether it goes there.
 * @module
 */
import type { Outgoing } from "../model/outgoing.ts";
import { type Reason, reason } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";

const REDIRECTS = [301, 302, 303, 307, 308];
const MOST = 3;

/** A request that is sent on. */
export interface Hop {
  readonly url: URL;
  readonly method: Outgoing["method"];
  /** How often it was sent on before. */
  readonly before: number;
}

/** Whether an answer with `status` sends its request on. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/**
 * Where `answer` sends a request. Within the same origin that is the provider's own affair.
 * @throws ToolError `provider_redirect` where the request does not go on
 */
export function redirected(hop: Hop, answer: Response): URL {
  const target = targetOf(hop.url, answer);
  if (target === undefined) throw refusal(hop, reason("some_place"), reason("redirect_nowhere"));
  const why = objection(hop, answer.status, target);
  if (why !== undefined) throw refusal(hop, shown(target), why);
  return target;
}

/** Without a name and password: they would go as a second authorization. */
function targetOf(from: URL, { headers }: Response): URL | undefined {
  const location = headers.get("location");
  // As a relative URL, an empty one leads to where the request has just been.
  const target = location ? URL.parse(location, from) : null;
  if (target === null) return undefined;
  target.username = target.password = "";
  return target;
}

function objection({ url, method, before }: Hop, status: number, target: URL): Reason | undefined {
  // The origin of a blob: is the one in it.
  if (target.origin !== url.origin || target.protocol !== url.protocol) return reason("redirect_elsewhere");
  if (method === "POST" && status < 307) return reason("redirect_bare", { status });
  return before >= MOST ? reason("redirect_often", { times: before }) : undefined;
}

function refusal({ url: { host } }: Hop, target: string | Reason, why: Reason): ToolError {
  return new ToolError("provider_redirect", { host, target, why });
}

/** What stands behind a path is nobody's business. */
function shown(target: URL): string {
  const url = new URL(target);
  url.search = url.hash = "";
  return url.href;
}
