/**
 * `deno task sandbox`: runs the whole corpus on every setup and on the compiled program.
 * @module
 */
import { compileHere } from "./compile_here.ts";
import { CASES } from "../../sandbox/cases/all.ts";
import { runCorpus } from "../../sandbox/run_corpus.ts";
import { compiled, SERVER_OPTIONS, SETUPS } from "../../sandbox/setups.ts";

const binary = await compileHere();
if ("missing" in binary) console.log(`The compiled program is not tried: ${binary.missing}`);
const setups = "missing" in binary ? SETUPS : [...SETUPS, compiled(binary.path)];

let broken = 0;
for (const setup of setups) {
  const outcome = await runCorpus(CASES, setup);
  broken += outcome.failures.length;
  console.log(`${[setup.name, ...SERVER_OPTIONS].join(" ")}: ${outcome.ran} cases, ${outcome.failures.length} broken`);
  for (const fault of outcome.failures) console.log(`  ${fault}`);
  if (outcome.untried.length > 0) {
    console.log(`  not tried here: ${outcome.untried.map(({ name }) => name).join("; ")}`);
  }
}
console.log(`${CASES.length} cases on ${setups.length} set-ups, ${broken} broken`);
Deno.exit(broken === 0 ? 0 : 1);
