/** If the user has few inotify watches, most of them are left to other programs, and answers stay correct. */
import { assertEquals } from "@std/assert";
import { StdioHost } from "../stdio_host.ts";
import { type CommandLine, fossickWith, tempTree } from "../program.ts";
import { untilIdle } from "../process_stats.ts";
import { inotifyWatchCount } from "../inotify_watches.ts";

const ALLOWED = 200, DIRS = 600;

/** The same program in a user namespace of its own, which allows only `ALLOWED` watches. */
function limited([command, ...args]: CommandLine): CommandLine {
  const script = `echo ${ALLOWED} > /proc/sys/user/max_inotify_watches && exec "$@"`;
  return ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh", command, ...args];
}

/** Whether such a namespace can be made here. */
function canLimit(): boolean {
  try {
    const [command, ...args] = limited(["true"]);
    return new Deno.Command(command, { args, stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "at most half of the user's watches are taken, and directories without one are checked on disk",
  ignore: !canLimit(),
  fn: async () => {
    const names = Array.from({ length: DIRS }, (_, i) => `d${i}/f.txt`);
    using files = tempTree(Object.fromEntries(names.map((name) => [name, "old\n"])));
    await using host = await StdioHost.start(limited(fossickWith(["--allow-read"], "--root", files.path)));
    const total = async (query: string) =>
      (await host.call("search_content", { roots: ["."], query, total_only: true })).total;
    assertEquals(await total("old"), DIRS);
    await untilIdle(host.pid, 500);
    const taken = inotifyWatchCount(host.pid);
    assertEquals(taken <= ALLOWED / 2 + 1, true, `${taken} watches`);
    for (const name of names) Deno.writeTextFileSync(`${files.path}/${name}`, "new\n");
    assertEquals([await total("old"), await total("new")], [0, DIRS]);
  },
});
