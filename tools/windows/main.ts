/**
 * `deno task windows`: runs the tests of the door, the engine and the tools, the demo, `doctor` and the corpus of attacks
 * on Windows, or on Linux under Wine (see windows.ts). Exit 1 where something fails for which neither Wine nor a test is
 * the cause. `--only WORD` runs the parts whose title has that word; `--write` records the results and writes
 * docs/windows.md.
 * @module
 */
import { basename, join } from "@std/path";
import { BUNDLE, bundle, parsersBeside } from "../../packaging/bundle.ts";
import { PAGE, pageOf } from "./page.ts";
import { type PartResult, PARTS, runPart } from "./parts.ts";
import { readTallies, tallyOf, writeTallies } from "./tally.ts";
import { findWindows } from "./windows.ts";

const word = Deno.args[Deno.args.indexOf("--only") + 1] ?? "", only = Deno.args.includes("--only") ? word : "";
const place = await findWindows();
await bundle();
if (place.isWine) {
  Deno.mkdirSync(join(place.here, "dist"), { recursive: true });
  for (const path of [BUNDLE, parsersBeside(BUNDLE)]) Deno.copyFileSync(path, join(place.here, "dist", basename(path)));
}
const results: PartResult[] = [];
for (const part of PARTS.filter(({ title }) => title.includes(only))) results.push(await runPart(part, place));
if (place.isWine) Deno.removeSync(place.here, { recursive: true });
const tallies = Object.fromEntries(results.map(({ title, outcomes }) => [title, tallyOf(outcomes)]));
console.log(await pageOf(tallies));
const stale = results.flatMap(({ outdated }) => outdated);
for (const name of stale) console.error(`is listed as failing and passes: ${name}`);
if (Deno.args.includes("--write")) {
  writeTallies(tallies);
  Deno.writeTextFileSync(PAGE, await pageOf(readTallies()));
}
if (stale.length > 0 || Object.values(tallies).some(({ broken }) => broken > 0)) Deno.exit(1);
