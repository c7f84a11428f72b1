/**
 * Opens the real tools on the real engine, without a protocol.
 * @module
 */
import { ANSWER_MEMORY_BYTES, WeightedSemaphore } from "../src/mcp/call_limits.ts";
import { callContext, type Service } from "../src/mcp/service.ts";
import { findRoots } from "../src/door/roots.ts";
import { createEngine } from "../src/pool/create_engine.ts";
import { type Profile, toolsOf } from "../src/toolsets/profiles.ts";
import type { Answer } from "../src/toolsets/tool.ts";

/** Opened tools. */
export interface OpenTools extends Disposable {
  readonly service: Service;
  call(tool: string, args: unknown): Promise<Answer>;
  /** The structured content of the answer. */
  ask(tool: string, args: unknown): Promise<Record<string, unknown>>;
}

/** Opens the tools of `profile` on `roots`, with the server's defaults and `settings`. */
export async function openTools(
  profile: Profile,
  roots: readonly string[],
  { thread = false, ...settings }: Partial<Pick<Service, "tokenBudget" | "timeoutMs" | "lang">> & { thread?: boolean } =
    {},
): Promise<OpenTools> {
  const [projectRoot] = roots;
  const engine = await createEngine({ roots: findRoots(roots, projectRoot), thread });
  const tools = toolsOf(profile);
  const service: Service = {
    answerMemory: new WeightedSemaphore(ANSWER_MEMORY_BYTES),
    name: profile === "fs" ? "fs" : "fossick",
    version: "0.0.0",
    profile,
    tools,
    engine,
    projectRoot,
    lang: "en",
    consult: {},
    tokenBudget: 8000,
    // So long that no answer is cut because the machine is busy.
    timeoutMs: 30_000,
    ...settings,
  };
  const call = (name: string, args: unknown) => {
    const tool = tools.find((known) => known.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const context = callContext(service, {});
    // The outline of what a page left out, and paths near a missing one, have a short time of their own, which a busy
    // machine may exceed.
    const run: typeof context.run = (request) => {
      const hasOwnTime = request.op === "outline" || request.op === "nearest";
      return context.run(hasOwnTime ? { ...request, timeoutMs: service.timeoutMs } : request);
    };
    return tool.call(args, { ...context, run });
  };
  return {
    service,
    call,
    ask: async (name, args) => (await call(name, args)).structured,
    [Symbol.dispose]: () => engine.close(),
  };
}
