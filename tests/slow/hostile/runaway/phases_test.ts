/**
 * Calls that are aborted at each phase.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { ServerProcess } from "../../../sandbox/server_process.ts";
import { HAS_PROC } from "../../../process_stats.ts";
import { cancelIn, disconnectIn, largeTree, PHASES } from "./phases.ts";

for (const setup of [SCOPED, ALL]) {
  Deno.test({
    name:
      `after a call is cancelled at any phase, the processor is idle and the next call correct, under ${setup.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree(1);
      const server = await ServerProcess.open(setup.line(files.path));
      for (const phase of PHASES) {
        const { idleMs, wrong } = await cancelIn(phase, server, 30);
        assertEquals([phase.name, wrong], [phase.name, []]);
        assert(idleMs < 10_000, `${phase.name} goes on`);
      }
      assertEquals([await server.end(), server.unsolicited], [0, []]);
    },
  });

  Deno.test({
    name: `a server ends when its host disconnects at any phase, under ${setup.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree(1);
      for (const phase of PHASES) assertEquals((await disconnectIn(phase, setup, files.path, 30)).code, 0, phase.name);
    },
  });
}
