/**
 * Every attack of the corpus, with the narrowest grant and with the widest. `deno task sandbox` also tries the set-ups
 * between these, and the compiled program.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { CASES } from "../../sandbox/cases/all.ts";
import { runCorpus } from "../../sandbox/run_corpus.ts";
import { ALL, SCOPED } from "../../sandbox/setups.ts";

for (const setup of [SCOPED, ALL]) {
  Deno.test(`every attack fails under ${setup.name}`, async () => {
    const { ran, untried, failures } = await runCorpus(CASES, setup);
    if (untried.length > 0) console.log(`not tried here: ${untried.map(({ name }) => name).join("; ")}`);
    assertEquals(failures, []);
    assert(ran > 0);
  });
}
