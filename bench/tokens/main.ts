/**
 * `deno task bench:tokens [--write] [--losses FILE] [--only own|foreign]`: measures what forty questions cost a model with fossick, with a shell, and with other servers from npm.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { startServers } from "./contestants.ts";
import { foreignQuestions } from "./foreign/asked.ts";
import { plantForeign } from "./foreign/tree.ts";
import { lossesOf } from "./losses.ts";
import { type Figures, measure } from "./measure.ts";
import { OWN_QUESTIONS } from "./own/questions.ts";
import { plantCheckout } from "./own/tree.ts";
import { tableOf } from "./table.ts";

const CHECKOUT = fromFileUrl(new URL("../..", import.meta.url));
const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
const own = `${root}/own`, foreign = `${root}/foreign`;
const rows = [];
try {
  for (const dir of [own, foreign]) Deno.mkdirSync(dir);
  if (Deno.args[0] !== "foreign") {
    const tree = plantCheckout(CHECKOUT, own);
    const s = await startServers(own, Deno.args[0] === "quick" ? [] : ["ripgrep", "filesystem"]);
    const f: Figures = await measure(OWN_QUESTIONS, tree, s);
    rows.push(...f.rows);
    console.log(tableOf(f, ["shell", "text", "structured", "ripgrep", "filesystem", "whole"]));
    await Promise.all(Object.values(s).map((x) => x.close()));
  }
  if (Deno.args[0] !== "own") {
    const tree = plantForeign(foreign);
    const s = await startServers(foreign, Deno.args[0] === "quick" ? [] : ["ripgrep", "codegraph", "astGrep"]);
    const f: Figures = await measure(foreignQuestions(), tree, s);
    rows.push(...f.rows);
    console.log(tableOf(f, ["shell", "text", "structured", "ripgrep", "codegraph", "astGrep"]));
    await Promise.all(Object.values(s).map((x) => x.close()));
  }
  Deno.writeTextFileSync("/tmp/foreign.losses", lossesOf(rows));
} finally {
  Deno.removeSync(root, { recursive: true });
}
