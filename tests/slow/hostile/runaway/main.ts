/**
 * `deno task runaway`: measures how long endless patterns, cancelled calls and lost hosts keep a server busy.
 * @module
 */
import { ServerProcess } from "../../../sandbox/server_process.ts";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { cancelIn, type Cancellation, disconnectIn, largeTree, PHASES } from "./phases.ts";
import { runPatterns } from "./run_patterns.ts";

const DEADLINE = 1000;
/** Cancellations of each phase, each later than the one before. */
const TIMES = 8;

let latest = 0, busiest = 0, slowest = 0, hardest = 0, longest = 0, wrong = 0, patterns = 0;
const ms = (n: number) => `${Math.round(n)} ms`;

for (const setup of [SCOPED, ALL]) {
  console.log(`${setup.name}: answer after, idle after, lines found`);
  for (const run of await runPatterns(setup, { timeoutMs: DEADLINE, quietMs: 100 })) {
    console.log(`  ${ms(run.ms).padStart(8)} ${ms(run.idleMs).padStart(7)}  ${run.total}  ${run.name} ${run.wrong}`);
    patterns++;
    latest = Math.max(latest, run.ms - DEADLINE);
    busiest = Math.max(busiest, run.idleMs);
    wrong += run.wrong.length;
  }
  using files = largeTree(10);
  for (const phase of PHASES) {
    // Without a cache each call reads the whole tree.
    const server = await ServerProcess.open(setup.line(files.path, "--cache-mb", "0"));
    const after: Cancellation[] = [];
    for (let i = 1; i <= TIMES; i++) {
      const cancelled = await cancelIn(phase, server, 20 * i);
      wrong += cancelled.wrong.length;
      if (!cancelled.tooLate) after.push(cancelled);
    }
    await server.end();
    slowest = Math.max(slowest, ...after.map(({ idleMs }) => idleMs));
    hardest = Math.max(hardest, ...after.map(({ cpuMs }) => cpuMs));
    const left = await disconnectIn(phase, setup, files.path, 50);
    longest = Math.max(longest, left.endMs);
    wrong += left.code === 0 ? 0 : 1;
    const all = after.map(({ idleMs, cpuMs }) => `${Math.round(idleMs)}/${Math.round(cpuMs)}`).join(", ");
    console.log(
      `  ${phase.name}: cancelled, idle after ${all} ms (of processor time); host gone, ended after ${
        ms(left.endMs)
      } with ${left.code}`,
    );
  }
}
console.log(
  `${patterns} runs, the latest ${ms(latest)} after its deadline, idle ${ms(busiest)} later; ` +
    `cancelled: idle within ${ms(slowest)} (${ms(hardest)} of processor time); host gone: ended within ${
      ms(longest)
    }; ${wrong} wrong`,
);
Deno.exit(wrong === 0 ? 0 : 1);
