/**
 * A server, a tree, and a model that predicts every answer, while the tree is written to in turn with the questions or
 * beside them.
 */
import { fossickWith, tempTree } from "../../program.ts";
import { LENGTH, type Random, seeded } from "../../seed.ts";
import { StdioHost } from "../../stdio_host.ts";
import { checkConcurrently } from "./concurrent.ts";
import { otherPath } from "./disk.ts";
import type { Tally } from "./judge.ts";
import { checkSequentially } from "./sequential.ts";

type Check = (host: StdioHost, root: string, random: Random, steps: number) => Promise<Tally>;

/** What is promised, its check, and the steps of a few seconds. */
const CHECKS: readonly (readonly [promise: string, check: Check, steps: number])[] = [
  ["a finished write is in the next answer", checkSequentially, 600],
  ["an answer beside writes agrees with what was there meanwhile", checkConcurrently, 250],
];

/** Grants and options: the engine on a thread, on the main thread, and in long checks one without a watch. */
const SET_UPS = [["--allow-read"], ["--allow-read=ROOT"], ["--allow-read", "--freshness", "stat"]]
  .slice(0, LENGTH > 1 ? 3 : 2);

/** Steps after which tree and server are replaced. */
const STEPS_A_TREE = 5000;

for (const [promise, check, steps] of CHECKS) {
  for (const [grant, ...options] of SET_UPS) {
    const name = `${promise} (${[grant, ...options].join(" ")})`;
    Deno.test(name, async () => {
      const random = seeded(name);
      for (let left = steps * LENGTH; left > 0; left -= STEPS_A_TREE) {
        using directory = tempTree({});
        const up = `${directory.path}/up`, root = `${up}/in`;
        for (const dir of [up, otherPath(up)]) {
          for (const name of ["in", "out"]) Deno.mkdirSync(`${dir}/${name}`, { recursive: true });
        }
        const line = fossickWith([grant.replace("ROOT", root)], "--root", root, ...options);
        await using host = await StdioHost.start(line);
        const { writes, answers, unjudged } = await check(host, root, random, Math.min(left, STEPS_A_TREE));
        console.log(`${name}: ${writes} writes, ${answers} answers, ${unjudged} of these not judged`);
      }
    });
  }
}
