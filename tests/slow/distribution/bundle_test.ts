/** The bundle as it is started from a file, by `config`, and from an .mcpb. */
import { assertEquals, assertMatch } from "@std/assert";
import { dirname, join, resolve } from "@std/path";
import * as z from "zod";
import { BESIDE, BUNDLE, bundle, parsersBeside } from "../../../packaging/bundle.ts";
import { denoCommand } from "../../../packaging/deno_command.ts";
import { packMcpb } from "../../../packaging/mcpb/mcpb.ts";
import { VERSION } from "../../../packaging/project.ts";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { answer as chatAnswer, CHAT, ScriptedApi } from "../../consult/scripted_api.ts";
import { bareEnvironment, grantedPermissions, identify, installMcpb, TOOLS } from "../../distribution/starts.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { StdioHost } from "../../stdio_host.ts";

await bundle();

const FILES = { "src/a.ts": "export class A {} // gold\n", "c d.txt": "gold\n" };

/** The command line of the bundle at `path` on `root`. */
function bundled(path: string, root: string, ...args: string[]): CommandLine {
  return [Deno.execPath(), "run", "--no-prompt", `--allow-read=${resolve(root)}`, path, "--root", root, ...args];
}

/** What `doctor` says: its exit code, the engine's mode and reason, the permissions of engine and main, problems. */
async function diagnosis(line: CommandLine, env: Record<string, string>, cwd?: string) {
  const { code, stdout } = await runToEnd([...line, "doctor", "--json"], { clearEnv: true, env, ...cwd && { cwd } });
  const { engine: { mode, reason, permissions }, main, problems } = JSON.parse(stdout);
  return [code, mode, reason, grantedPermissions(permissions), grantedPermissions(main), problems];
}

Deno.test("the bundle starts with no cache and no network; threads, parsers and their files are asked for by need", async () => {
  using files = tempTree(FILES);
  using bare = tempTree({});
  using place = tempTree({});
  const env = bareEnvironment(bare.path), root = files.path, path = join(place.path, "fossick.js");
  const reads = [`read:${root}`], threads = [0, "threads", undefined, reads, [], []];
  assertEquals(await diagnosis(bundled(BUNDLE, root), env), threads);
  assertEquals(await identify(bundled(BUNDLE, root), env), { server: "fossick", tools: TOOLS, total: 2 });

  // A copy without its deno.json.
  for (const beside of [parsersBeside, (script: string) => script]) Deno.copyFileSync(beside(BUNDLE), beside(path));
  const why =
    "the deno.json that allows threads their own permissions is not beside this file: see docs/distribution.md";
  assertEquals(await diagnosis(bundled(path, root), env, bare.path), [0, "in-process", why, reads, reads, []]);
  const outline = bundled(path, root, "call", "read_file", "src/a.ts", "--outline");
  const noParsers = async () => {
    assertEquals((await identify(bundled(path, root), env, bare.path)).total, 2);
    const { code, stdout } = await runToEnd(outline);
    assertEquals(code, 2);
    assertMatch(JSON.parse(stdout).error.message, /^The parsers of source code can't be loaded: /);
  };
  await noParsers();
  Deno.writeTextFileSync(join(place.path, "deno.json"), JSON.stringify(BESIDE));
  assertEquals(await diagnosis(bundled(path, root), env, bare.path), threads);
  assertEquals((await runToEnd(outline)).code, 0);
  Deno.removeSync(parsersBeside(path));
  await noParsers();
});

Deno.test("the bundle loads no node module at start, and lists its packages with their licences", async () => {
  const Imports = z.array(z.object({ specifier: z.string(), isDynamic: z.boolean().default(false) })).default([]);
  const Graph = z.object({ modules: z.array(z.object({ dependencies: Imports })) });
  const { modules } = Graph.parse(JSON.parse(await denoCommand(["info", "--json", BUNDLE])));
  assertEquals(modules.flatMap(({ dependencies }) => dependencies).filter(({ isDynamic }) => !isDynamic), []);
  const [, notices = ""] = Deno.readTextFileSync(BUNDLE).split("This file holds code of others:");
  const named = [...notices.matchAll(/(\S+) [\d.]+ \(([^)]+)\)(?=[,:\n])/g)].map(([, ...of]) => of.join(": "));
  assertEquals(named.toSorted(), [
    "@cursorless/tree-sitter-wasms: Unlicense",
    "@modelcontextprotocol/core: Apache-2.0",
    "@modelcontextprotocol/server: Apache-2.0",
    "@repomix/tree-sitter-wasms: Unlicense",
    "@vscode/tree-sitter-wasm: MIT",
    "deno-std: MIT",
    "eventsource-parser: MIT",
    "web-tree-sitter: MIT",
    "zod: MIT",
  ]);
  assertMatch(notices, /Permission is hereby granted/);
});

Deno.test("the bundle's network thread reaches only the provider", async () => {
  using files = tempTree(FILES);
  await using api = new ScriptedApi({ [CHAT]: () => chatAnswer("Gold.") });
  const [deno, run, ...rest] = bundled(BUNDLE, files.path, "--provider-url", api.url);
  const line: CommandLine = [deno, `${run}`, `--allow-net=${api.host}`, ...rest];
  const { network, problems } = JSON.parse((await runToEnd([...line, "doctor"])).stdout);
  assertEquals([problems, grantedPermissions(network.permissions)], [[], [`net:${api.host}`]]);
  const ask = ["call", "consult_files", "--files", "*.txt", "--query", "?", "--model=m", "--text"];
  const { code, stdout } = await runToEnd([...line, ...ask]);
  assertEquals([code, stdout], [0, "Gold.\n"]);
});

Deno.test("the bundle prints without a permission how it is started, and that starts it", async () => {
  using files = tempTree({ "my project/a.txt": "gold\n", "my project/b/c.txt": "gold\n" });
  const Config = z.object({
    steps: z.array(z.object({ opens: z.string(), server: z.tuple([z.string()]).rest(z.string()) })),
  });
  const cwd = `${files.path}/my project`, starts = new Map<string, CommandLine>();
  for (const id of HOST_IDS) {
    const line = [Deno.execPath(), "run", "--no-prompt", BUNDLE, "config", id, "--json"] as const;
    const { code, stdout, stderr } = await runToEnd(line, { cwd });
    assertEquals([id, code, stderr], [id, 0, ""]);
    for (const { opens, server } of Config.parse(JSON.parse(stdout)).steps) starts.set(opens, server);
  }
  assertEquals([...starts.keys()].sort(), ["fixed", "here", "workspace"]);
  const env = { ...Deno.env.toObject(), PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}` };
  for (const [opens, words] of starts) {
    const [command, ...args] = words.map((word) => word.replaceAll("${workspaceFolder}", cwd));
    const said = await identify([command, ...args], env, opens === "here" ? cwd : files.path);
    assertEquals([opens, said], [opens, { server: "fossick", tools: TOOLS, total: 2 }]);
  }
});

Deno.test("an .mcpb is installed and started by a desktop host, with threads, on the chosen directory", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b c/d.txt": "gold\n" });
  using place = tempTree({});
  using bare = tempTree({});
  const path = await packMcpb(join(place.path, "fossick.mcpb")), root = join(files.path, "b c");
  const { manifest, line } = await installMcpb(path, place.path, root);
  assertEquals([manifest.version, manifest.tools.map(({ name }) => name)], [VERSION, TOOLS]);
  const bareEnv = bareEnvironment(bare.path), env = { ...bareEnv, PATH: `${dirname(Deno.execPath())}:${bareEnv.PATH}` };
  assertEquals(await identify(line, env, bare.path), { server: "fossick", tools: TOOLS, total: 1 });
  assertEquals(await diagnosis(line, env), [0, "threads", undefined, [`read:${root}`], [], []]);
});

const WINDOWS = { ignore: Deno.build.os !== "windows" };

Deno.test(
  "on Windows a path is accepted in every usual syntax, and refused if it names no file of the root",
  WINDOWS,
  async () => {
    using files = tempTree(FILES);
    const root = resolve(files.path), drive = root[0].toLowerCase() + root.slice(1);
    await using host = await StdioHost.start(bundled(BUNDLE, drive));
    const found = ["src/a.ts", "src\\a.ts", ".\\src\\..\\src\\a.ts", `${root}\\src\\a.ts`, `${drive}\\src/a.ts`];
    const more = [`${root.toUpperCase()}\\SRC\\A.TS`, `\\\\?\\${root}\\src\\a.ts`, `file:///${files.path}/src/a.ts`];
    for (const path of [...found, ...more]) {
      const { content } = await host.call("read_file", { path, offset_bytes: 0 });
      assertEquals([path, content], [path, FILES["src/a.ts"]]);
    }
    const outside = "..\\x nope\\..\\..\\x C:\\Windows\\win.ini D:\\x \\\\server\\share\\x \\\\.\\PhysicalDrive0";
    const missing = "C:src\\a.ts src\\a.ts:secret src\\a.ts::$DATA src\\a.ts. NUL src\\con.txt COM1 src\\a*";
    const refused: readonly (readonly [code: string, paths: readonly string[]])[] = [
      ["PATH_OUTSIDE_ROOT", [...outside.split(" "), "\\\\?\\GLOBALROOT\\x", "file:///C:/Windows/win.ini"]],
      ["INVALID_ARGUMENT", ["file:///C:/x%5c..%5cy"]],
      ["NOT_FOUND", [...missing.split(" "), "src\\a.ts ", "src \\a.ts"]],
    ];
    for (const [code, paths] of refused) {
      for (const path of paths) {
        assertEquals([path, Object((await host.call("read_file", { path })).error).code], [path, code]);
      }
    }
  },
);
