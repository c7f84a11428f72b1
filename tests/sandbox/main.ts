/**
 * `deno task sandbox`: the whole corpus on every set-up and on the compiled program. `--write` puts the figure into
 * the README.
 * @module
 */
import { conclude } from "../evidence/figures.ts";
import { compileHere } from "./binary.ts";
import { CASES } from "./cases/all.ts";
import { runCorpus } from "./corpus.ts";
import { compiled, SERVER_OPTIONS, SET_UPS } from "./set_ups.ts";

const binary = await compileHere();
if ("missing" in binary) console.log(`The compiled form is not tried: ${binary.missing}`);
const setUps = "missing" in binary ? SET_UPS : [...SET_UPS, compiled(binary.path)];

let broken = 0;
for (const setUp of setUps) {
  const outcome = await runCorpus(CASES, setUp);
  broken += outcome.broken.length;
  console.log(`${[setUp.name, ...SERVER_OPTIONS].join(" ")}: ${outcome.ran} cases, ${outcome.broken.length} broken`);
  for (const fault of outcome.broken) console.log(`  ${fault}`);
  if (outcome.left.length > 0) console.log(`  not tried here: ${outcome.left.map(({ name }) => name).join("; ")}`);
}
await conclude("sandbox", `${CASES.length} cases on ${setUps.length} set-ups, ${broken} broken`);
Deno.exit(broken === 0 ? 0 : 1);
