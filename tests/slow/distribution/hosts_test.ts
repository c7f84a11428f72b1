import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { bundle } from "../../../packaging/bundle.ts";
import { CI_FOLDS, HOST_FOLDS, PLACEHOLDERS } from "../../../packaging/hosts.ts";
import { CHECKOUT, VERSION } from "../../../packaging/project.ts";
import { NPX_START } from "../../../src/cli/command_line/start_command.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { type Block, foldsOf, installBlocks } from "../../distribution/readme_blocks.ts";
import { identify, TOOLS } from "../../distribution/starts.ts";

const README = Deno.readTextFileSync(join(CHECKOUT, "README.md"));
const FOLDS = foldsOf(Deno.readTextFileSync(join(CHECKOUT, "docs/install.md")));

/** A `PATH` with this Deno. */
const PATH = `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`;

const Words = z.tuple([z.string()]).rest(z.string());
const Entry = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.strictObject({}).optional(),
  // What makes Codex and Qwen Code wait for the server.
  required: z.literal(true).optional(),
  alwaysLoadTools: z.literal(true).optional(),
}).transform(({ command, args }): CommandLine => [command, ...args]);
const Servers = z.strictObject({ fossick: Entry }).transform(({ fossick }) => fossick);
const Local = z.strictObject({ type: z.literal("local"), command: Words, enabled: z.literal(true) });

/** Settings files by the hosts' rules. */
const Settings = z.union([
  z.strictObject({ mcpServers: Servers }).transform(({ mcpServers }) => mcpServers),
  z.strictObject({ mcp_servers: Servers }).transform(({ mcp_servers }) => mcp_servers),
  z.strictObject({ servers: Servers }).transform(({ servers }) => servers),
  z.strictObject({ context_servers: Servers }).transform(({ context_servers }) => context_servers),
  z.strictObject({ $schema: z.url(), mcp: z.strictObject({ fossick: Local }) }).transform(({ mcp }) =>
    mcp.fossick.command
  ),
]);
const Added = z.object({ command: z.string(), args: z.array(z.string()) });

/** The words of a command, as a shell splits it. */
async function shellWords(line: string): Promise<string[]> {
  const { stdout } = await runToEnd(["sh", "-c", `printf '%s\\0' ${line.trim()}`]);
  return stdout.split("\0").slice(0, -1);
}

/** The command in a block that starts the server. */
async function startIn({ language, text }: Block): Promise<CommandLine> {
  if (language === "json") return Settings.parse(JSON.parse(text));
  if (language === "toml") return Settings.parse(parseToml(text));
  const words = await shellWords(text), [program] = words, last = words.at(-1) ?? "";
  if (last.startsWith("{")) {
    const { command, args } = Added.parse(JSON.parse(last));
    return [command, ...args];
  }
  // Gemini CLI takes the server's program before the dashes, which lead to its arguments.
  return Words.parse(program === "gemini" ? words.slice(-1) : words.slice(words.indexOf("--") + 1));
}

/** The same start with this checkout's bundle on `root`, instead of the package that npm installs or npx downloads. */
function local(line: CommandLine, root: string): CommandLine {
  const start = line[0] === "fossick" ? ["fossick"] : [...NPX_START], [, given, ...more] = line.slice(start.length);
  assertEquals([line.slice(0, start.length), more], [start, []]);
  assertEquals([undefined, PLACEHOLDERS.root, "${workspaceFolder}"].includes(given), true);
  const grant = given === undefined ? "." : root, options = given === undefined ? [] : ["--root", root];
  return ["deno", "run", "--no-prompt", `--allow-read=${grant}`, join(CHECKOUT, "dist/fossick.js"), ...options];
}

Deno.test("docs/install.md has all blocks of every host and every CI, in their languages", () => {
  const shown = (blocks: readonly { language: string }[]) => blocks.map(({ language }) => language);
  const expected = [...HOST_FOLDS, ...CI_FOLDS].map(({ name, blocks }) => [name, shown(blocks)]);
  assertEquals([...FOLDS].slice(0, expected.length).map(([name, blocks]) => [name, shown(blocks)]), expected);
  assertEquals(shown(installBlocks(README)), ["sh", "sh", "json"]);
});

await bundle();

Deno.test("every block of every host starts the server", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\n" });
  const blocks = [
    ...installBlocks(README).slice(1),
    ...[...FOLDS].slice(0, HOST_FOLDS.length).flatMap(([, blocks]) => blocks),
  ];
  const lines = await Promise.all(blocks.map(async (block) => local(await startIn(block), files.path)));
  // Most blocks start the same command line, which is tried once.
  for (const [line] of Map.groupBy(lines, (line) => line.join("\0")).values()) {
    const said = await identify(line ?? [""], { ...Deno.env.toObject(), PATH }, files.path);
    assertEquals(said, { server: "fossick", tools: TOOLS, total: 2 }, line?.join(" "));
  }
});

Deno.test("the block for Deno and the bundle starts the server", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\n" });
  const [block] = FOLDS.get("Deno and the bundle") ?? [];
  const text = (block?.text ?? "").replaceAll(PLACEHOLDERS.checkout, CHECKOUT.replace(/\/$/, ""));
  const line = Settings.parse(JSON.parse(text.replaceAll(PLACEHOLDERS.root, files.path)));
  const said = await identify(line, { ...Deno.env.toObject(), PATH });
  assertEquals([line[0], said], ["deno", { server: "fossick", tools: TOOLS, total: 2 }]);
});

Deno.test("the shell step finds matches, and its exit code reports if there are none", async () => {
  const [{ text } = { text: "" }] = FOLDS.get("Any other CI") ?? [];
  const words = await shellWords(text), start = words.slice(0, NPX_START.length);
  assertEquals(start, [...NPX_START]);
  const answers: unknown[] = [];
  for (const source of ["// FIXME\n", "// done\n"]) {
    using files = tempTree({ "src/a.ts": source });
    const [command, ...args] = local(Words.parse(start), files.path);
    const line: CommandLine = [command, ...args, ...words.slice(NPX_START.length)];
    const { code, stdout } = await runToEnd(line, { cwd: files.path, env: { PATH } });
    answers.push([code, stdout.split("\n")[0]]);
  }
  assertEquals(answers, [[0, "src/a.ts:1"], [1, "[0 matches; searched 1 file]"]]);
});

Deno.test("the step for GitHub Actions has this version and existing inputs", () => {
  const step = z.tuple([z.strictObject({ uses: z.string(), with: z.record(z.string(), z.string()) })]);
  const [{ text } = { text: "" }] = FOLDS.get("GitHub Actions") ?? [];
  const [{ uses, with: given }] = step.parse(parseYaml(text));
  const action = z.object({ inputs: z.record(z.string(), z.unknown()) });
  const { inputs } = action.parse(parseYaml(Deno.readTextFileSync(join(CHECKOUT, "action.yml"))));
  assertEquals(uses, `OWNER/fossick@v${VERSION}`);
  assertEquals(Object.keys(given).filter((name) => !(name in inputs)), []);
});
