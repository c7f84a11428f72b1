/** What users copy does what is said: commands of pages, the new tool, examples in comments, GitHub's action. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { copySync, walkSync } from "@std/fs";
import { dirname, join, toFileUrl } from "@std/path";
import { parse } from "yaml";
import { CHECKOUT } from "../../../packaging/project.ts";
import { quoteForPosix } from "../../../src/cli/command_line/shell_quoting.ts";
import { MAIN, type ProgramResult, runToEnd, tempTree } from "../../program.ts";

const CLI = pageOf("docs/cli.md"), SKILL = pageOf("skills/fossick/SKILL.md"), ADD_A_TOOL = pageOf("docs/add-a-tool.md");
const PATH = `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`;

/** A small project that has what the commands look for. */
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

/** What docs/cli.md names besides. */
const OTHERS = {
  "src/a.ts": `export class Task {\n  run() {\n    return expandGlob("*"); // TODO\n  }\n}\n${"\n".repeat(60)}`,
  "src/b.ts": "export function expandGlob(glob: string): string {\n  return glob;\n}\n",
  "sub/c.ts": "// TODO\n",
};

function pageOf(path: string): string {
  return Deno.readTextFileSync(join(CHECKOUT, path));
}

/** A page's commands. */
function commandsOf(page: string): string[] {
  return page.split("\n").filter((line) => line.startsWith("fossick ") && !line.includes("--watch"))
    .map((line) => line.replace(/ +#.*/, "").replace("| less -R", "| cat").replace("HOST", "cursor"));
}

/** Runs a command in a shell, with `fossick` as a function of the shell. */
function run(command: string, cwd: string): Promise<ProgramResult> {
  const program = [Deno.execPath(), "run", "--no-prompt", "--allow-read=.", MAIN].map(quoteForPosix).join(" ");
  return runToEnd(["sh", "-c", `fossick() { ${program} "$@"; }\n${command}`], { cwd });
}

Deno.test("every command of docs/cli.md and of the skill works, and finds something", async () => {
  using project = tempTree({ ...PROJECT, ...OTHERS });
  const commands = [...commandsOf(CLI), ...commandsOf(SKILL)];
  assert(commands.length >= 26, String(commands.length));
  for (const command of commands) {
    const { code, stdout, stderr } = await run(command, project.path);
    // config's sentences for people.
    const said = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
    assertEquals([command, code, said], [command, 0, []]);
    assert(stdout.split("\n").some((line) => /^(?!\[)./.test(line) || line.startsWith("[{")), `${command}\n${stdout}`);
  }
});

Deno.test("the skill's commands answer what it says, also where nothing is installed", async () => {
  using project = tempTree(PROJECT);
  const answer = async (words: string) => {
    const [command = ""] = commandsOf(SKILL).filter((line) => line.includes(words));
    return (await run(command, project.path)).stdout.trimEnd().split("\n");
  };
  assertEquals(await answer("--total-only"), ["3"]);
  assertEquals((await answer("--value-counts")).filter((line) => /^\d/.test(line)), ["2 ann", "1 bob"]);
  assertEquals((await answer("--tree --depth")).slice(1, -1), ["./ 5 3", " src/ 3", " test/ 1", " tools/ 1"]);
  assertEquals((await answer("--symbol"))[0], "7.   /** Begins to listen. */");
  assert((await answer("--enclosing")).includes("  in connect 3-5"));
  const [started = ""] = SKILL.split("\n").filter((line) => line.startsWith("deno run "));
  const command = started.replace("deno ", `${quoteForPosix(Deno.execPath())} `)
    .replace(/\S+\.js$/, quoteForPosix(MAIN));
  const { code, stdout } = await run(`${command} --text call search_content TODO --total-only`, project.path);
  assertEquals([code, stdout], [0, "3\n"]);
});

/** The code of docs/add-a-tool.md in a language, without its list's indentation. */
function block(language: string): string {
  const [, text = ""] = new RegExp(`^   \`\`\`${language}\n([^]*?)^   \`\`\`$`, "m").exec(ADD_A_TOOL) ?? [];
  return text.replace(/^ {3}/gm, "");
}

Deno.test("docs/add-a-tool.md, followed to the letter, adds a tool", async () => {
  using place = tempTree({ "tests/x": "" });
  using files = tempTree({ "src/a.ts": "", "src/b/c.ts": "", "d.md": "" });
  for (const path of ["src", "lint", "tests/std", "main.ts", "deno.json", "deno.lock"]) {
    copySync(join(CHECKOUT, path), join(place.path, path));
  }
  const [, path = ""] = /Write the tool, `(\S+)`/.exec(ADD_A_TOOL) ?? [];
  const [, list = ""] = /Offer it, in `(\S+)`/.exec(ADD_A_TOOL) ?? [];
  Deno.writeTextFileSync(join(place.path, path), block("ts"));
  let text = Deno.readTextFileSync(join(place.path, list));
  // The `-` lines are replaced by the `+` lines after them.
  for (const [, before = "", after = ""] of block("diff").matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    const old = before.replace(/^-/gm, "");
    assertStringIncludes(text, old);
    text = text.replace(old, () => after.replace(/^\+/gm, ""));
  }
  Deno.writeTextFileSync(join(place.path, list), text);
  for (const args of [["check", list], ["lint", path], ["fmt", "--check", path]]) {
    assertEquals((await runToEnd([Deno.execPath(), ...args], { cwd: place.path })).code, 0, args.join(" "));
  }
  const outcomes: unknown[] = [];
  for (const line of block("sh").trim().split("\n")) {
    const tried = line.replace("main.ts", join(place.path, "main.ts"));
    const { code, stdout } = await runToEnd(["bash", "-c", tried], { cwd: files.path, env: { PATH } });
    outcomes.push([code, stdout.split("\n")[0]]);
  }
  assertEquals(outcomes, [[0, "2"], [0, "count_files - Count files"]]);
});

/** A program that runs the example with the exports of `path`: `a(1); // 2` asserts that the value is 2. */
async function programOf(path: string, example: string): Promise<string> {
  const module = toFileUrl(path).href, exported = Object.keys(await import(module));
  const uses = (name: string, where = "") => new RegExp(`${where}\\b${name}\\b`).test(example);
  const used = exported.filter((name) => uses(name) && !uses(name, "import .*"));
  return [
    `import { assertEquals } from "@std/assert";`,
    `import { ${used.join(", ")} } from "${module}";`,
    example.replace(/(from ")(\.[^"]*)/g, (_, from: string, other: string) => from + new URL(other, module))
      .replace(/^(.+); \/\/ (.+)$/gm, "assertEquals<unknown>($1, $2);"),
  ].join("\n");
}

Deno.test("every example in src/ runs, and has the value in its comment", async () => {
  const programs: Record<string, string> = {};
  for (const { path } of walkSync(join(CHECKOUT, "src"), { exts: ["ts"] })) {
    const examples = Deno.readTextFileSync(path).matchAll(/@example\n \* ```ts\n([^]*?) \* ```\n/g);
    for (const [i, [, code = ""]] of [...examples].entries()) {
      const name = `${path.slice(CHECKOUT.length)}_${i}.ts`;
      programs[name] = await programOf(path, code.replace(/^ \* /gm, ""));
    }
  }
  using place = tempTree(programs);
  const all = Object.keys(programs).map((name) => `import "./${name}";`), program = join(place.path, "all.ts");
  Deno.writeTextFileSync(program, all.join("\n"));
  const flags = ["-A", `--config=${join(CHECKOUT, "deno.json")}`];
  const { code, stderr } = await runToEnd([Deno.execPath(), "run", ...flags, program]);
  assertEquals([code, stderr], [0, ""]);
  assert(all.length > 15, `${all.length} examples`);
});

/** Runs the action's step as GitHub's runner does, in the workspace `cwd`. @param lines what it writes for later steps */
async function act(cwd: string, given: Readonly<Record<string, string>>): Promise<{ code: number; lines: string[] }> {
  using scratch = tempTree({ output: "" });
  const { inputs, runs: { steps: [, step] } } = parse(pageOf("action.yml")), output = join(scratch.path, "output");
  const env: Record<string, string> = { PATH, GITHUB_OUTPUT: output };
  for (const [name, text] of Object.entries<string>(step.env)) {
    env[name] = text.replace(/\$\{\{ (?:inputs\.)?(\S+) \}\}/, (_, input: string) => {
      return input === "github.action_path" ? CHECKOUT : given[input] ?? inputs[input].default;
    });
  }
  const line = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run] as const;
  const { code } = await runToEnd(line, { cwd, env });
  return { code, lines: Deno.readTextFileSync(output).trimEnd().split("\n") };
}

Deno.test("the action fails as `fail-when` demands and on errors; no input is run as shell, no answer sets an output", async () => {
  using files = tempTree({ "a.txt": "gold\nfound=false\nanswer=no\n" });
  const search = (query: string) => ({
    tool: "search_content",
    arguments: JSON.stringify({ roots: ["."], query, total_only: true }),
  });
  const shell = "$(touch spoilt); `touch spoilt` \" ' nothing";
  for (
    const [query, when, code, found] of [
      ["gold", "never", 0, true],
      ["gold", "found", 1, true],
      ["lead", "nothing", 1, false],
      [shell, "found", 0, false],
    ] as const
  ) {
    const ended = await act(files.path, { ...search(query), "fail-when": when });
    assertEquals([query, ended.code, ended.lines.at(-1)], [query, code, `found=${found}`]);
  }
  assertEquals([...Deno.readDirSync(files.path)].map(({ name }) => name), ["a.txt"]);
  const outside = await act(files.path, { tool: "read_file", arguments: '{"path": "../x"}' });
  assertEquals([outside.code, JSON.parse(outside.lines[1]).error.code], [2, "PATH_OUTSIDE_ROOT"]);
  const page = await act(files.path, { tool: "read_file", arguments: '{"path": "a.txt"}', format: "text" });
  const [begin = "", ...rest] = page.lines, end = rest.indexOf(begin.replace("answer<<", ""));
  assertEquals([page.code, rest.slice(end + 1)], [0, ["found=true"]]);
});
