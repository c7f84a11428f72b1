/**
 * fossick: finds, searches and reads files for a model, and nothing outside the roots.
 * @module
 */
import { demandDeno } from "./src/cli/runtime.ts";

demandDeno(globalThis);
if (import.meta.main) {
  const { headStart } = await import("./src/cli/head_start.ts");
  const ahead = headStart(Deno.args);
  const { run } = await import("./src/cli/run.ts");
  Deno.exit(await run(Deno.args, ahead));
}
