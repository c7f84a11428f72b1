import { assertEquals, assertStringIncludes } from "@std/assert";
import { NO_TERMINAL, runOnTerminal } from "../pseudo_terminal.ts";
import { DENO_WORDS, fossickWith, MAIN, runToEnd, tempTree } from "../../program.ts";

Deno.test("config needs no permission, and fills in the working directory and the program's path", async () => {
  using files = tempTree({ "my project/a.txt": "" });
  const cwd = `${files.path}/my project`;
  const { code, stdout, stderr } = await runToEnd(fossickWith([], "config", "Claude-Code", "--text", "--lang", "en"), {
    cwd,
  });
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.split("\n")[2], `claude mcp add-json fossick '${claudeJson(cwd, "--lang", "en")}'`);
});

Deno.test("where stdout is no terminal, a settings file can be made of it, and people read the rest", async () => {
  using files = tempTree({});
  const { code, stdout, stderr } = await runToEnd(fossickWith([], "config", "cursor", "--lang", "en"), {
    cwd: files.path,
  });
  assertEquals([code, Object.keys(JSON.parse(stdout).mcpServers)], [0, ["fossick"]]);
  assertEquals(stderr.split("\n").map((line) => line.slice(0, 2)), ["# ", "# ", "# ", ""]);
});

/** Claude Code's word for a server that is started on a directory. */
function claudeJson(root: string, ...options: string[]): string {
  const [command, ...args] = [...DENO_WORDS, "run", "--no-prompt", `--allow-read=${root}`, MAIN, "--root", root];
  return JSON.stringify({ type: "stdio", alwaysLoad: true, command, args: [...args, ...options] });
}

const POSIX = { ignore: Deno.build.os === "windows" };

Deno.test("a block that is piped into a shell by mistake carries out nothing", POSIX, async () => {
  using files = tempTree({ "$(touch a)`touch b`;touch c/x.txt": "", "here/x.txt": "" });
  const cwd = `${files.path}/$(touch a)\`touch b\`;touch c`;
  for (const id of ["claude-desktop", "zed"]) {
    const { stdout } = await runToEnd(fossickWith([], "config", id, "--root", cwd), { cwd });
    assertStringIncludes(JSON.stringify(JSON.parse(stdout)), JSON.stringify(cwd).slice(1, -1));
    await runToEnd(["sh", "-c", stdout], { cwd: `${files.path}/here` });
  }
  assertEquals([...Deno.readDirSync(`${files.path}/here`)].map(({ name }) => name), ["x.txt"]);
});

Deno.test("where stdout is no terminal, a shell can read the output", async () => {
  using files = tempTree({ "claude": '#!/bin/sh\nprintf "<%s>" "$@"\n' });
  Deno.chmodSync(`${files.path}/claude`, 0o755);
  const { stdout } = await runToEnd(fossickWith([], "config", "claude-code"), { cwd: files.path });
  const ran = await runToEnd(["sh", "-c", stdout], { env: { PATH: `${files.path}:${Deno.env.get("PATH")}` } });
  assertEquals(ran.stdout, `<mcp><add-json><fossick><${claudeJson(files.path)}>`);
});

Deno.test({
  name: "on a terminal every command can be copied as it is",
  ignore: NO_TERMINAL !== undefined,
  fn: async () => {
    const [code, written] = await runOnTerminal(fossickWith([], "config", "claude-code", "--lang", "en"));
    const commands = written.split("\n").filter((line) => line.startsWith("claude mcp add-json "));
    assertEquals([code, commands.length], [0, 2]);
  },
});
