/**
 * `deno task conformance`: checks the server with other projects' programs and prints a report; `--write` puts it into
 * docs/conformance.md.
 * @module
 */
import { inspect, INSPECTIONS } from "../../tests/slow/conformance/inspections.ts";
import { runSuite } from "../../tests/slow/conformance/suite.ts";
import { PAGE, pageOf } from "./page.ts";

const wrong = await inspect(INSPECTIONS);
const page = await pageOf(await runSuite());
console.log(page);
for (const sentence of wrong) console.error(sentence);
if (wrong.length > 0) Deno.exit(1);
if (Deno.args.includes("--write")) Deno.writeTextFileSync(PAGE, page);
