import { assertEquals, assertMatch } from "@std/assert";
import { CHECKOUT, NAME, VERSION } from "../../../packaging/project.ts";
import { packJsr } from "../../../packaging/registries/jsr.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { bareEnvironment, grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";
import { JsrRegistry } from "./jsr_registry.ts";

const dir = await packJsr();

/** `deno publish`, which ends before it sends anything. */
async function publish(cwd: string) {
  return await runToEnd([Deno.execPath(), "publish", "--dry-run", "--allow-dirty"], { cwd, env: { NO_COLOR: "1" } });
}

/** An environment with empty caches, whose packages come from `registry`. */
function environment(registry: JsrRegistry, bare: string): Record<string, string> {
  return { ...bareEnvironment(bare), JSR_URL: registry.url };
}

Deno.test("deno publish takes the package, which holds what users need and nothing else", async () => {
  const { code, stderr } = await publish(dir);
  assertEquals(code, 0, stderr);
  const files = [...stderr.matchAll(/^ +file:\S*\/(\S+) \(/gm)].map(([, name]) => name);
  assertEquals(files.toSorted(), [
    "LICENSE",
    "README.md",
    "deno.json",
    "fossick.js",
    "mod.ts",
    "parsers.js",
    "threads.ts",
  ]);
  assertEquals([...stderr.matchAll(/^(?:error|warning).*/gm)], []);
  assertMatch(stderr, new RegExp(`Simulating publish of ${NAME}@${VERSION} `));
});

Deno.test("deno publish refuses the checkout itself", async () => {
  const { code, stderr } = await publish(CHECKOUT);
  assertEquals(code, 1);
  assertMatch(stderr, /^error: Package 'publish' field is false/);
});

Deno.test("a package from JSR needs no flag but its grant: it serves, outlines, and has no threads", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b/c.ts": "export class A {}\n// gold\n" });
  using bare = tempTree({});
  await using registry = new JsrRegistry(dir);
  const env = environment(registry, bare.path);
  const line: CommandLine = [Deno.execPath(), "run", "--no-prompt", "--allow-read=.", `jsr:${NAME}`];
  assertEquals(await identify(line, env, files.path), { server: "fossick", tools: TOOLS, total: 2 });
  assertEquals(await outlineOf("b/c.ts", line, env, files.path), "1 class A");
  const { engine, problems, next } = await diagnosis(line, env, files.path);
  const reason = "this module of the package needs no flag and has no threads; another one has them";
  assertEquals([engine.mode, engine.reason, problems], ["in-process", reason, []]);
  assertMatch(next, new RegExp(`start it with: npx -y ${NAME} --root `));
});

Deno.test("/threads of a package from JSR has threads, for which Deno asks a flag", async () => {
  using files = tempTree({ "a.ts": "export class A {} // gold\n" });
  using bare = tempTree({});
  await using registry = new JsrRegistry(dir);
  const env = environment(registry, bare.path);
  const [run, flag] = [["run", "--no-prompt", "--allow-read=."], "--unstable-worker-options"];
  const line: CommandLine = [Deno.execPath(), ...run, flag, `jsr:${NAME}/threads`];
  assertEquals(await identify(line, env, files.path), { server: "fossick", tools: TOOLS, total: 1 });
  assertEquals(await outlineOf("a.ts", line, env, files.path), "1 class A");
  const { engine, main, problems, next } = await diagnosis(line, env, files.path);
  assertEquals([engine.mode, grantedPermissions(engine.permissions), grantedPermissions(main), problems], [
    "threads",
    [`read:${files.path}`],
    [],
    [],
  ]);
  assertMatch(next, new RegExp(`${flag} jsr:${NAME}/threads config HOST$`));
  const without: CommandLine = [Deno.execPath(), ...run, `jsr:${NAME}/threads`, "doctor"];
  const { code, stderr } = await runToEnd(without, { clearEnv: true, env, cwd: files.path });
  assertEquals(code, 70);
  assertMatch(stderr, /`--unstable-worker-options` flag must be provided/);
});

async function diagnosis(line: CommandLine, env: Record<string, string>, cwd: string) {
  return JSON.parse((await runToEnd([...line, "doctor"], { clearEnv: true, env, cwd })).stdout);
}

/** The first line of a file's outline. */
async function outlineOf(path: string, line: CommandLine, env: Record<string, string>, cwd: string) {
  const call: CommandLine = [...line, "call", "read_file", path, "--outline", "--text"];
  const { stdout } = await runToEnd(call, { clearEnv: true, env, cwd });
  return stdout.split("\n")[0];
}
