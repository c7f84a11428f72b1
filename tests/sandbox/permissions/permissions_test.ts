/**
 * The permissions of all threads of a running fossick, tried from inside, with several grants.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { CHAT, ScriptedApi } from "../../consult/scripted_api.ts";
import { type CommandLine, tempTree } from "../../program.ts";
import { isRecord, ServerProcess } from "../server_process.ts";
import { ALL } from "../setups.ts";

const HERE = fromFileUrl(new URL("permissions_test.ts", import.meta.url));
const PROBED = fromFileUrl(new URL("probed.ts", import.meta.url));
const IGNORE = Deno.build.os === "windows";

function probed(root: string, flags: readonly string[], ...args: string[]): CommandLine {
  const run = ["run", "--no-prompt", "--quiet", ...flags, PROBED, HERE, root];
  return [Deno.execPath(), ...run, "--root", root, ...args];
}

/** The attempts that were not refused, by thread. */
async function allowed(root: string, flags: readonly string[], ...args: string[]): Promise<Record<string, string[]>> {
  const server = await ServerProcess.open(probed(root, flags, ...args));
  await server.call("search_content", { roots: ["."], query: "inside" });
  Deno.kill(server.pid, "SIGUSR1");
  const found = await said(server, /^probed: (.*)$/m);
  assertEquals(await server.end(), 0);
  const byThread: unknown = JSON.parse(found);
  assert(isRecord(byThread));
  return Object.fromEntries(
    Object.entries(byThread).map(([thread, attempted]) => {
      assert(isRecord(attempted) && Object.keys(attempted).length > 40);
      return [thread, Object.entries(attempted).filter(([, came]) => came !== "refused").map((one) => one.join(": "))];
    }),
  );
}

/** Waits until stderr matches `what`. */
async function said(server: ServerProcess, what: RegExp): Promise<string> {
  for (;;) {
    const match = what.exec(server.stderr);
    if (match !== null) return match[1];
    if (/^probed: \S+ has died$/m.test(server.stderr)) throw new Error(server.stderr);
    await server.request("ping", {});
  }
}

Deno.test({
  name: "under --allow-read=ROOT main and the watching thread can only read the root",
  ignore: IGNORE,
  fn: async () => {
    using files = tempTree({ "a.txt": "inside\n" });
    assertEquals(await allowed(files.path, [`--allow-read=${files.path}`]), { "fossick-watch 0": [], main: [] });
  },
});

for (const flags of [["--allow-read"], ["-A"]]) {
  Deno.test({
    name: `under ${flags} main can do nothing, and the other threads can only read the root`,
    ignore: IGNORE,
    fn: async () => {
      using files = tempTree({ "a.txt": "inside\n" });
      const { main, ...threads } = await allowed(files.path, flags);
      assertEquals(main, []);
      assert(Object.keys(threads).length > 0);
      assertEquals(Object.values(threads).flat(), []);
    },
  });
}

Deno.test({
  name: "with a provider only the network thread has the network, and it has nothing else",
  ignore: IGNORE,
  fn: async () => {
    using files = tempTree({ "a.txt": "inside\n" });
    await using api = new ScriptedApi({ [CHAT]: () => new Response() });
    const threads = await allowed(files.path, ["-A"], "--provider-url", api.url);
    assert(Object.keys(threads).some((name) => name.startsWith("fossick-network")));
    assertEquals(Object.values(threads).flat(), []);
  },
});

Deno.test({
  name: "a running server has no child process, no connection, and no file open for writing",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using files = tempTree({ "a.txt": "inside\n" });
    const server = await ServerProcess.open(ALL.line(files.path));
    await server.call("search_content", { roots: ["."], query: "inside" });
    await server.call("consult_files", { files: ["a.txt"], query: "?", dry_run: true });
    const proc = `/proc/${server.pid}`;
    const children = names(`${proc}/task`).map((thread) => Deno.readTextFileSync(`${proc}/task/${thread}/children`));
    assertEquals(children.join(""), "");
    const open = names(`${proc}/fd`).filter((fd) => isForWriting(proc, fd)).map((fd) =>
      Deno.readLinkSync(`${proc}/fd/${fd}`)
    );
    // Deno itself caches compiled code in these files; a binary does not.
    const own = /^\/dev\/null$|_cache_v\d+(?:-\w+)?$/;
    assertEquals(open.filter((what) => what.startsWith("/") && !own.test(what)), []);
    const connections = ["tcp", "tcp6", "udp", "udp6", "raw"].map((kind) => textOf(`${proc}/net/${kind}`)).join("");
    const inodes = open.flatMap((what) => /^socket:\[(\d+)\]/.exec(what)?.[1] ?? []);
    assertEquals(inodes.filter((inode) => connections.includes(` ${inode} `)), []);
    await server.end();
  },
});

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map(({ name }) => name);
}

function isForWriting(proc: string, fd: string): boolean {
  return (parseInt(/^flags:\s*(\d+)/m.exec(textOf(`${proc}/fdinfo/${fd}`))?.[1] ?? "0", 8) & 3) !== 0;
}

/** A file's text; empty if the file does not exist. */
function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
