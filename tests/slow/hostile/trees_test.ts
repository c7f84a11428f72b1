/**
 * The real server on trees that are removed, replaced, or change their permissions.
 * @module
 */
import { assertEquals } from "@std/assert";
import { errorCodeOf, fieldAt, ServerProcess, structuredOf } from "../../sandbox/server_process.ts";
import { ALL, SCOPED, type Setup, unprivileged } from "../../sandbox/setups.ts";
import { tempTree } from "../../program.ts";

const COUNT = { roots: ["."], query: "needle", total_only: true };

async function total(server: ServerProcess): Promise<unknown> {
  const reply = await server.call("search_content", COUNT);
  return errorCodeOf(reply) ?? fieldAt(structuredOf(reply), "total");
}

async function on(setup: Setup, root: string, work: (server: ServerProcess) => Promise<void>): Promise<void> {
  const server = await ServerProcess.open(setup.line(root));
  await work(server);
  assertEquals(await server.end(), 0);
}

for (const setup of [SCOPED, ALL]) {
  Deno.test(`a deleted root is not found, and is served again after it is made again, under ${setup.name}`, async () => {
    using files = tempTree({ "root/a.txt": "needle\n" });
    const root = `${files.path}/root`;
    await on(setup, root, async (server) => {
      assertEquals(await total(server), 1);
      Deno.removeSync(root, { recursive: true });
      assertEquals(await total(server), "NOT_FOUND");
      Deno.mkdirSync(root);
      assertEquals(await total(server), 0);
      Deno.writeTextFileSync(`${root}/b.txt`, "needle\nneedle\n");
      assertEquals(await total(server), 2);
    });
  });

  Deno.test(`a root that is replaced by a link to elsewhere is refused, under ${setup.name}`, async () => {
    using files = tempTree({ "root/a.txt": "needle\n", "elsewhere/a.txt": "needle\nneedle\n" });
    const root = `${files.path}/root`;
    await on(setup, root, async (server) => {
      assertEquals(await total(server), 1);
      Deno.renameSync(root, `${files.path}/away`);
      Deno.symlinkSync("elsewhere", root);
      assertEquals(await total(server), "PATH_OUTSIDE_ROOT");
      Deno.removeSync(root);
      Deno.renameSync(`${files.path}/away`, root);
      assertEquals(await total(server), 1);
    });
  });

  const plain = unprivileged(["true"]);
  Deno.test({
    name: `a directory that becomes readable again is read again, under ${setup.name}`,
    ignore: plain === undefined,
    fn: async () => {
      using files = tempTree({ "a.txt": "needle\n", "d/b.txt": "needle\n" });
      const line = unprivileged(setup.line(files.path));
      if (line === undefined) return;
      const server = await ServerProcess.open(line);
      for (const [mode, expected] of [[0o755, 2], [0, 1], [0o755, 2], [0, 1], [0o755, 2]]) {
        Deno.chmodSync(`${files.path}/d`, mode);
        assertEquals([mode, await total(server)], [mode, expected]);
      }
      await server.end();
    },
  });
}
