/**
 * The directories that a client says it has opened: they can narrow what a call may reach, never widen it.
 * @module
 */
import { inputRequired, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { fromFileUrl } from "@std/path";
import * as z from "zod";
import { comparePaths } from "../model/place.ts";
import type { RunOptions } from "../pool/engine.ts";
import { clientOffers } from "./client_capabilities.ts";
import { isWithin, NarrowedEngine } from "./narrowed_engine.ts";
import { Addresses, Rounds } from "./rounds.ts";
import type { Service } from "./service.ts";

/** Milliseconds that a client has to name its roots; and once it has failed to. */
const ASK_MS = 10_000, FAILED_MS = 300;
/** Milliseconds after which it is asked on its session's own stream, too. */
const AGAIN_MS = 1000;
const ASK = { method: "roots/list" };
const Listed = z.looseObject({ roots: Addresses });

/** What one client has opened, as far as it has said. */
export class ClientRoots {
  /** Addresses as the client gave them; up to 2025-11-25 it says when they are others. */
  #asked: Promise<readonly string[]> | undefined;
  #last: readonly string[] = [];
  #patience = ASK_MS;

  constructor(readonly server: Server, readonly service: Service) {
    server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#asked = undefined;
    });
  }

  /**
   * The service as the client of this request may use it. A client that offers no roots, says that it has none, or has
   * never said though it was asked, gets all of it.
   * @param askable whether the request can be answered by a question (2026-07-28); else nothing is within reach
   * before the client has named its roots
   * @throws InputNeeded for such a question
   */
  async narrow(context: ServerContext, rounds = new Rounds(context.mcpReq), askable = true): Promise<Service> {
    const { service } = this, { mcpReq } = context;
    if (service.clientRoots === "ignore" || !clientOffers("roots", this.server, mcpReq)) return service;
    const uris = mcpReq.envelope === undefined ? await this.#pushed(context) : told(rounds, askable);
    const { signal } = mcpReq;
    const areas = uris === undefined ? [] : await areasOf(uris, service, { signal });
    if (areas === undefined) return service;
    const roots = rootsOf(service).flatMap(({ names }) => names);
    return { ...service, engine: new NarrowedEngine(service.engine, areas, roots, service.lang) };
  }

  /** Up to 2025-11-25: asked until it has answered, and again when the client says so. */
  #pushed(context: ServerContext): Promise<readonly string[]> {
    return this.#asked ??= this.#ask(context);
  }

  /** A client that can't say what it offered to say is left with what it said last, until it is asked again. */
  async #ask(context: ServerContext): Promise<readonly string[]> {
    try {
      this.#last = (await this.#listed(context)).roots;
      this.#patience = ASK_MS;
    } catch (error) {
      this.#asked = undefined;
      this.#patience = FAILED_MS;
      console.error(`fossick: the client did not name its roots: ${error instanceof Error ? error.message : error}`);
    }
    return this.#last;
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
  const opened = uris.flatMap((uri) => openedPath(uri)), roots = rootsOf(service);
  const whole = roots.filter(({ names }) => names.some((name) => opened.some((path) => isWithin(name, path))));
  if (whole.length === roots.length) return undefined;
  const request = { op: "locate", paths: uris, prefixes: [], timeoutMs: service.timeoutMs } as const;
  const { places } = await service.engine.run(request, options);
  const found = places.flatMap((place) => place === undefined || place.kind === "missing" ? [] : [place.real]);
  const all = [...new Set([...whole.map(({ shown }) => shown), ...found])].sort(comparePaths);
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}

function rootsOf({ roots, projectRoot }: Service): Exclude<Service["roots"], undefined> {
  return roots ?? [{ shown: ".", names: [projectRoot] }];
}

/**
 * The path of a `file:` address as a root would have it: `/`-separated, without a slash at its end, and with a capital
 * drive, where clients write a small one.
 */
export function openedPath(uri: string, fromUrl = fromFileUrl): string[] {
  try {
    const path = fromUrl(uri).replaceAll("\\", "/").replace(/(.)\/+$/, "$1");
    return [path.replace(/^[a-z]:/, (drive) => drive.toUpperCase())];
  } catch {
    return [];
  }
}
