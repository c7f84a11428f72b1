import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { portable } from "../../packaging/mcpb.ts";
import { VERSION } from "../../packaging/project.ts";
import { ended, type Line, tree } from "../program.ts";
import { installed } from "./installed_mcpb.ts";
import { asked, bareEnvironment, held, TOOLS } from "./starts.ts";

Deno.test("deno task mcpb makes a bundle that a desktop host installs, with threads, on the directory that is chosen", async () => {
  using files = tree({ "a.txt": "gold\n", "b c/d.txt": "gold\n" });
  using place = tree({});
  using bare = tree({});
  const path = await portable(join(place.path, "fossick.mcpb"));
  const { manifest, line } = await installed(path, place.path, join(files.path, "b c"));
  assertEquals([Object(manifest).version, Object(manifest).tools.map(({ name }: { name: string }) => name)], [
    VERSION,
    TOOLS,
  ]);
  const env = bareEnvironment(bare.path);
  const withDeno = { ...env, PATH: `${dirname(Deno.execPath())}:${env.PATH}` };
  assertEquals(await asked(line, withDeno, bare.path), { server: "fossick", tools: TOOLS, total: 1 });

  const doctor: Line = [...line, "doctor", "--json"];
  const { engine, main, problems } = JSON.parse((await ended(doctor, { clearEnv: true, env: withDeno })).stdout);
  assertEquals([engine.mode, held(engine.permissions), held(main), problems], [
    "threads",
    [`read:${join(files.path, "b c")}`],
    [],
    [],
  ]);
});
