/** The short form of `deno task soak`: checks that it works; the long form measures memory. */
import { assert, assertEquals } from "@std/assert";
import { plantTree } from "../../../bench/plant_tree.ts";
import { StdioHost } from "../../stdio_host.ts";
import { fossickWith, tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { searchGigabytes } from "./gigabyte.ts";
import { runSoak } from "./soak.ts";

Deno.test("a server answers hundreds of mixed calls, some cancelled, on a changing tree", async () => {
  await inDirectory(async (root) => {
    plantTree(root, { files: 100, bytes: 2000 });
    await using host = await StdioHost.start(fossickWith(["--allow-read"], "--root", root));
    const { errors, megabytes } = await runSoak(host, root, seeded("soak"), 600);
    assert(errors > 0 && errors < 300, `${errors} errors`);
    assert(megabytes.every((mb) => mb > 10 && mb < 1000), megabytes.join());
  });
});

Deno.test(
  "text larger than the cache is searched in bounded memory",
  { ignore: Deno.build.os !== "linux" },
  async () => {
    await inDirectory(async (root) => {
      const { peakMb, totals } = await searchGigabytes(root, 160, ["--cache-mb", "16"]);
      assertEquals(totals.slice(0, 3), [20, 20, 0]);
      assert(peakMb < 512, `${peakMb} MB`);
    });
  },
);

async function inDirectory(work: (root: string) => Promise<void>): Promise<void> {
  using directory = tempTree({});
  await work(directory.path);
}
