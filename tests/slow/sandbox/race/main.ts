/**
 * `deno task race [--seconds 60]`: runs every race at both paces, with and without a cache.
 * @module
 */
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { PACES, RACES, runRace } from "./races.ts";

const given = Deno.args.indexOf("--seconds");
const seconds = given < 0 ? 60 : Number(Deno.args[given + 1]);
const WARMTH = [["warm", []], ["cold", ["--cache-mb", "0"]]] as const;

let answers = 0, moves = 0, escapes = 0, wrong = 0;
for (const one of RACES) {
  for (const [i, pace] of PACES.entries()) {
    for (const [j, [warmth, options]] of WARMTH.entries()) {
      const setup = (i + j) % 2 === 0 ? SCOPED : ALL;
      const score = await runRace(one, setup, { pace, seconds, options });
      if (score === undefined) throw new Error("nothing here can move entries at once");
      answers += score.answers;
      moves += score.moves;
      escapes += score.escapes.length;
      wrong += score.wrong.length;
      console.log(
        `${one.name}, ${pace}, ${warmth}, ${setup.name}: ${score.moves} moves, ${score.answers} answers, ` +
          `${score.whole} whole, slowest ${score.slowest} ms, ${score.escapes.length} escapes, ${score.wrong.length} wrong`,
      );
      for (const raw of [...score.escapes, ...score.wrong].slice(0, 3)) console.log(`  ${raw.slice(0, 400)}`);
    }
  }
}
const count = (n: number) => n.toLocaleString("en");
console.log(
  `${escapes} escapes in ${count(answers)} answers during ${count(moves)} moves (${seconds} s each)`,
);
Deno.exit(escapes + wrong === 0 ? 0 : 1);
