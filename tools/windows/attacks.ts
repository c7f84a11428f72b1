/**
 * Runs every attack of the corpus on this system, with the narrowest grant and with the widest, and prints the outcomes.
 * @module
 */
import { CASES } from "../../tests/sandbox/cases/all.ts";
import { runCorpus } from "../../tests/sandbox/run_corpus.ts";
import { ALL, SCOPED } from "../../tests/sandbox/setups.ts";
import type { TestOutcome } from "./outcomes.ts";

const outcomes: TestOutcome[] = [];
for (const setup of [SCOPED, ALL]) {
  const { failures: broken, untried: left } = await runCorpus(CASES, setup);
  const add = (name: string, state: TestOutcome["state"], said: string) =>
    outcomes.push({ name: `${setup.name}: ${name}`, state, said });
  const lacks = new Map(left.map(({ name, lack }) => [name, lack]));
  for (const { name } of CASES) {
    const lack = lacks.get(name), faults = broken.filter((fault) => fault.startsWith(`${name}: `));
    if (lack !== undefined) add(name, "failed", `lacks ${lack}`);
    else add(name, faults.length > 0 ? "failed" : "passed", faults.join("\n"));
  }
  const others = broken.filter((fault) => !CASES.some(({ name }) => fault.startsWith(`${name}: `)));
  for (const fault of others) add("the server", "failed", fault);
}
console.log(JSON.stringify(outcomes));
