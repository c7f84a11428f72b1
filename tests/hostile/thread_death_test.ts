/**
 * The death of the engine's thread during its work.
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { tempTree } from "../program.ts";
import { fieldAt, type Reply, ServerProcess, structuredOf } from "../sandbox/server_process.ts";

const PROBED = fromFileUrl(new URL("../sandbox/permissions/probed.ts", import.meta.url));

/** Milliseconds after which a call without an answer counts as forgotten. */
const FORGOTTEN = 30_000;

Deno.test({
  name: "when the engine's thread dies, every call is still answered or the process says why and ends",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using files = tempTree({ "a.txt": "gold\n", "hard.txt": `${"a".repeat(40)}!\n`.repeat(200) });
    const args = ["run", "--no-prompt", "-A", PROBED, files.path, files.path, "--root", files.path];
    const server = await ServerProcess.open([Deno.execPath(), ...args]);
    const gold = () => server.call("search_content", { roots: ["."], query: "gold", total_only: true });
    await gold();
    const busy = server.call("search_content", { roots: ["."], query: "^(?=(a+)+$)", timeout_ms: 1500 });
    Deno.kill(server.pid, "SIGUSR2");
    const fates = await Promise.all([busy, gold(), gold()].map((call) => fate(call, server)));
    while (!server.stderr.includes("has died") && fates.at(-1) === 1) fates.push(await fate(gold(), server));
    assertEquals(fates.filter((one) => one === "forgotten"), []);
    const last = await fate(gold(), server);
    if (last === "the server ended") {
      assert((await server.status).code !== 0);
      assertStringIncludes(server.stderr, "thread");
    } else {
      assertEquals(last, 1);
      assertEquals(await server.end(), 0);
    }
  },
});

/** The number of matches that a call found, or why there is none. */
async function fate(call: Promise<Reply>, server: ServerProcess): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => resolve("forgotten"), FORGOTTEN);
  call.then((reply) => resolve(fieldAt(structuredOf(reply), "total") ?? reply.raw), () => resolve("the server ended"));
  void server.status.then(() => resolve("the server ended"));
  const came = await promise;
  clearTimeout(timer);
  return came;
}
