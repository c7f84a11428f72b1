import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { quoteForPosix } from "../../../src/cli/command_line/shell_quoting.ts";
import { MAIN, type ProgramResult, runToEnd, tempTree } from "../../program.ts";

const SKILL = Deno.readTextFileSync(join(CHECKOUT, "skills/fossick/SKILL.md"));

/** A small project that has what the skill's commands look for. */
const PROJECT = {
  "src/server.ts": `import { log } from "./log.ts";

/** A server on one port. TODO(ann): TLS */
export class Server {
  constructor(readonly port: number) {}

  /** Begins to listen. */
  start(): void {
    log("listen on " + this.port);
  }
}

export function createServer(port: number): Server {
  return new Server(port); // TODO(bob): reuse
}
`,
  "src/client.ts": `import { createServer } from "./server.ts";

export function connect(): void {
  createServer(80).start(); // TODO(ann): FIXME later
}
`,
  "src/log.ts": "export function log(line: string): void {\n  console.log(line);\n}\n",
  "test/server_test.ts": 'import "../src/server.ts";\n',
  "tools/release.py": "def release():\n    pass\n",
};

/** Runs a command of the skill in a shell, with `fossick` as a function of the shell. */
function run(command: string, cwd: string): Promise<ProgramResult> {
  const program = [Deno.execPath(), "run", "--no-prompt", "--allow-read=.", MAIN].map(quoteForPosix).join(" ");
  return runToEnd(["sh", "-c", `fossick() { ${program} "$@"; }\n${command}`], { cwd });
}

Deno.test("every command of the skill finds something", async () => {
  using project = tempTree(PROJECT);
  const commands = SKILL.split("\n").filter((line) => line.startsWith("fossick "));
  assert(commands.length >= 15, String(commands.length));
  for (const command of commands) {
    const { code, stdout, stderr } = await run(command, project.path);
    assertEquals([command, code, stderr], [command, 0, ""]);
    assert(stdout.split("\n").some((line) => line !== "" && !line.startsWith("[")), `${command}\n${stdout}`);
  }
});

Deno.test("the skill's commands answer what it says", async () => {
  using project = tempTree(PROJECT);
  const answer = async (words: string) => {
    const [command = ""] = SKILL.split("\n").filter((line) => line.startsWith("fossick ") && line.includes(words));
    return (await run(command, project.path)).stdout.trimEnd().split("\n");
  };
  assertEquals(await answer("--total-only"), ["3"]);
  assertEquals((await answer("--value-counts")).filter((line) => /^\d/.test(line)), ["2 ann", "1 bob"]);
  assertEquals((await answer("--tree --depth")).slice(1, -1), ["./ 5 3", " src/ 3", " test/ 1", " tools/ 1"]);
  assertEquals((await answer("--symbol"))[0], "7.   /** Begins to listen. */");
  assert((await answer("--enclosing")).includes("  in connect 3-5"));
});

Deno.test("the skill's commands without an installed program start it", async () => {
  using project = tempTree(PROJECT);
  const [started = ""] = SKILL.split("\n").filter((line) => line.startsWith("deno run "));
  const command = started.replace("deno ", `${quoteForPosix(Deno.execPath())} `)
    .replace(/\S+\.js$/, quoteForPosix(MAIN));
  const { code, stdout } = await run(`${command} --text call search_content TODO --total-only`, project.path);
  assertEquals([code, stdout], [0, "3\n"]);
});
