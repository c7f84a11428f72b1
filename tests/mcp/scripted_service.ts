/**
 * A service without an engine, whose tools are scripted by tests.
 * @module
 */
import * as z from "zod";
import { ANSWER_MEMORY_BYTES, WeightedSemaphore } from "../../src/mcp/call_limits.ts";
import type { Service } from "../../src/mcp/service.ts";
import { optional } from "../../src/toolsets/arguments/fields.ts";
import { INTEGER, TEXT } from "../../src/toolsets/arguments/kinds.ts";
import type { Answer, CallContext, Tool } from "../../src/toolsets/tool.ts";

/** A tool that echoes its arguments, or answers by `call`. */
export function scriptedTool(name: string, call?: Tool["call"]): Tool {
  return {
    name,
    title: `The ${name}`,
    description: `Does ${name}.`,
    fields: { text: optional(TEXT, ""), times: optional(INTEGER, "") },
    output: z.object({ echo: z.unknown() }),
    openWorld: false,
    example: { text: "x" },
    call: call ?? ((args) => Promise.resolve(found({ echo: args }))),
  };
}

/** A plain answer. */
export function found(structured: Record<string, unknown>): Answer {
  return { text: JSON.stringify(structured), structured, isError: false, found: true };
}

/** A tool that answers when the test releases it, or its call is cancelled. */
export function heldTool(
  name: string,
): { tool: Tool; started: Promise<void>; ended: Promise<string>; release(): void } {
  const started = Promise.withResolvers<void>(), ended = Promise.withResolvers<string>();
  const gate = Promise.withResolvers<void>();
  const tool = scriptedTool(name, async (_args, context: CallContext) => {
    started.resolve();
    const running = context.run({
      op: "glob",
      root: ".",
      pattern: "*",
      mode: "files",
      hidden: false,
      noIgnore: false,
      limit: 1,
      timeoutMs: 1,
    });
    try {
      await Promise.race([gate.promise, running]);
      ended.resolve("answered");
      return found({ echo: "released" });
    } catch (error) {
      ended.resolve("cancelled");
      throw error;
    }
  });
  return { tool, started: started.promise, ended: ended.promise, release: gate.resolve };
}

/** A service of `tools`. Its engine never answers; only a signal ends its requests. */
export function scriptedService(...tools: Tool[]): Service {
  return {
    answerMemory: new WeightedSemaphore(ANSWER_MEMORY_BYTES),
    name: "fossick",
    version: "0.0.0",
    profile: "default",
    tools,
    engine: {
      status: { mode: "in-process", threads: 0, permissions: {} },
      execute: (_request, { signal } = {}) =>
        new Promise((_, reject) => {
          if (signal?.aborted) reject(signal.reason);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
      close: () => {},
    },
    projectRoot: "/project",
    consult: {},
    lang: "en",
    tokenBudget: 8000,
    timeoutMs: 4000,
  };
}
