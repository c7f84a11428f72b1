/**
 * fossick: finds, searches and reads files for a model, and nothing outside the roots.
 * @module
 */
import { requireDeno } from "./src/cli/runtime.ts";

requireDeno(globalThis);
if (import.meta.main) await start();

/** Runs the command line, then ends the process with its exit code. */
export async function start(): Promise<never> {
  const { run } = await import("./src/cli/run.ts");
  Deno.exit(await run(Deno.args));
}
