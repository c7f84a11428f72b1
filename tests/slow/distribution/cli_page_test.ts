import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { quoteForPosix } from "../../../src/cli/command_line/shell_quoting.ts";
import { MAIN, type ProgramResult, runToEnd, tempTree } from "../../program.ts";

const PAGE = Deno.readTextFileSync(join(CHECKOUT, "docs", "cli.md"));

/** A small project that has what the page's commands look for. */
const PROJECT = {
  "src/a.ts": `export class Task {
  run() {
    return expandGlob("*"); // TODO
  }
}

export function expandGlob(glob: string): string {
  return glob;
}
${"\n".repeat(60)}`,
  "src/b.ts": "export const b = 1;\n",
  "tests/a_test.ts": "// TODO\n",
  "sub/c.ts": "// TODO\n",
};

/** Runs a command of the page in a shell, with `fossick` as a function of the shell. */
function run(command: string, cwd: string): Promise<ProgramResult> {
  const program = [Deno.execPath(), "run", "--no-prompt", "--allow-read=.", MAIN].map(quoteForPosix).join(" ");
  return runToEnd(["sh", "-c", `fossick() { ${program} "$@"; }\n${command}`], { cwd });
}

Deno.test("every command of docs/cli.md works", async () => {
  using project = tempTree(PROJECT);
  const lines = PAGE.split("\n").filter((line) => line.startsWith("fossick ") && !line.includes("--watch"));
  const commands = lines.map((line) =>
    line.replace(/ +#.*/, "").replace("| less -R", "| cat").replace("HOST", "cursor")
  );
  assert(commands.length >= 11, String(commands.length));
  for (const command of commands) {
    const { code, stdout, stderr } = await run(command, project.path);
    // config's sentences for people.
    const said = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
    assertEquals([command, code, said], [command, 0, []]);
    assert(stdout.trim() !== "", command);
  }
});
