/** Answers under load are right; times do not matter. */
import { assert, assertEquals } from "@std/assert";
import { StdioHost } from "../../stdio_host.ts";
import { fossickWith, tempTree } from "../../program.ts";
import { answersAlone, answerTo, loadCalls, runConcurrently } from "../../../bench/load_calls.ts";
import { plantTree } from "../../../bench/plant_tree.ts";

for (const threads of [true, false]) {
  const where = threads ? "on threads" : "in process";
  Deno.test(`64 concurrent calls of two processes get the answers of an idle server (${where})`, async () => {
    await inTree(threads, async (start) => {
      await using one = await start();
      await using other = await start();
      const right = await answersAlone(one, loadCalls());
      const crowds = await Promise.all([runConcurrently(one, right, 64, 192), runConcurrently(other, right, 64, 192)]);
      assertEquals(crowds.flatMap(({ wrong }) => wrong), []);
    });
  });

  Deno.test(`a small call overtakes the large ones queued before it (${where})`, async () => {
    await inTree(threads, async (start) => {
      await using host = await start();
      const order: string[] = [];
      const ask = async (name: string, tool: string, args: Record<string, unknown>) => {
        await answerTo(host, { tool, args: { ...args, token_budget: 0 } });
        order.push(name);
      };
      const rest = { roots: ["."], group_by_file: true, limit: 10_000, timeout_ms: 30_000 };
      const large = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
        ask("large", "search_content", { query: `\\w+.{${i}}$`, ...rest })
      );
      await ask("small", "read_file", { path: ".gitignore" });
      await Promise.all(large);
      assert(order.indexOf("small") < order.lastIndexOf("large"), order.join());
    });
  });
}

async function inTree(threads: boolean, work: (start: () => Promise<StdioHost>) => Promise<void>): Promise<void> {
  using directory = tempTree({});
  const root = directory.path;
  plantTree(root, { files: 300, bytes: 3000 });
  await work(() => StdioHost.start(fossickWith([threads ? "--allow-read" : `--allow-read=${root}`], "--root", root)));
}
