import { WORKER_MODULE } from "../../src/pool/worker_module.ts";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";

Deno.test("if its thread can't start, the engine runs on the main thread and says why", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const flags = ["--allow-read", `--deny-read=${fromFileUrl(WORKER_MODULE)}`];
  const { stdout } = await runToEnd(fossickWith(flags, "doctor", "--root", files.path));
  const { mode, threads, reason } = JSON.parse(stdout).engine;
  assertEquals([mode, threads], ["in-process", 0]);
  assertMatch(reason, /^Requires read access to .*main\.ts/);
  const { code, stdout: counted } = await runToEnd(
    fossickWith(
      flags,
      "call",
      "search_content",
      '{"roots":["."],"query":"gold","total_only":true}',
      "--root",
      files.path,
    ),
  );
  assertEquals([code, JSON.parse(counted).total], [0, 1]);
});
