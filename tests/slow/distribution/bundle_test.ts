import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import * as z from "zod";
import { BESIDE, BUNDLE, bundle, parsersBeside } from "../../../packaging/bundle.ts";
import { denoCommand } from "../../../packaging/deno_command.ts";
import { answer as chatAnswer, CHAT, ScriptedApi } from "../../consult/scripted_api.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { bareEnvironment, grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";

await bundle();

/** The command line of the bundle at `path` on `root`. */
function bundled(path: string, root: string, ...args: string[]): CommandLine {
  return [
    Deno.execPath(),
    "run",
    "--no-prompt",
    `--allow-read=${root}`,
    path,
    "--root",
    root,
    ...args,
  ];
}

/** A copy of the bundle in a new directory, with or without its configuration. */
function copied({ config }: { config: boolean }) {
  const place = tempTree(config ? { "deno.json": JSON.stringify(BESIDE) } : {});
  const path = join(place.path, "fossick.js");
  Deno.copyFileSync(BUNDLE, path);
  Deno.copyFileSync(parsersBeside(BUNDLE), parsersBeside(path));
  return { path, [Symbol.dispose]: () => place[Symbol.dispose]() };
}

Deno.test("deno task bundle makes one file that starts with no cache and no network, and has threads under --allow-read=ROOT", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\n" });
  using bare = tempTree({});
  const env = bareEnvironment(bare.path);
  const doctor = await runToEnd(bundled(BUNDLE, files.path, "doctor"), { clearEnv: true, env });
  const { engine, main, problems } = JSON.parse(doctor.stdout);
  assertEquals([doctor.code, problems, engine.mode, grantedPermissions(engine.permissions), grantedPermissions(main)], [
    0,
    [],
    "threads",
    [`read:${files.path}`],
    [],
  ]);
  assertEquals(await identify(bundled(BUNDLE, files.path), env), { server: "fossick", tools: TOOLS, total: 2 });
});

Deno.test("the bundle loads no node module at start", async () => {
  const Graph = z.object({
    modules: z.array(z.object({
      dependencies: z.array(z.object({ specifier: z.string(), isDynamic: z.boolean().default(false) })).default([]),
    })),
  });
  const { modules } = Graph.parse(JSON.parse(await denoCommand(["info", "--json", BUNDLE])));
  const drawn = modules.flatMap(({ dependencies }) => dependencies).filter(({ isDynamic }) => !isDynamic);
  assertEquals(drawn.map(({ specifier }) => specifier), []);
});

Deno.test("the bundle lists its packages with their licences", () => {
  const [, notices = ""] = Deno.readTextFileSync(BUNDLE).split("This file holds code of others:");
  const named = [...notices.matchAll(/(\S+) [\d.]+ \(([^)]+)\)(?=[,:\n])/g)].map(([, name, licence]) =>
    `${name}: ${licence}`
  );
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

Deno.test("the bundle has threads if its deno.json lies next to it, and works without them otherwise", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using bare = tempTree({});
  const env = bareEnvironment(bare.path);
  const modes: unknown[] = [];
  for (const config of [true, false]) {
    using place = copied({ config });
    const doctor = await runToEnd(bundled(place.path, files.path, "doctor"), { clearEnv: true, env, cwd: bare.path });
    const { engine, main, problems } = JSON.parse(doctor.stdout);
    modes.push([doctor.code, problems, engine.mode, engine.reason, grantedPermissions(main)]);
    assertEquals((await identify(bundled(place.path, files.path), env, bare.path)).total, 1);
  }
  const reason =
    "the deno.json that allows threads their own permissions is not beside this file: see docs/distribution.md";
  assertEquals(modes, [
    [0, [], "threads", undefined, []],
    [0, [], "in-process", reason, [`read:${files.path}`]],
  ]);
});

Deno.test("without its parsers' file, or without deno.json, a bundle does all but outlines, and says what is missing", async () => {
  using files = tempTree({ "a.ts": "export class A {}\n" });
  using unconfigured = copied({ config: false });
  using bare = copied({ config: true });
  Deno.removeSync(parsersBeside(bare.path));
  for (const { path } of [unconfigured, bare]) {
    const found = await runToEnd(bundled(path, files.path, "call", "search_content", "class", "--total-only"));
    assertEquals([found.code, JSON.parse(found.stdout).total], [0, 1]);
    const { code, stdout } = await runToEnd(bundled(path, files.path, "call", "read_file", "a.ts", "--outline"));
    assertEquals(code, 2);
    assertMatch(JSON.parse(stdout).error.message, /^The parsers of source code can't be loaded: /);
  }
});

Deno.test("the bundle's network thread reaches only the provider", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using api = new ScriptedApi({ [CHAT]: () => chatAnswer("Gold.") });
  const [deno, run, ...rest] = bundled(BUNDLE, files.path, "--provider-url", api.url);
  const line: CommandLine = [deno, `${run}`, `--allow-net=${api.host}`, ...rest];
  const { network, problems } = JSON.parse((await runToEnd([...line, "doctor"])).stdout);
  assertEquals([problems, grantedPermissions(network.permissions)], [[], [`net:${api.host}`]]);
  const opinion = await runToEnd([
    ...line,
    "call",
    "consult_files",
    "--files",
    "*.txt",
    "--query",
    "?",
    "--model=m",
    "--text",
  ]);
  assertEquals([opinion.code, opinion.stdout], [0, "Gold.\n"]);
});
