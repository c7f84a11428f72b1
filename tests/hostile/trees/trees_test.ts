/**
 * Trees that are too deep, vanish, or change their permissions, seen through the real server.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { answerOf, at, codeOf, Server } from "../../sandbox/server.ts";
import { ALL, SCOPED, type SetUp, unprivileged } from "../../sandbox/set_ups.ts";
import { tree } from "../../program.ts";
import { dig, ground } from "./grounds.ts";

const COUNT = { roots: ["."], query: "needle", total_only: true };

async function total(server: Server): Promise<unknown> {
  const reply = await server.call("search_content", COUNT);
  return codeOf(reply) ?? at(answerOf(reply), "total");
}

async function on(setUp: SetUp, root: string, work: (server: Server) => Promise<void>): Promise<void> {
  const server = await Server.open(setUp.line(root));
  await work(server);
  assertEquals(await server.end(), 0);
}

for (const setUp of [SCOPED, ALL]) {
  Deno.test({
    name:
      `a tree deeper than any path is walked as far as time and paths go, and the answer says so, under ${setUp.name}`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      using place = ground();
      dig(place.path, 2500);
      await on(setUp, place.path, async (server) => {
        const reply = await server.call("list_files", { roots: ["."], types: ["f"], limit: 1, timeout_ms: 1000 });
        const answer = answerOf(reply), found = Number(at(answer, "total"));
        assert(found > 10 && found < 2500, reply.raw);
        assert(at(answer, "truncated_by") !== undefined || at(answer, "skipped", "unreadable") === 1, reply.raw);
        // By its end the way is too long for the system: said, not guessed.
        const end = await server.call("read_file", { path: `${"d/".repeat(2400)}a.txt` });
        assertEquals(codeOf(end), "NOT_FOUND");
        assertEquals(at(answerOf(await server.call("read_file", { path: "d/d/a.txt" })), "content"), "needle 2\n");
      });
    },
  });

  Deno.test(`a root that is deleted is gone, and made again it is there again, under ${setUp.name}`, async () => {
    using files = tree({ "root/a.txt": "needle\n" });
    const root = `${files.path}/root`;
    await on(setUp, root, async (server) => {
      assertEquals(await total(server), 1);
      Deno.removeSync(root, { recursive: true });
      assertEquals(await total(server), "NOT_FOUND");
      Deno.mkdirSync(root);
      assertEquals(await total(server), 0);
      Deno.writeTextFileSync(`${root}/b.txt`, "needle\nneedle\n");
      assertEquals(await total(server), 2);
    });
  });

  Deno.test(`a root that is replaced by a link to elsewhere is refused, under ${setUp.name}`, async () => {
    using files = tree({ "root/a.txt": "needle\n", "elsewhere/a.txt": "needle\nneedle\n" });
    const root = `${files.path}/root`;
    await on(setUp, root, async (server) => {
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
    name: `a directory that may be read again is read again, under ${setUp.name}`,
    ignore: plain === undefined,
    fn: async () => {
      using files = tree({ "a.txt": "needle\n", "d/b.txt": "needle\n" });
      const line = unprivileged(setUp.line(files.path));
      if (line === undefined) return;
      const server = await Server.open(line);
      for (const [mode, expected] of [[0o755, 2], [0, 1], [0o755, 2], [0, 1], [0o755, 2]]) {
        Deno.chmodSync(`${files.path}/d`, mode);
        assertEquals([mode, await total(server)], [mode, expected]);
      }
      await server.end();
    },
  });
}
