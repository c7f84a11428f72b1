/**
 * `deno task model-check [--steps N] [--seed S] [--mode sequential|concurrent|both] [--engine threads|in-process]
 * [--server-args "--freshness stat …"]`: checks that no answer is stale or torn.
 * @module
 */
import { parseArgs } from "node:util";
import { randomOf } from "../../seed.ts";
import { type Mode, modelCheck } from "./model_check.ts";

// parseArgs accepts a value that begins with dashes only after an equals sign.
const args = Deno.args.join("\0").replace("--server-args\0", "--server-args=").split("\0");
const { values } = parseArgs({
  args,
  options: {
    steps: { type: "string", default: "50000" },
    seed: { type: "string" },
    mode: { type: "string", default: "both" },
    engine: { type: "string", default: "threads" },
    "server-args": { type: "string", default: "" },
  },
});
const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0;
console.log(`--seed ${seed}`);
const modes: Mode[] = values.mode === "both"
  ? ["sequential", "concurrent"]
  : [values.mode === "concurrent" ? "concurrent" : "sequential"];
const serverArgs = values["server-args"].split(" ").filter((word) => word !== "");
const threads = values.engine === "threads";
for (const mode of modes) {
  console.log(await modelCheck({ mode, steps: Number(values.steps), random: randomOf(seed), threads, serverArgs }));
}
