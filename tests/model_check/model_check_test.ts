/** The short form of `deno task model-check`. */
import { seeded } from "../seed.ts";
import { modelCheck } from "./model_check.ts";

/** How servers are started. */
const SET_UPS = [
  { threads: true, serverArgs: [] },
  { threads: false, serverArgs: [] },
] as const;
/** A few seconds each. */
const STEPS = 1200;

for (const { threads, serverArgs } of SET_UPS) {
  const name = ["a finished write is in the next answer", threads ? "threads" : "in process", ...serverArgs].join(" ");
  Deno.test(name, async () => {
    console.log(await modelCheck({ mode: "sequential", steps: STEPS, random: seeded(name), threads, serverArgs }));
  });
}
