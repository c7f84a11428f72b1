/**
 * Decides whether a request follows a provider's redirect.
 * @module
 */
import type { OutgoingRequest } from "../model/outgoing_request.ts";
import { type Reason, reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 3;

/** A request that was redirected. */
export interface Redirect {
  readonly url: URL;
  readonly method: OutgoingRequest["method"];
  /** The number of redirects before this one. */
  readonly count: number;
}

/** Whether `status` is that of a redirect. */
export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.includes(status);
}

/**
 * The URL that `response` redirects to. It must have the same origin.
 * @throws ToolError `provider_redirect` if the redirect is refused
 */
export function redirectTarget(redirect: Redirect, response: Response): URL {
  const target = targetOf(redirect.url, response);
  if (target === undefined) throw refusal(redirect, reason("some_place"), reason("redirect_nowhere"));
  const why = objection(redirect, response.status, target);
  if (why !== undefined) throw refusal(redirect, withoutQuery(target), why);
  return target;
}

/** The target without a name and password, which would be sent as a second authorization. */
function targetOf(from: URL, { headers }: Response): URL | undefined {
  const location = headers.get("location");
  // An empty location, as a relative URL, would lead back to the same URL.
  const target = location ? URL.parse(location, from) : null;
  if (target === null) return undefined;
  target.username = target.password = "";
  return target;
}

function objection({ url, method, count }: Redirect, status: number, target: URL): Reason | undefined {
  // The origin of a blob: URL is the origin inside it, so the protocol is compared as well.
  if (target.origin !== url.origin || target.protocol !== url.protocol) return reason("redirect_elsewhere");
  if (method === "POST" && status < 307) return reason("redirect_bare", { status });
  return count >= MAX_REDIRECTS ? reason("redirect_often", { times: count }) : undefined;
}

function refusal({ url: { host } }: Redirect, target: string | Reason, why: Reason): ToolError {
  return new ToolError("provider_redirect", { host, target, why });
}

/** The URL without its query and fragment, which may be secret. */
function withoutQuery(target: URL): string {
  const url = new URL(target);
  url.search = url.hash = "";
  return url.href;
}
