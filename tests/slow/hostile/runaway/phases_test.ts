/**
 * Calls that are called off at each phase. `deno task runaway` measures how soon that takes effect.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { ServerProcess } from "../../../sandbox/server_process.ts";
import { HAS_PROC } from "../../../process_stats.ts";
import { cancelIn, disconnectIn, largeTree, PHASES } from "./phases.ts";

for (const setUp of [SCOPED, ALL]) {
  Deno.test({
    name: `a call cancelled at any phase leaves the processor idle and the next call right, under ${setUp.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree(1);
      const server = await ServerProcess.open(setUp.line(files.path));
      for (const phase of PHASES) {
        const { idleMs, wrong } = await cancelIn(phase, server, 30);
        assertEquals([phase.name, wrong], [phase.name, []]);
        assert(idleMs < 10_000, `${phase.name} goes on`);
      }
      assertEquals([await server.end(), server.unsolicited], [0, []]);
    },
  });

  Deno.test({
    name: `a host that goes away at any phase takes its server with it, under ${setUp.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree(1);
      for (const phase of PHASES) assertEquals((await disconnectIn(phase, setUp, files.path, 30)).code, 0, phase.name);
    },
  });
}
