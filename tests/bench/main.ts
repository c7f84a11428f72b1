/**
 * `deno task bench [TREE] [--quick|--large] …`: fossick beside ripgrep and fd, ratios of interleaved pairs.
 * @module
 */
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { benchTree } from "./tree_bench.ts";
import { plantTree, TREES } from "./tree.ts";

const { values } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { only: { type: "string" }, pairs: { type: "string", default: "3" } },
});
const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-bench-" }));
try {
  plantTree(root, TREES.quick);
  Deno.mkdirSync(join(root, ".git"));
  const t = performance.now();
  const { wrong } = await benchTree({
    name: "x",
    root,
    pairs: Number(values.pairs),
    seed: 1,
    cacheMb: 512,
    isQuick: false,
    setUps: ["threads"],
    only: [],
  }, console.log);
  console.log(wrong, performance.now() - t);
} finally {
  Deno.removeSync(root, { recursive: true });
}
