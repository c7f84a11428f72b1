/**
 * The sessions of 2025-era clients over HTTP: what lets the server ask such a client something (for its
 * model's answer, for its roots). Bounded in number and in idle time; whoever asks without one is
 * answered all the same.
 * @module
 */
import {
  isInitializeRequest,
  isJSONRPCRequest,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { followed } from "./followed_response.ts";
import { NO_SESSION, problem } from "./http_problem.ts";
import { requestIds } from "./message_line.ts";

const { InvalidRequest } = ProtocolErrorCode;

const Cancelled = z.looseObject({
  method: z.literal("notifications/cancelled"),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

/** How many sessions are kept, and for how long. */
export interface SessionLimits {
  /** Beyond it the session that was used longest ago goes, one without open streams first. */
  readonly most: number;
  /** Milliseconds without a request or an open stream after which a session is over. */
  readonly idleMs: number;
}

/** The calls of one HTTP request. */
interface Brought {
  /** Those without an answer. */
  readonly owed: Set<RequestId>;
  /** Those that were called off, and get none. */
  readonly off: Set<RequestId>;
}

/** A client's session. */
interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  /** Of each HTTP request whose response is not over yet, the calls that it brought. */
  readonly open: Map<Request, Brought>;
  /** When it was last used, in milliseconds. */
  used: number;
}

/** All sessions of one server. */
export class HttpSessions {
  /** By id, the one used longest ago first. */
  readonly #sessions = new Map<string, Session>();

  /** @param build a new server for a new session */
  constructor(
    readonly build: () => Server,
    readonly limits: SessionLimits,
    readonly onerror: (error: Error) => void,
    readonly clock = () => performance.now(),
  ) {}

  /** Sessions kept at present. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * The answer to a request of a session or to one that begins a session; undefined for any other.
   * @param message what was read of its body
   */
  async fetch(request: Request, message?: unknown): Promise<Response | undefined> {
    await this.#expire();
    const id = request.headers.get("mcp-session-id");
    if (id !== null) return await this.#use(id, request, message);
    return isInitializeRequest(message) ? await this.#begin(request, message) : undefined;
  }

  /** Ends the streams that only wait for something to tell. */
  closeWaiting(): void {
    for (const { transport } of this.#sessions.values()) transport.closeStandaloneSSEStream();
  }

  /** Ends all sessions, with the calls in them. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #use(id: string, request: Request, message: unknown): Promise<Response> {
    const session = this.#sessions.get(id);
    // What tells a client to begin anew.
    if (session === undefined) return problem(404, "Session not found: begin a new one with initialize", NO_SESSION);
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return await this.#answer(session, request, message);
  }

  async #begin(request: Request, message: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    transport.onerror = this.onerror;
    const session: Session = { transport, server: this.build(), open: new Map(), used: this.clock() };
    await session.server.connect(transport);
    endCancelled(session);
    return await this.#answer(session, request, message);
  }

  async #answer(session: Session, request: Request, message: unknown): Promise<Response> {
    const twice = idInUse(message, session.open);
    if (twice !== undefined) {
      return problem(400, `Invalid Request: the id ${JSON.stringify(twice)} is in use`, InvalidRequest);
    }
    const owed = new Set<RequestId>();
    session.open.set(request, { owed, off: new Set() });
    session.used = this.clock();
    return await followed(session.transport.handleRequest(request, { parsedBody: message }), () => {
      for (const id of owed) callOff(session, id);
      session.open.delete(request);
      session.used = this.clock();
    });
  }

  async #keep(id: string, session: Session): Promise<void> {
    if (this.#sessions.size >= this.limits.most) {
      const [oldest] = this.#sessions.keys();
      const waiting = [...this.#sessions].find(([, { open }]) => open.size === 0)?.[0] ?? oldest;
      if (waiting !== undefined) await this.#end(waiting);
    }
    this.#sessions.set(id, session);
  }

  async #expire(): Promise<void> {
    const before = this.clock() - this.limits.idleMs;
    const over = [...this.#sessions].filter(([, { open, used }]) => open.size === 0 && used < before);
    for (const [id] of over) await this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}

/**
 * An id that a request has beside another, whose stream has not ended: the SDK knows streams by ids, and would answer
 * one of the two only.
 */
function idInUse(message: unknown, open: Session["open"]): RequestId | undefined {
  const inUse = new Set([...open.values()].flatMap(({ owed, off }) => [...owed, ...off]));
  return requestIds([message].flat()).find((id, i, ids) => inUse.has(id) || ids.indexOf(id) < i);
}

/** Calls off a call whose client has gone away: its answer would reach nobody, since no stream is taken up again. */
function callOff({ transport }: Session, requestId: RequestId): void {
  transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
}

/**
 * Has a stream end once nothing is awaited on it: the SDK has it wait for the answers to all its calls, but to one that
 * is called off there is none.
 */
function endCancelled({ transport, open }: Session): void {
  const { onmessage: deliver } = transport, send = transport.send.bind(transport);
  const over = (id: RequestId, calledOff: boolean) => {
    for (const { owed, off } of open.values()) {
      if (!owed.delete(id)) continue;
      if (calledOff) off.add(id);
      if (owed.size > 0) continue;
      transport.closeSSEStream(id);
      forget(transport, send, off);
    }
  };
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message) && extra?.request) open.get(extra.request)?.owed.add(message.id);
    deliver?.(message, extra);
    const { data } = Cancelled.safeParse(message);
    if (data !== undefined) over(data.params.requestId, true);
  };
  transport.send = async (message, options) => {
    await send(message, options);
    if (!("method" in message) && message.id !== undefined) over(message.id, false);
  };
}

/**
 * Has the SDK forget calls that were called off: it keeps them to the end of the session, and with them all answers that
 * came beside them in a batch, unless there is one to each. These go to a stream that has ended, which it would report.
 */
function forget(
  transport: Session["transport"],
  send: Session["transport"]["send"],
  off: ReadonlySet<RequestId>,
): void {
  const { onerror } = transport;
  transport.onerror = () => {};
  // Where an answer has just found nobody, it has forgotten all of them already.
  for (const id of off) send({ jsonrpc: "2.0", id, result: {} }).catch(() => {});
  if (onerror) transport.onerror = onerror;
}
