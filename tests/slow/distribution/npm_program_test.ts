import { assertEquals, assertMatch } from "@std/assert";
import { dirname } from "@std/path";
import { denoArguments, SMALL_HEAP } from "../../../packaging/npm/deno_start.ts";
import { NO_TERMINAL, onTerminal, runOnTerminal } from "../../cli/pseudo_terminal.ts";
import { randomLine } from "../../distribution/npm/random_line.ts";
import { type CommandLine, firstLines, fossick, runToEnd, tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { installPackage, type StandIn, withStandIn } from "./installed_npm.ts";

const POSIX = { ignore: Deno.build.os === "windows" }, TERMINAL = { ignore: NO_TERMINAL !== undefined };

const installed = await installPackage();
globalThis.addEventListener("unload", () => installed[Symbol.dispose]());

/** Both ways of the program to run Deno: a Node without `execve` starts it as a child. */
const WAYS: Readonly<Record<string, Record<string, string>>> = {
  "as this Node does": {},
  "as a child": { NODE_OPTIONS: "--import=data:text/javascript,delete%20process.execve" },
};

/** Starts the program and waits for its first line. */
async function started(
  { program: [command, ...args] }: Pick<StandIn, "program">,
  env: Record<string, string>,
  cwd?: string,
) {
  const child = new Deno.Command(command, { args, env, cwd, stdin: "piped", stdout: "piped" }).spawn();
  assertEquals(await firstLines(child.stdout, 1), ["ready"]);
  return child;
}

Deno.test("for random lines Node starts Deno with the grants that fossick's own parser finds", POSIX, async () => {
  using stand = withStandIn(installed.dir, `printf '%s\\0' "$PWD" "$@"`);
  const random = seeded("lines in Node"), dir = dirname(stand.program[1] ?? ""), cwd = dirname(dir);
  for (let i = 0; i < 40; i++) {
    const line = randomLine(random);
    const { stdout } = await runToEnd([...stand.program, ...line], { cwd });
    const surroundings = { script: `${dir}/fossick.js`, config: `${dir}/deno.json`, cwd };
    assertEquals(stdout.split("\0").slice(0, -1), [cwd, ...denoArguments(line, surroundings)], JSON.stringify(line));
  }
});

for (const [way, env] of Object.entries(WAYS)) {
  Deno.test(`Deno run ${way}: its exit code or signal is the program's own`, POSIX, async () => {
    for (
      const [script, code, signal] of [["exit 7", 7, null], ["kill -TERM $$", 143, "SIGTERM"], [
        "kill -KILL $$",
        137,
        "SIGKILL",
      ]]
    ) {
      using stand = withStandIn(installed.dir, `${script}`);
      const [command, ...args] = stand.program;
      const status = await new Deno.Command(command, { args, env, stdin: "null" }).spawn().status;
      assertEquals([status.code, status.signal], [code, signal]);
    }
  });

  Deno.test(`Deno run ${way}: signals reach it`, POSIX, async () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const trap = `trap 'echo ${signal}; exit 3' ${signal.slice("SIG".length)}`;
      using stand = withStandIn(installed.dir, `${trap}; echo ready; while :; do sleep 0.05; done`);
      const child = await started(stand, env);
      child.kill(signal);
      const { code, stdout } = await child.output();
      assertEquals([code, new TextDecoder().decode(stdout)], [3, `${signal}\n`]);
    }
  });

  Deno.test(`Deno run ${way}: it sees the host's variables except those for Deno and Node`, POSIX, async () => {
    using stand = withStandIn(installed.dir, "env");
    const { stdout } = await runToEnd(stand.program, { env: { ...env, FOSSICK_TOKEN: "t", DENO_DIR: ".deno" } });
    const seen = stdout.split("\n").filter((line) => /^(?:FOSSICK_TOKEN|DENO_|NODE_)/.test(line));
    assertEquals(seen.toSorted(), ["DENO_NO_UPDATE_CHECK=1", "FOSSICK_TOKEN=t"]);
  });

  Deno.test(`Deno run ${way}: nothing stays when the host kills the program and closes its stdin`, POSIX, async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const [command, ...args] = installed.program;
    const child = new Deno.Command(command, { args, env, cwd: files.path, stdin: "piped", stdout: "piped" }).spawn();
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const writer = child.stdin.getWriter();
    const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: hello };
    await writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
    assertMatch((await firstLines(child.stdout, 1))[0] ?? "", /"serverInfo"/);
    child.kill("SIGKILL");
    await writer.close();
    // Deno holds the other end of this pipe for as long as it runs.
    assertEquals((await child.output()).signal, "SIGKILL");
  });

  Deno.test(`Deno run ${way}: it has the terminal`, TERMINAL, async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const call = ["call", "search_content", "gold"], own = fossick(files.path, ...call);
    const program: CommandLine = [...installed.program, "--root", files.path, ...call];
    assertEquals(await runOnTerminal(program, "", env), await runOnTerminal(own));
  });

  Deno.test(
    `Deno run ${way}: Ctrl-C on a terminal ends --watch as it ends fossick's own, with 0`,
    TERMINAL,
    async () => {
      using files = tempTree({ "a.txt": "gold\n" });
      const call = ["call", "search_content", "gold", "--total-only", "--watch"];
      const [command, ...args] = onTerminal([...installed.program, "--root", files.path, ...call]);
      const child = new Deno.Command(command, { args, env, stdin: "piped", stdout: "piped" }).spawn();
      assertEquals(await firstLines(child.stdout, 2), ["1\r", "[watching; Ctrl-C ends it]\r"]);
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode("\x03"));
      assertEquals((await child.output()).code, 0);
      await writer.close();
    },
  );
}

Deno.test("without a Deno for this platform, two lines say what to do", POSIX, async () => {
  using stand = withStandIn(installed.dir);
  const { code, stdout, stderr } = await runToEnd([...stand.program, "--root", "/my docs", "--lang", "en"]);
  const dir = dirname(stand.program[1] ?? "");
  assertEquals([code, stdout], [2, ""]);
  const [why, advice] = stderr.split("\n"),
    flags = `--no-prompt ${SMALL_HEAP} --config=${dir}/deno.json '--allow-read=/my docs'`;
  assertEquals(why?.split(". ")[0], `fossick: the npm package ${stand.deno} is not installed`);
  assertEquals(advice?.split(": ")[1], `deno run ${flags} ${dir}/fossick.js --root '/my docs' --lang en`);
});
