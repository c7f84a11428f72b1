/**
 * `deno task sandbox`: the whole corpus on every set-up and on the compiled program. `--write` puts the figure into
 * the README.
 * @module
 */
import { reportFigure } from "../../../tools/evidence/figures.ts";
import { compileHere } from "./compile_here.ts";
import { CASES } from "../../sandbox/cases/all.ts";
import { runCorpus } from "../../sandbox/run_corpus.ts";
import { compiled, SERVER_OPTIONS, SETUPS } from "../../sandbox/setups.ts";

const binary = await compileHere();
if ("missing" in binary) console.log(`The compiled form is not tried: ${binary.missing}`);
const setUps = "missing" in binary ? SETUPS : [...SETUPS, compiled(binary.path)];

let broken = 0;
for (const setUp of setUps) {
  const outcome = await runCorpus(CASES, setUp);
  broken += outcome.failures.length;
  console.log(`${[setUp.name, ...SERVER_OPTIONS].join(" ")}: ${outcome.ran} cases, ${outcome.failures.length} broken`);
  for (const fault of outcome.failures) console.log(`  ${fault}`);
  if (outcome.untried.length > 0) {
    console.log(`  not tried here: ${outcome.untried.map(({ name }) => name).join("; ")}`);
  }
}
await reportFigure("sandbox", `${CASES.length} cases on ${setUps.length} set-ups, ${broken} broken`);
Deno.exit(broken === 0 ? 0 : 1);
