/**
 * Every attack of the corpus, with the narrowest and the widest grant. `deno task sandbox` runs the other setups and the
 * compiled program.
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { CASES } from "./cases/all.ts";
import { runCorpus } from "./run_corpus.ts";
import { ALL, SCOPED } from "./setups.ts";

Deno.test("the corpus has at least 110 cases with unique names", () => {
  assert(CASES.length >= 110);
  assertEquals(new Set(CASES.map(({ name }) => name)).size, CASES.length);
});

for (const setup of [SCOPED, ALL]) {
  Deno.test(`every attack fails under ${setup.name}`, async () => {
    const { ran, untried: left, failures: broken } = await runCorpus(CASES, setup);
    if (left.length > 0) console.log(`not tried here: ${left.map(({ name }) => name).join("; ")}`);
    assertEquals(broken, []);
    assert(ran > 0);
  });
}

Deno.test("without permissions the server does not start and names the missing flag", async () => {
  using files = tempTree({ "a.txt": "inside\n" });
  const { code, stdout, stderr } = await runToEnd(fossickWith([], "--root", files.path));
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, `--allow-read=${files.path}`);
});
