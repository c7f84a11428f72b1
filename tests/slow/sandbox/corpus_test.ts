/**
 * Every attack of the corpus, with the narrowest grant and with the widest; in long runs also with those between, without
 * a cache, and on the compiled program.
 */
import { assert, assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { baseRuntime } from "../../base_runtime.ts";
import { runToEnd } from "../../program.ts";
import { CASES, runCorpus } from "../../sandbox/run_corpus.ts";
import { ALL, compiled, SCOPED, type Setup, SETUPS, UNCACHED } from "../../sandbox/setups.ts";
import { LENGTH } from "../../seed.ts";

const tried: readonly Setup[] = LENGTH > 1 ? [...SETUPS, UNCACHED, ...await compiledHere()] : [SCOPED, ALL];

Deno.test(`every attack fails under ${tried.map(({ name }) => name).join(" and ")}`, async () => {
  // Most of the time the attacks wait for a server that must not end.
  const all = await Promise.all(tried.map((setup) => runCorpus(CASES, setup)));
  for (const { ran, untried, failures } of all) {
    if (untried.length > 0) console.log(`not tried here: ${untried.map(({ name }) => name).join("; ")}`);
    assertEquals(failures, []);
    assert(ran > 0);
  }
});

/** fossick as one program, if it can be compiled here. */
async function compiledHere(): Promise<Setup[]> {
  const base = await baseRuntime();
  if ("missing" in base) return [];
  const env = { ...base.env, PATH: `${dirname(base.deno)}:${Deno.env.get("PATH") ?? ""}` };
  assertEquals((await runToEnd([base.deno, "task", "compile"], { cwd: CHECKOUT, env })).code, 0);
  return [compiled(join(CHECKOUT, "dist", "fossick"))];
}
