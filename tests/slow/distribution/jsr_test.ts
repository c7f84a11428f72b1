/** The package for JSR, as `deno publish` takes it and as users start it from a registry on loopback. */
import { assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { CHECKOUT, NAME, VERSION } from "../../../packaging/project.ts";
import { packJsr } from "../../../packaging/registries/jsr.ts";
import { bareEnvironment, grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";
import { type CommandLine, runToEnd, tempDir, tempTree } from "../../program.ts";

const dir = await packJsr(tempDir("fossick-jsr-"));
globalThis.addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));

/** `deno publish`, which ends before it sends anything. */
async function publish(cwd: string) {
  return await runToEnd([Deno.execPath(), "publish", "--dry-run", "--allow-dirty"], { cwd });
}

Deno.test("deno publish takes the package with what users need and nothing else, and refuses the checkout", async () => {
  const { code, stderr } = await publish(dir);
  assertEquals(code, 0, stderr);
  const files = [...stderr.matchAll(/^ +file:\S*\/(\S+) \(/gm)].map(([, name]) => name);
  const wanted = "LICENSE README.md deno.json fossick.js mod.ts parsers.js threads.ts";
  assertEquals(files.toSorted(), wanted.split(" "));
  assertEquals([...stderr.matchAll(/^(?:error|warning).*/gm)], []);
  assertMatch(stderr, new RegExp(`Simulating publish of ${NAME}@${VERSION} `));
  const refused = await publish(CHECKOUT);
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /^error: Package 'publish' field is false/);
});

/** A registry on loopback that speaks JSR's protocol and has this version of this package. */
function registry(): Deno.HttpServer<Deno.NetAddr> {
  const { exports } = JSON.parse(Deno.readTextFileSync(join(dir, "deno.json"))),
    [scope, name] = NAME.slice(1).split("/");
  const files = [...Deno.readDirSync(dir)].map(({ name }) => [name, Deno.readFileSync(join(dir, name))] as const);
  const manifest = Object.fromEntries(files.map(([file, bytes]) => {
    const checksum = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
    return [`/${file}`, { size: bytes.length, checksum }];
  }));
  const typeOf = (file: string) => file.endsWith(".ts") ? "text/typescript" : "text/javascript";
  const answers = new Map<string, () => Response>([
    [`/${NAME}/meta.json`, () => Response.json({ scope, name, latest: VERSION, versions: { [VERSION]: {} } })],
    [`/${NAME}/${VERSION}_meta.json`, () => Response.json({ manifest, exports })],
    ...files.map(([file, bytes]) =>
      [
        `/${NAME}/${VERSION}/${file}`,
        () => new Response(bytes, { headers: { "content-type": typeOf(file) } }),
      ] as const
    ),
  ]);
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    return answers.get(new URL(url).pathname)?.() ?? new Response("not found", { status: 404 });
  });
}

const FLAG = "--unstable-worker-options";
const WHY = "this module of the package needs no flag and has no threads; another one has them";

/** The package's modules: the flag that Deno asks for, the engine's mode and why, and the doctor's advice. */
const MODULES = [
  ["", [], ["in-process", WHY], `start it with: npx -y ${NAME} --root `],
  ["/threads", [FLAG], ["threads", undefined], `${FLAG} jsr:${NAME}/threads config HOST$`],
] as const;

for (const [module, flags, mode, advice] of MODULES) {
  Deno.test(`from JSR, jsr:${NAME}${module} serves, outlines, and says how it runs`, async () => {
    using files = tempTree({ "a.txt": "gold\n", "b/c.ts": "export class A {}\n// gold\n" });
    using bare = tempTree({});
    await using server = registry();
    const env = { ...bareEnvironment(bare.path), JSR_URL: `http://127.0.0.1:${server.addr.port}/` }, cwd = files.path;
    const start = [Deno.execPath(), "run", "--no-prompt", "--allow-read=."] as const;
    const line: CommandLine = [...start, ...flags, `jsr:${NAME}${module}`];
    const run = (line: CommandLine, ...args: string[]) => runToEnd([...line, ...args], { clearEnv: true, env, cwd });
    assertEquals(await identify(line, env, cwd), { server: "fossick", tools: TOOLS, total: 2 });
    const outline = await run(line, "call", "read_file", "b/c.ts", "--outline", "--text");
    assertEquals(outline.stdout.split("\n")[0], "1 class A");
    const { engine, main, problems, next } = JSON.parse((await run(line, "doctor")).stdout);
    assertEquals([engine.mode, engine.reason, problems], [...mode, []]);
    assertMatch(next, new RegExp(advice));
    if (flags.length === 0) return;
    assertEquals([grantedPermissions(engine.permissions), grantedPermissions(main)], [[`read:${cwd}`], []]);
    const { code, stderr } = await run([...start, `jsr:${NAME}${module}`], "doctor");
    assertEquals(code, 70);
    assertMatch(stderr, /`--unstable-worker-options` flag must be provided/);
  });
}
