/**
 * `deno task fuzz [--minutes N] [--seed S] [--only WORD]`: the long form. It keeps failed cases in `cases/`, which the
 * tests check again.
 * @module
 */
import { parseArgs } from "node:util";
import type { Failure } from "./fuzzer.ts";
import { FUZZERS, runFuzzers } from "./run.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "15" },
    seed: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0;
console.log(`--seed ${seed}`);
const chosen = FUZZERS.filter(({ name }) => name.includes(values.only));
const failures = await runFuzzers(chosen, seed, Number(values.minutes) * 60_000);
for (const failure of failures) console.log(`${failure.wrong}\nkept as ${keep(failure)}\n`);
const tried = chosen.flatMap(({ done }) => Object.entries(done)).map(([what, n]) => `${n} ${what}`);
console.log(`${values.minutes} minutes: ${tried.join(", ")}; ${failures.length} failed`);
Deno.exit(failures.length > 0 ? 1 : 0);

function keep({ fuzzer, input, wrong }: Failure): string {
  const name = `${fuzzer.replaceAll(" ", "_")}_${seed.toString(16)}.json`;
  const text = JSON.stringify({ fuzzer, wrong: wrong.slice(0, 1000), input: JSON.parse(input) }, null, 2);
  Deno.writeTextFileSync(new URL(`cases/${name}`, import.meta.url), text + "\n");
  return `cases/${name}`;
}
