/** A server that was stopped while files changed, as by Ctrl-Z or `docker pause`, answers correctly when it continues. */
import { assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { reachedWatchLimit } from "../../../src/door/tree_watcher.ts";
import { StdioHost } from "../../stdio_host.ts";
import { HAS_PROC, pause, untilIdle } from "../../process_stats.ts";
import { fossickWith, tempTree } from "../../program.ts";
import { inotifyWatchCount } from "../../inotify_watches.ts";

/** How the queue of events is flooded while a server is stopped. */
interface Stop {
  readonly name: string;
  readonly flood: (dir: string) => void;
}

/** More events than the system's queue can hold. */
const FLOOD = 20_000;
/** Minimum time for which the server is stopped. */
const STOPPED_MS = 1000;

const STOPS: readonly Stop[] = [
  {
    name: "while two logs are appended to",
    flood(dir) {
      using one = Deno.openSync(`${dir}/one.log`, { append: true });
      using other = Deno.openSync(`${dir}/two.log`, { append: true });
      const line = new TextEncoder().encode("line\n");
      for (let i = 0; i < FLOOD; i++) (i % 2 === 0 ? one : other).writeSync(line);
    },
  },
  {
    name: "while two files are opened repeatedly, which causes no event in the server",
    flood(dir) {
      for (let i = 0; i < FLOOD; i++) Deno.openSync(`${dir}/${i % 2 === 0 ? "one" : "two"}.log`).close();
    },
  },
];

const DIRS = 20;

for (const { name, flood } of STOPS) {
  for (const threads of [true, false]) {
    Deno.test({
      name: `a server stopped ${name} finds created, changed and removed files (${threads ? "threads" : "in process"})`,
      ignore: !HAS_PROC,
      fn: async () => {
        const names = Array.from({ length: DIRS }, (_, i) => `d${i}/f.txt`);
        using files = tempTree({
          "one.log": "",
          "two.log": "",
          ...Object.fromEntries(names.map((name) => [name, "old\n"])),
        });
        const dirs = [files.path, ...names.map((name) => dirname(`${files.path}/${name}`))];
        if (reachedWatchLimit(dirs) !== undefined) return console.log("skipped: the system allows no more watches");
        const grant = threads ? "--allow-read" : `--allow-read=${files.path}`;
        await using host = await StdioHost.start(fossickWith([grant], "--root", files.path));
        const total = async (query: string) =>
          (await host.call("search_content", { roots: ["."], query, total_only: true })).total;
        assertEquals(await total("old"), DIRS);
        // On a busy machine the server may give up its watches, and asks for them again after the next question.
        while (inotifyWatchCount(host.pid) <= DIRS) {
          await pause(5);
          assertEquals(await total("old"), DIRS);
        }
        assertEquals([await total("old"), await total("new")], [DIRS, 0]);
        // The server's own warm-up must not be the request that times out.
        await untilIdle(host.pid, 1000);
        Deno.kill(host.pid, "SIGSTOP");
        flood(files.path);
        for (const name of names) Deno.writeTextFileSync(`${files.path}/${name}`, "new\n");
        for (const name of names) Deno.writeTextFileSync(`${files.path}/${name}.more`, "new\n");
        await pause(STOPPED_MS);
        Deno.kill(host.pid, "SIGCONT");
        // Wait until the queued events have arrived: a request that times out waiting for them would check everything.
        await pause(STOPPED_MS);
        assertEquals([await total("old"), await total("new")], [0, 2 * DIRS]);
      },
    });
  }
}
