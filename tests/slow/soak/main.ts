/**
 * `deno task soak [--calls N] [--gigabytes N] [--engine threads|in-process] [--seed S] [--server-args "…"]`: measures
 * memory over many calls and over much text. Exits 1 if it grows by more than a tenth after the warm-up, or exceeds the
 * limit.
 * @module
 */
import { parseArgs } from "node:util";
import { plantTree } from "../../../bench/plant_tree.ts";
import { StdioHost } from "../../stdio_host.ts";
import { fossickWith } from "../../program.ts";
import { randomOf } from "../../seed.ts";
import { searchGigabytes } from "./gigabyte.ts";
import { runSoak } from "./soak.ts";
import { median } from "../../../bench/measure/statistics.ts";

/** The share of samples that is warm-up, and the shares after it and at the end that are compared. */
const WARM_UP = 0.2, PART = 0.2;
const GROWTH = 1.1, LIMIT_MB = 512;

const { values } = parseArgs({
  args: Deno.args.join("\0").replace("--server-args\0", "--server-args=").split("\0").filter((word) => word !== ""),
  options: {
    calls: { type: "string", default: "200000" },
    gigabytes: { type: "string", default: "1" },
    engine: { type: "string", default: "threads" },
    seed: { type: "string" },
    "server-args": { type: "string", default: "" },
  },
});
const flags = values["server-args"].split(" ").filter((word) => word !== "");
const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0;
const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
let isGood = true;
try {
  if (Number(values.calls) > 0) isGood = await manyCalls(Number(values.calls)) && isGood;
  if (Number(values.gigabytes) > 0) isGood = await muchText(Number(values.gigabytes)) && isGood;
} finally {
  Deno.removeSync(base, { recursive: true });
}
Deno.exit(isGood ? 0 : 1);

async function manyCalls(total: number): Promise<boolean> {
  console.log(`--seed ${seed}`);
  const root = `${base}/calls`;
  Deno.mkdirSync(root);
  plantTree(root, { files: 300, bytes: 3000 });
  const grant = values.engine === "threads" ? "--allow-read" : `--allow-read=${root}`;
  await using host = await StdioHost.start(fossickWith([grant], "--root", root, ...flags));
  const { megabytes, calls, errors, ms, peak } = await runSoak(host, root, randomOf(seed), total, (n, mb) => {
    if (n % Math.ceil(total / 10) < total / 200) console.log(`  ${n} calls, ${Math.round(mb)} MB`);
  });
  const at = (part: number) => Math.floor(part * megabytes.length);
  const warm = median(megabytes.slice(at(WARM_UP), at(WARM_UP + PART))), end = median(megabytes.slice(at(1 - PART)));
  const rate = Math.round(calls / ms * 1000);
  console.log(
    `${calls} calls (${rate}/s, ${errors} answered by an error): ${Math.round(warm)} MB after warming up, ` +
      `${Math.round(end)} MB at the end (${(100 * (end / warm - 1)).toFixed(1)} %), peak ${Math.round(peak)} MB`,
  );
  return end <= warm * GROWTH;
}

async function muchText(gigabytes: number): Promise<boolean> {
  const root = `${base}/text`;
  Deno.mkdirSync(root);
  const { searched, limited, peakMb, totals, ms } = await searchGigabytes(root, gigabytes * 1024, flags);
  const where = limited ? `in a cgroup of ${LIMIT_MB} MB` : "no cgroup to be had";
  console.log(
    `${searched} GB searched (${where}): peak ${peakMb} MB; totals ${totals.join(", ")} in ${ms.join(", ")} ms`,
  );
  return limited || peakMb < LIMIT_MB;
}
