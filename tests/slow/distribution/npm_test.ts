/** The npm package, installed as users install it, and its program with a stand-in for Deno. */
import { assertEquals, assertMatch } from "@std/assert";
import { ensureDirSync } from "@std/fs";
import { dirname, join } from "@std/path";
import { BESIDE } from "../../../packaging/bundle.ts";
import { packNpm } from "../../../packaging/npm.ts";
import { denoArguments, SMALL_HEAP } from "../../../packaging/npm/deno_start.ts";
import { VERSION } from "../../../packaging/project.ts";
import { NO_TERMINAL, onTerminal, runOnTerminal } from "../../cli/pseudo_terminal.ts";
import { randomLine } from "../../distribution/random_line.ts";
import { grantedPermissions, identify, TOOLS } from "../../distribution/starts.ts";
import {
  type CommandLine,
  firstLines,
  fossick,
  type ProgramResult,
  runToEnd,
  tempDir,
  tempTree,
} from "../../program.ts";
import { seeded } from "../../seed.ts";

const FILES = { "a.ts": "export function gold() {}\n", "b/c.txt": "gold\n" };
const IS_WINDOWS = Deno.build.os === "windows";
const POSIX = { ignore: IS_WINDOWS }, TERMINAL = { ignore: NO_TERMINAL !== undefined };

const HOME = tempDir("fossick-npm-");
globalThis.addEventListener("unload", () => Deno.removeSync(HOME, { recursive: true }));
/** An environment with an empty home. */
const ENV = { PATH: Deno.env.get("PATH") ?? "", HOME, USERPROFILE: HOME, npm_config_cache: join(HOME, "npm") };
/** Starts the package as hosts do. npx takes an absolute path for a program, and a URL for a package. */
const NPX: CommandLine = [IS_WINDOWS ? "npx.cmd" : "npx", "-y", `file:${await packNpm(join(HOME, "fossick.tgz"))}`];
assertEquals((await runToEnd([...NPX, "--version"], { clearEnv: true, env: ENV })).stdout, `fossick ${VERSION}\n`);
const [INSTALLATION] = [...Deno.readDirSync(join(HOME, "npm", "_npx"))];
/** The installed files, and their program without npx. */
const DIR = join(HOME, "npm", "_npx", INSTALLATION.name, "node_modules", "@fossick", "fossick");
const PROGRAM: CommandLine = ["node", join(DIR, "bin.cjs")];

/** Runs the installed program in `cwd`. */
async function run(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  return await runToEnd([...PROGRAM, ...args], { cwd, clearEnv: true, env: { ...ENV, ...env } });
}

Deno.test("npx starts the packed file as an MCP server on the working directory, as Claude Code does", async () => {
  using files = tempTree(FILES);
  assertEquals(await identify(NPX, ENV, files.path), { server: "fossick", tools: TOOLS, total: 2 });
});

Deno.test("the engine has threads, which may read the root, and the packed parsers; main holds nothing", async () => {
  using files = tempTree(FILES);
  const { code, stdout } = await run(files.path, ["doctor"]);
  const { engine, main, problems, version } = JSON.parse(stdout);
  assertEquals([code, problems, engine.mode, version], [0, [], "threads", VERSION]);
  assertEquals([grantedPermissions(engine.permissions), grantedPermissions(main)], [[`read:${files.path}`], []]);
  const outline = await run(files.path, ["call", "read_file", "a.ts", "--outline", "--text"]);
  assertEquals([outline.code, outline.stdout.split("\n")[0]], [0, "1 function gold"]);
});

Deno.test("the exit code, stdout and stderr of an error are fossick's own", async () => {
  using files = tempTree(FILES);
  const { code, stdout, stderr } = await run(files.path, ["call", "read_file", "none.txt"]);
  assertEquals([code, Object.keys(JSON.parse(stdout))[0]], [2, "error"]);
  assertMatch(stderr, /^NOT_FOUND: none\.txt does not exist\.\n/);
});

Deno.test("a root is served whatever its name is; one with a comma only from within it", POSIX, async () => {
  for (const name of ["my 日本語", "Doe, Jane", "-x"]) {
    using files = tempTree({ [`${name}/a.txt`]: "gold\n" });
    const root = `${files.path}/${name}`, search = ["call", "search_content", "gold", "--total-only"];
    for (const [cwd, args] of [[root, ["--root", "."]], [files.path, [`--root=${root}`]]] as const) {
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
  for (const args of [["doctor"], ["call", "read_file", "a.ts", "--outline"]]) {
    const line = ["--root", "src", ...args], expected = await run(plain.path, line);
    const { stdout, ...rest } = await run(hostile.path, line, HOSTILE_ENV);
    assertEquals({ ...rest, stdout: stdout.replaceAll(hostile.path, plain.path) }, { ...expected, code: 0 });
  }
  assertEquals([...Deno.readDirSync(hostile.path)].map(({ name }) => name).toSorted(), before);
});

/** The package of Deno for this platform. */
const DENO_PACKAGE = `@deno/${IS_WINDOWS ? "win32" : Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}${
  Deno.build.os === "linux" ? "-glibc" : ""
}`;

/** A copy of the package's program with a shell script in the place of Deno; `undefined`: there is no Deno. */
function withStandIn(script?: string): { readonly program: CommandLine } & Disposable {
  const base = tempDir("fossick-npm-"), modules = join(base, "node_modules"), copy = join(modules, "@fossick/fossick");
  ensureDirSync(copy);
  for (const name of ["bin.cjs", "package.json"]) Deno.copyFileSync(join(DIR, name), join(copy, name));
  for (const name of ["deno", ...script === undefined ? [] : [DENO_PACKAGE]]) {
    ensureDirSync(join(modules, name));
    Deno.writeTextFileSync(join(modules, name, "package.json"), JSON.stringify({ name, version: "0.0.0" }));
  }
  const deno = join(modules, DENO_PACKAGE, "deno");
  if (script !== undefined) Deno.writeTextFileSync(deno, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const program = ["node", join(copy, "bin.cjs")] as const;
  return { program, [Symbol.dispose]: () => Deno.removeSync(base, { recursive: true }) };
}

Deno.test("for random lines Node starts Deno with the grants that fossick's own parser finds", POSIX, async () => {
  using stand = withStandIn(`printf '%s\\0' "$PWD" "$@"`);
  const random = seeded("lines in Node"), dir = dirname(stand.program[1] ?? ""), cwd = dirname(dir);
  for (let i = 0; i < 15; i++) {
    const line = randomLine(random);
    const { stdout } = await runToEnd([...stand.program, ...line], { cwd });
    const surroundings = { script: `${dir}/fossick.js`, config: `${dir}/deno.json`, cwd };
    assertEquals(stdout.split("\0").slice(0, -1), [cwd, ...denoArguments(line, surroundings)], JSON.stringify(line));
  }
});

Deno.test("without a Deno for this platform, two lines say what to do", POSIX, async () => {
  using stand = withStandIn();
  const { code, stdout, stderr } = await runToEnd([...stand.program, "--root", "/my docs", "--lang", "en"]);
  const dir = dirname(stand.program[1] ?? ""), [why, advice] = stderr.split("\n");
  const flags = `--no-prompt ${SMALL_HEAP} --config=${dir}/deno.json '--allow-read=/my docs'`;
  assertEquals([code, stdout], [2, ""]);
  assertEquals(why?.split(". ")[0], `fossick: the npm package ${DENO_PACKAGE} is not installed`);
  assertEquals(advice?.split(": ")[1], `deno run ${flags} ${dir}/fossick.js --root '/my docs' --lang en`);
});

/** Both ways of the program to run Deno: a Node without `execve` starts it as a child. */
const WAYS: Readonly<Record<string, Record<string, string>>> = {
  "as this Node does": {},
  "as a child": { NODE_OPTIONS: "--import=data:text/javascript,delete%20process.execve" },
};

for (const [way, env] of Object.entries(WAYS)) {
  const start = ([command, ...args]: CommandLine, cwd = HOME) =>
    new Deno.Command(command, { args, env, cwd, stdin: "piped", stdout: "piped" }).spawn();

  Deno.test(`Deno run ${way}: its exit code or signal is the program's own, and signals reach it`, POSIX, async () => {
    for (const [script, ...status] of [["exit 7", 7, null], ["kill -TERM $$", 143, "SIGTERM"]]) {
      using stand = withStandIn(`${script}`);
      const { code, signal } = await start(stand.program).output();
      assertEquals([code, signal], status);
    }
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const trap = `trap 'echo ${signal}; exit 3' ${signal.slice("SIG".length)}`;
      using stand = withStandIn(`${trap}; echo ready; while :; do sleep 0.05; done`);
      const child = start(stand.program);
      assertEquals(await firstLines(child.stdout, 1), ["ready"]);
      child.kill(signal);
      const { code, stdout } = await child.output();
      assertEquals([code, new TextDecoder().decode(stdout)], [3, `${signal}\n`]);
    }
  });

  Deno.test(`Deno run ${way}: it sees the host's variables except those for Deno and Node`, POSIX, async () => {
    using stand = withStandIn("env");
    const { stdout } = await runToEnd(stand.program, { env: { ...env, FOSSICK_TOKEN: "t", DENO_DIR: ".deno" } });
    const seen = stdout.split("\n").filter((line) => /^(?:FOSSICK_TOKEN|DENO_|NODE_)/.test(line));
    assertEquals(seen.toSorted(), ["DENO_NO_UPDATE_CHECK=1", "FOSSICK_TOKEN=t"]);
  });

  Deno.test(`Deno run ${way}: nothing stays when the host kills the program and closes its stdin`, POSIX, async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const child = start(PROGRAM, files.path), writer = child.stdin.getWriter();
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: hello };
    await writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
    assertMatch((await firstLines(child.stdout, 1))[0] ?? "", /"serverInfo"/);
    child.kill("SIGKILL");
    await writer.close();
    // Deno holds the other end of this pipe for as long as it runs.
    assertEquals((await child.output()).signal, "SIGKILL");
  });

  Deno.test(`Deno run ${way}: it has the terminal, where Ctrl-C ends --watch with 0`, TERMINAL, async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const call = ["call", "search_content", "gold"], program: CommandLine = [...PROGRAM, "--root", files.path, ...call];
    assertEquals(await runOnTerminal(program, "", env), await runOnTerminal(fossick(files.path, ...call)));
    const child = start(onTerminal([...program, "--total-only", "--watch"]));
    assertEquals(await firstLines(child.stdout, 2), ["1\r", "[watching; Ctrl-C ends it]\r"]);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("\x03"));
    assertEquals((await child.output()).code, 0);
    await writer.close();
  });
}
