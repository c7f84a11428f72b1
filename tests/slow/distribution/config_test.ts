import { assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import * as z from "zod";
import { bundle } from "../../../packaging/bundle.ts";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { runToEnd, tempTree } from "../../program.ts";
import { identify, TOOLS } from "../../distribution/starts.ts";

const Config = z.object({
  steps: z.array(z.object({ opens: z.string(), server: z.tuple([z.string()]).rest(z.string()) })),
});

const SCRIPT = await bundle();

/** A `PATH` with this Deno. */
const PATH = `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`;

Deno.test("the bundle prints without a permission how it is started, and that starts it", async () => {
  using files = tempTree({ "my project/a.txt": "gold\n", "my project/b/c.txt": "gold\n" });
  const cwd = `${files.path}/my project`, starts = new Map<string, readonly [string, ...string[]]>();
  for (const id of HOST_IDS) {
    const line = [Deno.execPath(), "run", "--no-prompt", SCRIPT, "config", id, "--json"] as const;
    const { code, stdout, stderr } = await runToEnd(line, { cwd });
    assertEquals([id, code, stderr], [id, 0, ""]);
    for (const { opens, server } of Config.parse(JSON.parse(stdout)).steps) starts.set(opens, server);
  }
  assertEquals([...starts.keys()].sort(), ["fixed", "here", "workspace"]);
  for (const [opens, words] of starts) {
    const [command, ...args] = words.map((word) => word.replaceAll("${workspaceFolder}", cwd));
    const said = await identify(
      [command, ...args],
      { ...Deno.env.toObject(), PATH },
      opens === "here" ? cwd : files.path,
    );
    assertEquals([opens, said], [opens, { server: "fossick", tools: TOOLS, total: 2 }]);
  }
});
