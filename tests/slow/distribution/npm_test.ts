import { BESIDE } from "../../../packaging/bundle.ts";
import { VERSION } from "../../../packaging/project.ts";
import { grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";
import { firstLines, type ProgramResult, runToEnd, tempTree } from "../../program.ts";
import { assertEquals } from "@std/assert";
import { installPackage } from "./installed_npm.ts";

const FILES = { "a.ts": "export function gold() {}\n", "b/c.txt": "gold\n" };
const POSIX = { ignore: Deno.build.os === "windows" };

const installed = await installPackage();
globalThis.addEventListener("unload", () => installed[Symbol.dispose]());

/** Runs the installed program in `cwd`, with `stdin` if it is given. */
async function run(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  return await runToEnd([...installed.program, ...args], { cwd, clearEnv: true, env: { ...installed.env, ...env } });
}

Deno.test("npx starts the packed file as an MCP server on the working directory, as Claude Code does", async () => {
  using files = tempTree(FILES);
  assertEquals(await identify(installed.npx, installed.env, files.path), { server: "fossick", tools: TOOLS, total: 2 });
});

Deno.test("the engine has threads, which may read the root; the program holds no other permission", async () => {
  using files = tempTree(FILES);
  const { code, stdout } = await run(files.path, ["doctor"]);
  const { engine, main, problems, version } = JSON.parse(stdout);
  assertEquals([code, problems, engine.mode, version], [0, [], "threads", VERSION]);
  assertEquals([grantedPermissions(engine.permissions), grantedPermissions(main)], [[`read:${files.path}`], []]);
});

Deno.test("definitions are found by the packed parsers", async () => {
  using files = tempTree(FILES);
  const { code, stdout } = await run(files.path, ["call", "read_file", "a.ts", "--outline", "--text"]);
  assertEquals([code, stdout.split("\n")[0]], [0, "1 function gold"]);
});

Deno.test("exit codes, stdout and stderr are fossick's own", async () => {
  using files = tempTree(FILES);
  const results: unknown[] = [];
  for (
    const args of [
      ["--version"],
      ["call", "search_content", "gold", "--total-only"],
      ["call", "search_content", "lead", "--total-only"],
      ["call", "read_file", "none.txt"],
      ["--root", "none", "doctor"],
      ["serv"],
    ]
  ) {
    const { code, stdout, stderr } = await run(files.path, args);
    const [said = ""] = stderr.replace(files.path, "…").split("\n");
    results.push([code, stdout.trim().slice(0, 30), said]);
  }
  assertEquals(results, [
    [0, `fossick ${VERSION}`, ""],
    [0, '{"total":2,"truncated":false}', ""],
    [1, '{"total":0,"truncated":false,"', ""],
    [2, '{"error":{"code":"NOT_FOUND","', "NOT_FOUND: none.txt does not exist."],
    [2, "", "fossick: --root …/none does not exist."],
    [2, "", 'fossick: There is no "serv"; nearest: serve.'],
  ]);
});

Deno.test("a server over HTTP may listen on its own port", POSIX, async () => {
  using files = tempTree(FILES);
  const [command, ...args] = installed.program, env = { ...installed.env, FOSSICK_TOKEN: "t-1" };
  const options = { args: [...args, "--http", "0"], cwd: files.path, clearEnv: true, env };
  const server = new Deno.Command(command, { ...options, stdin: "null", stdout: "null", stderr: "piped" }).spawn();
  const [said = ""] = await firstLines(server.stderr, 1), url = said.replace("fossick: listening on ", "");
  const statuses: number[] = [];
  for (const authorization of ["Bearer t-1", "Bearer t-2"]) {
    const headers = {
      authorization,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const response = await fetch(url, { method: "POST", headers, body });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  server.kill("SIGTERM");
  assertEquals([statuses, (await server.output()).code], [[200, 401], 0]);
});

Deno.test("a root is served whatever its name is; one with a comma only from within it", POSIX, async () => {
  for (const name of ["my project", "日本語", "Doe, Jane", "-x"]) {
    using files = tempTree({ [`${name}/a.txt`]: "gold\n" });
    const root = `${files.path}/${name}`, search = ["call", "search_content", "gold", "--total-only"];
    for (const [cwd, args] of [[root, []], [root, ["--root", "."]], [files.path, [`--root=${root}`]]] as const) {
      if (cwd === files.path && name.includes(",")) continue;
      const { code, stdout, stderr } = await run(cwd, [...args, ...search]);
      assertEquals([code, stdout, stderr], [0, '{"total":1,"truncated":false}\n', ""], name);
    }
  }
});

/** Files and variables that change how `deno run` starts a program in such a directory. */
const HOSTILE_FILES = {
  "deno.json": JSON.stringify({
    name: BESIDE.name,
    exports: "./evil.js",
    imports: { "node:util": "./evil.js", "node:process": "./evil.js", [BESIDE.name]: "./evil.js" },
    permissions: { default: { read: true, env: true, net: true } },
    unstable: ["broadcast-channel"],
    preload: ["./evil.js"],
    lock: { frozen: true },
  }),
  "deno.lock": "not JSON",
  "evil.js": "console.error('evil');\n",
  "package.json": JSON.stringify({ name: BESIDE.name, type: "commonjs", main: "./evil.js" }),
  ".env": "DENO_V8_FLAGS=--nonsense\nFOSSICK_API_KEY=evil\n",
  ".npmrc": "node-options=--require=./evil.js\n",
  "node_modules/.bin/deno": "#!/bin/sh\necho evil\n",
  "node_modules/deno/package.json": '{"name":"deno","version":"0.0.0"}',
};

const HOSTILE_ENV = {
  DENO_DIR: ".deno",
  DENO_V8_FLAGS: "--nonsense",
  DENO_AUDIT_PERMISSIONS: "audit.log",
  DENO_COVERAGE_DIR: "coverage",
  NPM_CONFIG_REGISTRY: "http://127.0.0.1:1/",
};

Deno.test("the working directory's own settings for Deno and Node don't change how fossick runs", async () => {
  const project = { "src/a.ts": FILES["a.ts"] };
  using plain = tempTree(project);
  using hostile = tempTree({ ...project, ...HOSTILE_FILES });
  Deno.chmodSync(`${hostile.path}/node_modules/.bin/deno`, 0o755);
  const before = [...Deno.readDirSync(hostile.path)].map(({ name }) => name).toSorted();
  for (const args of [["doctor"], ["call", "read_file", "a.ts", "--outline"], ["tools", "--json"]]) {
    const line = ["--root", "src", ...args], expected = await run(plain.path, line);
    const { stdout, ...rest } = await run(hostile.path, line, HOSTILE_ENV);
    assertEquals({ ...rest, stdout: stdout.replaceAll(hostile.path, plain.path) }, { ...expected, code: 0 });
  }
  assertEquals([...Deno.readDirSync(hostile.path)].map(({ name }) => name).toSorted(), before);
});
