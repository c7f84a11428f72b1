/** A part of the attacks; tests/slow/sandbox/corpus_test.ts tries all. @module */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { CASES, runCorpus } from "./run_corpus.ts";
import { SCOPED } from "./setups.ts";

Deno.test("the corpus has at least 110 cases with distinct names", () => {
  assert(CASES.length >= 110);
  assertEquals(new Set(CASES.map(({ name }) => name)).size, CASES.length);
});

Deno.test(`every eighth attack fails under ${SCOPED.name}`, async () => {
  const { ran, failures } = await runCorpus(CASES.filter((_, i) => i % 8 === 0), SCOPED);
  assertEquals(failures, []);
  assert(ran > 0);
});

Deno.test("without any permission the server refuses to start and names the missing flag", async () => {
  using files = tempTree({ "a.txt": "inside\n" });
  const { code, stdout, stderr } = await runToEnd(fossickWith([], "--root", files.path));
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, `--allow-read=${files.path}`);
});
