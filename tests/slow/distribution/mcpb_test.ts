import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { packMcpb } from "../../../packaging/mcpb/mcpb.ts";
import { VERSION } from "../../../packaging/project.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { installMcpb } from "./installed_mcpb.ts";
import { bareEnvironment, grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";

Deno.test("deno task mcpb packs a bundle that a desktop host installs and starts, with threads, on the chosen directory", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b c/d.txt": "gold\n" });
  using place = tempTree({});
  using bare = tempTree({});
  const path = await packMcpb(join(place.path, "fossick.mcpb"));
  const { manifest, line } = await installMcpb(path, place.path, join(files.path, "b c"));
  assertEquals([Object(manifest).version, Object(manifest).tools.map(({ name }: { name: string }) => name)], [
    VERSION,
    TOOLS,
  ]);
  const env = bareEnvironment(bare.path);
  const withDeno = { ...env, PATH: `${dirname(Deno.execPath())}:${env.PATH}` };
  assertEquals(await identify(line, withDeno, bare.path), { server: "fossick", tools: TOOLS, total: 1 });

  const doctor: CommandLine = [...line, "doctor", "--json"];
  const { engine, main, problems } = JSON.parse((await runToEnd(doctor, { clearEnv: true, env: withDeno })).stdout);
  assertEquals([engine.mode, grantedPermissions(engine.permissions), grantedPermissions(main), problems], [
    "threads",
    [`read:${join(files.path, "b c")}`],
    [],
    [],
  ]);
});
