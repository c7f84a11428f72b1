/**
 * `deno task windows`: the door's, the engine's and the tools' tests, the demo, `doctor` and the corpus of attacks on
 * Windows, or on Linux under Wine (see windows.ts). Exit 1 where something is broken that neither Wine nor a test
 * breaks. `--only WORD` runs the parts whose title has that word; `--write` writes docs/windows.md.
 * @module
 */
import { join } from "@std/path";
import { BUNDLE, bundle } from "../../packaging/bundle.ts";
import { countsOf, PAGE, pageOf } from "./page.ts";
import { PARTS, type Result, resultOf } from "./parts.ts";
import { windows } from "./windows.ts";

const word = Deno.args[Deno.args.indexOf("--only") + 1] ?? "", only = Deno.args.includes("--only") ? word : "";
const place = await windows();
await bundle();
if (place.isWine) {
  Deno.mkdirSync(join(place.here, "dist"), { recursive: true });
  Deno.copyFileSync(BUNDLE, join(place.here, "dist", "fossick.js"));
}
const results: Result[] = [];
for (const part of PARTS.filter(({ title }) => title.includes(only))) results.push(await resultOf(part, place));
const page = await pageOf(results, place.isWine);
console.log(page);
const stale = results.flatMap(({ outdated }) => outdated);
for (const name of stale) console.error(`is said to fail and holds: ${name}`);
const [, , , broken] = countsOf(results.flatMap(({ outcomes }) => outcomes));
if (broken + stale.length > 0) Deno.exit(1);
if (Deno.args.includes("--write")) Deno.writeTextFileSync(PAGE, page);
