/** SIGUSR1 opens no inspector, and the server continues. */
import { assertEquals } from "@std/assert";
import { HAS_PROC, pause } from "../../../process_stats.ts";
import { StdioHost } from "../../../stdio_host.ts";
import { fossickWith, tempTree } from "../../../program.ts";

/** Milliseconds until Deno listens for the signal, and for which ports are checked. */
const LISTENS_AFTER_MS = 1000, LOOK_MS = 500;

/** Ports of the loopback device that a process listens on. */
function listening(pid: number): string[] {
  const sockets = new Set(
    [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => linkOf(`/proc/${pid}/fd/${name}`)),
  );
  return Deno.readTextFileSync("/proc/net/tcp").trim().split("\n").slice(1).flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === "0A" && sockets.has(`socket:[${inode}]`) ? [local] : [];
  });
}

function linkOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

for (const threads of [true, false]) {
  Deno.test({
    name: `after SIGUSR1 a server answers, and listens on no port (${threads ? "threads" : "in process"})`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = tempTree({ "a.txt": "word\n" });
      const grant = threads ? "--allow-read" : `--allow-read=${files.path}`;
      await using host = await StdioHost.start(fossickWith([grant], "--root", files.path));
      const ask = () => host.call("search_content", { roots: ["."], query: "word", total_only: true });
      assertEquals((await ask()).total, 1);
      await pause(LISTENS_AFTER_MS);
      for (let time = 0; time < 2; time++) {
        Deno.kill(host.pid, "SIGUSR1");
        await pause(LOOK_MS);
        assertEquals([(await ask()).total, listening(host.pid)], [1, []]);
      }
    },
  });
}

Deno.test({
  name: "SIGUSR1 does not end a call",
  ignore: !HAS_PROC,
  fn: async () => {
    using files = tempTree({ "a.txt": "word\n" });
    const [command, ...args] = fossickWith(
      [`--allow-read=${files.path}`],
      "call",
      "search_content",
      "-",
      "--root",
      files.path,
    );
    await using call = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
    await pause(LISTENS_AFTER_MS);
    Deno.kill(call.pid, "SIGUSR1");
    await pause(LOOK_MS);
    assertEquals(listening(call.pid), []);
    const writer = call.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify({ roots: ["."], query: "word", total_only: true })));
    await writer.close();
    assertEquals((await call.output()).code, 0);
  },
});
