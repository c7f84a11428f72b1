/**
 * Every attack of the corpus, with the narrowest grant and with the widest. `deno task sandbox` tries the set-ups
 * between, and the compiled program.
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { CASES } from "./cases/all.ts";
import { runCorpus } from "./run_corpus.ts";
import { ALL, SCOPED } from "./setups.ts";

Deno.test("the corpus has at least 110 cases, each with a name of its own", () => {
  assert(CASES.length >= 110);
  assertEquals(new Set(CASES.map(({ name }) => name)).size, CASES.length);
});

for (const setUp of [SCOPED, ALL]) {
  Deno.test(`every attack fails under ${setUp.name}`, async () => {
    const { ran, untried: left, failures: broken } = await runCorpus(CASES, setUp);
    if (left.length > 0) console.log(`not tried here: ${left.map(({ name }) => name).join("; ")}`);
    assertEquals(broken, []);
    assert(ran > 0);
  });
}

Deno.test("without any permission nothing is served, and the flag that is missing is named", async () => {
  using files = tempTree({ "a.txt": "inside\n" });
  const { code, stdout, stderr } = await runToEnd(fossickWith([], "--root", files.path));
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, `--allow-read=${files.path}`);
});
