/** The kept cases, and the short form of `deno task fuzz`. */
import { assertEquals } from "@std/assert";
import { FUZZERS, runFuzzers } from "./run.ts";

const CASES = new URL("cases/", import.meta.url);
/** The same inputs in every run; `deno task fuzz` is for new ones. */
const SEED = 20_261_122;
/** Seconds for all fuzzers together. */
const SECONDS = Deno.env.get("CI") === undefined ? 10 : 60;

Deno.test("every kept case passes", async () => {
  for (const { name } of Deno.readDirSync(CASES)) {
    if (!name.endsWith(".json")) continue;
    const { fuzzer, input } = JSON.parse(Deno.readTextFileSync(new URL(name, CASES)));
    const wrong = await FUZZERS.find((known) => known.name === fuzzer)?.replay(JSON.stringify(input));
    assertEquals(wrong, undefined, `${name}: ${wrong}`);
  }
});

Deno.test(`no case fails in ${SECONDS} seconds of fuzzing`, async () => {
  const failures = await runFuzzers(FUZZERS, SEED, SECONDS * 1000);
  assertEquals(failures.map(({ wrong, input }) => `${wrong}\n${input}`), []);
});
