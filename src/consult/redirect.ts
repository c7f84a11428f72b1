/**
 * Where a provider sends a request on, and whether it goes there.
 * @module
 */
import type { OutgoingRequest } from "../model/outgoing_request.ts";
import { type Reason, reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 3;

/** A request that is sent on. */
export interface Redirect {
  readonly url: URL;
  readonly method: OutgoingRequest["method"];
  /** How often it was sent on before. */
  readonly count: number;
}

/** Whether an answer with `status` sends its request on. */
export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.includes(status);
}

/**
 * Where `answer` sends a request. Within the same origin that is the provider's own affair.
 * @throws ToolError `provider_redirect` where the request does not go on
 */
export function redirectTarget(hop: Redirect, answer: Response): URL {
  const target = targetOf(hop.url, answer);
  if (target === undefined) throw refusal(hop, reason("some_place"), reason("redirect_nowhere"));
  const why = objection(hop, answer.status, target);
  if (why !== undefined) throw refusal(hop, withoutQuery(target), why);
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

function objection({ url, method, count: before }: Redirect, status: number, target: URL): Reason | undefined {
  // The origin of a blob: is the one in it.
  if (target.origin !== url.origin || target.protocol !== url.protocol) return reason("redirect_elsewhere");
  if (method === "POST" && status < 307) return reason("redirect_bare", { status });
  return before >= MAX_REDIRECTS ? reason("redirect_often", { times: before }) : undefined;
}

function refusal({ url: { host } }: Redirect, target: string | Reason, why: Reason): ToolError {
  return new ToolError("provider_redirect", { host, target, why });
}

/** What stands behind a path is nobody's business. */
function withoutQuery(target: URL): string {
  const url = new URL(target);
  url.search = url.hash = "";
  return url.href;
}
