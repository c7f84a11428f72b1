/**
 * What a way in (MCP, the command line) needs to answer calls: the tools, the engine, and the defaults.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import type { Engine, RunOptions } from "../pool/engine.ts";
import type { CallContext, PrefixMemory, Tool } from "../toolsets/tool.ts";

/** A running fossick, before anyone speaks to it. */
export interface Service {
  readonly name: string;
  readonly version: string;
  /** The name of the set that `tools` are of; absent: default. */
  readonly profile?: string;
  readonly tools: readonly Tool[];
  readonly engine: Engine;
  /** Absolute real path of the project root. */
  readonly projectRoot: string;
  readonly lang: Lang;
  /** 0 = no budget. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
}

/** The context of one call of `service` in a session. */
export function contextOf(service: Service, prefixes: PrefixMemory, options: RunOptions): CallContext {
  const { engine, projectRoot, lang, tokenBudget, timeoutMs } = service;
  return { run: (request) => engine.run(request, options), projectRoot, lang, tokenBudget, timeoutMs, prefixes };
}

/** Prefixes kept; each costs a look at the disk when a path is not found. */
const KEPT = 16;

/** The last few path prefixes of a session. */
export class RecentPrefixes implements PrefixMemory {
  #newestFirst: readonly string[] = [];

  recent(): readonly string[] {
    return this.#newestFirst;
  }

  remember(prefix: string): void {
    this.#newestFirst = [prefix, ...this.#newestFirst.filter((known) => known !== prefix)].slice(0, KEPT);
  }
}
