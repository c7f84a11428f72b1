/**
 * fossick: finds, searches and reads files for a model, and nothing outside the roots.
 * @module
 */
import { run } from "./src/cli/run.ts";

if (import.meta.main) Deno.exit(await run(Deno.args));
