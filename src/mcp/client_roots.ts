/**
 * The directories that a client says it has opened: they can narrow what a call may reach, never widen it.
 * @module
 */
import { inputRequired, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { fromFileUrl } from "@std/path";
import * as z from "zod";
import { comparePaths } from "../model/place.ts";
import type { RunOptions } from "../pool/engine.ts";
import { Areas } from "./areas.ts";
import { clientOffers } from "./client_capabilities.ts";
import { NarrowedEngine } from "./narrowed_engine.ts";
import { OwnTime } from "./own_time.ts";
import { Addresses, Rounds } from "./rounds.ts";
import type { Service } from "./service.ts";
import { tell } from "./tell.ts";

/** Milliseconds that a client has to name its roots; and once it has failed to. */
const ASK_MS = 10_000, FAILED_MS = 300;
/** Milliseconds after which it is asked on its session's own stream, too. */
const AGAIN_MS = 1000;
const ASK = { method: "roots/list" };
const Listed = z.looseObject({ roots: Addresses });

/** What all calls that wait for a client's roots have in common. */
interface Question {
  /** Addresses as the client gave them, or had given them before where it fails to; undefined: they are others now. */
  readonly answer: Promise<readonly string[] | undefined>;
  settle(uris: readonly string[] | undefined): void;
}

/** How one call wants to have the service narrowed. */
export interface Narrowing {
  readonly rounds?: Rounds;
  /**
   * Whether the request can be answered by a question (2026-07-28); absent: it can. Else nothing is within reach before
   * the client has named its roots.
   */
  readonly askable?: boolean;
  /** Milliseconds that the call may take; absent: the server's. */
  readonly timeoutMs?: number;
}

/** What one client has opened, as far as it has said. */
export class ClientRoots {
  /** Up to 2025-11-25 it says when its roots are others. */
  #question: Question | undefined;
  #last: readonly string[] = [];
  #patience = ASK_MS;

  constructor(readonly server: Server, readonly service: Service) {
    server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#question?.settle(undefined);
      this.#question = undefined;
    });
  }

  /**
   * The service as the client of this request may use it. A client that offers no roots, says that it has none, or has
   * never said though it was asked, gets all of it.
   * @throws InputNeeded for a question (2026-07-28); ToolError where the client has not answered one within the call's
   * time
   */
  async narrow(context: ServerContext, narrowing: Narrowing = {}): Promise<Service> {
    const { service } = this, { mcpReq } = context, { signal } = mcpReq;
    if (service.clientRoots === "ignore" || !clientOffers("roots", this.server, mcpReq)) return service;
    const { rounds = new Rounds(mcpReq), askable = true, timeoutMs = service.timeoutMs } = narrowing;
    const uris = mcpReq.envelope === undefined
      ? await this.#pushed(context, new OwnTime(signal, timeoutMs))
      : told(rounds, askable);
    const areas = uris === undefined ? [] : await areasOf(uris, service, { signal });
    if (areas === undefined) return service;
    const roots = service.roots.flatMap(({ names }) => names);
    return { ...service, engine: new NarrowedEngine(service.engine, areas, roots, service.lang) };
  }

  /** Up to 2025-11-25: asked until it has answered, and again when the client says so. */
  async #pushed(context: ServerContext, time: OwnTime): Promise<readonly string[]> {
    for (;;) {
      const { answer } = this.#question ??= this.#ask(context);
      const uris = await time.wait(answer);
      if (uris !== undefined) return uris;
    }
  }

  #ask(context: ServerContext): Question {
    const { promise: answer, resolve: settle } = Promise.withResolvers<readonly string[] | undefined>();
    const question = { answer, settle };
    void this.#listed(context).then(
      ({ roots }) => this.#answered(question, roots),
      (error) => this.#failed(question, error),
    );
    return question;
  }

  #answered(question: Question, uris: readonly string[]): void {
    if (question !== this.#question) return; // the client has said since that they are others
    this.#last = uris;
    this.#patience = ASK_MS;
    question.settle(uris);
  }

  /** A client that can't say what it offered to say is left with what it said last, until it is asked again. */
  #failed(question: Question, error: unknown): void {
    if (question !== this.#question) return;
    this.#question = undefined;
    this.#patience = FAILED_MS;
    tell(error, "the client did not name its roots: ");
    question.settle(this.#last);
  }

  /**
   * Asked on the stream of its call. Over HTTP there are clients that read such a stream only once it has ended, as the
   * Inspector does: those are asked on their session's own stream, too.
   */
  async #listed({ mcpReq, sessionId }: ServerContext): Promise<z.output<typeof Listed>> {
    const options = { timeout: this.#patience };
    const first = mcpReq.send(ASK, Listed, options);
    if (sessionId === undefined) return await first;
    const { promise: second, resolve, reject } = Promise.withResolvers<z.output<typeof Listed>>();
    const timer = setTimeout(() => this.server.request(ASK, Listed, options).then(resolve, reject), AGAIN_MS);
    try {
      return await Promise.race([first, second]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** 2026-07-28: told with the call, once it has been asked for. */
function told(rounds: Rounds, askable: boolean): readonly string[] | undefined {
  const { roots } = rounds;
  if (roots !== undefined) return roots;
  if (!askable) return undefined;
  if (rounds.wasAsked("roots")) return [];
  throw rounds.ask("roots", inputRequired.listRoots());
}

/** What the client's roots and the server's have in common, as the engine shows it; undefined: all. */
async function areasOf(
  uris: readonly string[],
  service: Service,
  options: RunOptions,
): Promise<readonly string[] | undefined> {
  if (uris.length === 0) return undefined;
  const opened = new Areas(uris.flatMap((uri) => openedPath(uri))), { roots } = service;
  const whole = roots.filter(({ names }) => names.some((name) => opened.covers(name)));
  if (whole.length === roots.length) return undefined;
  const request = { op: "locate", paths: uris, prefixes: [], timeoutMs: service.timeoutMs } as const;
  const { places } = await service.engine.run(request, options);
  const found = places.flatMap((place) => place === undefined || place.kind === "missing" ? [] : [place.real]);
  return new Areas([...whole.map(({ shown }) => shown), ...found]).outermost().sort(comparePaths);
}

/**
 * The path of a `file:` address as a root would have it: `/`-separated, without a slash at its end, and with a capital
 * drive, where clients write a small one.
 */
export function openedPath(uri: string, fromUrl = fromFileUrl): string[] {
  try {
    const path = fromUrl(uri).replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "") || "/";
    return [path.replace(/^[a-z]:/, (drive) => drive.toUpperCase())];
  } catch {
    return [];
  }
}
