/** The short form of `deno task model-check`. */
import { seeded } from "../../seed.ts";
import { type Mode, modelCheck } from "./model_check.ts";

/** The servers' options. */
const SET_UPS = [
  { threads: true, serverArgs: [] },
  { threads: false, serverArgs: [] },
] as const;
/** The checks, of a few seconds each. */
const MODES: Readonly<Record<Mode, { readonly promise: string; readonly steps: number }>> = {
  sequential: { promise: "a finished write is in the next answer", steps: 600 },
  concurrent: { promise: "an answer beside writes agrees with what was there meanwhile", steps: 250 },
};

for (const mode of ["sequential", "concurrent"] as const) {
  for (const { threads, serverArgs } of SET_UPS) {
    const { promise, steps } = MODES[mode];
    const name = `${promise} (${[threads ? "threads" : "in process", ...serverArgs].join(" ")})`;
    Deno.test(name, async () => {
      console.log(await modelCheck({ mode, steps, random: seeded(name), threads, serverArgs }));
    });
  }
}
