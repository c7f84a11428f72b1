/**
 * The real server on trees that are too deep, are removed, or change their permissions.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { errorCodeOf, fieldAt, ServerProcess, structuredOf } from "../../sandbox/server_process.ts";
import { ALL, SCOPED, type Setup, succeeds, unprivileged } from "../../sandbox/setups.ts";
import { tempDir, tempTree } from "../../program.ts";

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

/** A temporary directory with nested ones, deeper than any path can name, each with a file. */
function nestedDirs(levels: number): { readonly path: string } & Disposable {
  const path = tempDir("fossick-hostile-");
  const script = `for (let level = 0; level < ${levels}; level++) {
    Deno.writeTextFileSync("a.txt", "needle " + level + "\\n");
    Deno.mkdirSync("d");
    Deno.chdir("d");
  }`;
  const { success } = new Deno.Command(Deno.execPath(), { args: ["eval", script], cwd: path }).outputSync();
  if (!success) throw new Error(`no ${levels} levels could be made`);
  return { path, [Symbol.dispose]: () => void succeeds("rm", ["-rf", path]) };
}

for (const setup of [SCOPED, ALL]) {
  Deno.test({
    name:
      `a tree deeper than any path is walked as far as time and paths go, and the answer says so, under ${setup.name}`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      using place = nestedDirs(2500);
      await on(setup, place.path, async (server) => {
        const reply = await server.call("list_files", { roots: ["."], types: ["f"], limit: 1, timeout_ms: 1000 });
        const answer = structuredOf(reply), found = Number(fieldAt(answer, "total"));
        assert(found > 10 && found < 2500, reply.raw);
        assert(
          fieldAt(answer, "truncated_by") !== undefined || fieldAt(answer, "skipped", "unreadable") === 1,
          reply.raw,
        );
        // Near its end the path is too long for the system, which the answer reports.
        const end = await server.call("read_file", { path: `${"d/".repeat(2400)}a.txt` });
        assertEquals(errorCodeOf(end), "NOT_FOUND");
        assertEquals(
          fieldAt(structuredOf(await server.call("read_file", { path: "d/d/a.txt" })), "content"),
          "1. needle 2",
        );
      });
    },
  });

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
