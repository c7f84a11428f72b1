/**
 * fossick: finds, searches and reads files for a model, and nothing outside the roots.
 * @module
 */
import { headStart } from "./src/cli/head_start.ts";

if (import.meta.main) {
  const ahead = headStart(Deno.args);
  const { run } = await import("./src/cli/run.ts");
  Deno.exit(await run(Deno.args, ahead));
}
