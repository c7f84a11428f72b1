import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { bundle } from "../../../packaging/bundle.ts";
import { HOSTS, PLACEHOLDERS } from "../../../packaging/hosts.ts";
import { CHECKOUT, DENO, VERSION } from "../../../packaging/project.ts";
import { type CommandLine, runToEnd, tempTree } from "../../program.ts";
import { blocksOf } from "../../distribution/readme_blocks.ts";
import { identify, TOOLS } from "../../distribution/starts.ts";

const BLOCKS = blocksOf(Deno.readTextFileSync(join(CHECKOUT, "README.md")));

const words = z.tuple([z.string()]).rest(z.string());
const line = z.object({ command: z.string(), args: z.array(z.string()) }).transform((
  { command, args },
): CommandLine => [
  command,
  ...args,
]);
const servers = z.object({ fossick: line }).transform(({ fossick }) => fossick);

/** The command in a host's block, parsed by the host's rules. */
const COMMANDS: Readonly<Record<string, (text: string) => CommandLine>> = {
  "Claude Desktop": (text) => z.strictObject({ mcpServers: servers }).parse(JSON.parse(text)).mcpServers,
  "Claude Code": (text) => words.parse(text.trim().split(" -- ")[1]?.split(" ")),
  Codex: (text) => z.strictObject({ mcp_servers: servers }).parse(parseToml(text)).mcp_servers,
  opencode: (text) => {
    const local = z.strictObject({ type: z.literal("local"), command: words, enabled: z.literal(true) });
    const config = z.strictObject({ $schema: z.url(), mcp: z.object({ fossick: local }) });
    return config.parse(JSON.parse(text)).mcp.fossick.command;
  },
  "VS Code": (text) => z.strictObject({ servers }).parse(JSON.parse(text)).servers,
  Cursor: (text) => z.strictObject({ mcpServers: servers }).parse(JSON.parse(text)).mcpServers,
  Zed: (text) => z.strictObject({ context_servers: servers }).parse(JSON.parse(text)).context_servers,
};

/** Replaces the placeholders by this checkout and `root`, and `deno` by this Deno. */
function filledIn(text: string, root: string): string {
  return text.replaceAll(`npx -y deno@${DENO}`, "deno")
    .replaceAll(PLACEHOLDERS.checkout, CHECKOUT.replace(/\/$/, ""))
    .replaceAll(PLACEHOLDERS.root, root)
    .replaceAll("${workspaceFolder}", root);
}

/** A `PATH` with this Deno. */
const PATH = `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`;

Deno.test("the README has a block for every host, in its language", () => {
  const told = [...BLOCKS].map(([name, { language }]) => `${name}: ${language}`);
  assertEquals(told, HOSTS.map(({ name, language }) => `${name}: ${language}`));
});

await bundle();

for (const [host, commandIn] of Object.entries(COMMANDS)) {
  Deno.test(`the README's block for ${host} starts the server`, async () => {
    using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\n" });
    const [command, ...args] = commandIn(filledIn(BLOCKS.get(host)?.text ?? "", files.path));
    const told = await identify([command, ...args], { ...Deno.env.toObject(), PATH });
    assertEquals([command, told], ["deno", { server: "fossick", tools: TOOLS, total: 2 }]);
  });
}

Deno.test("the README's shell step finds matches, and its exit code reports if there are none", async () => {
  const text = BLOCKS.get("Any other CI")?.text ?? "";
  const answers: unknown[] = [];
  for (const source of ["// FIXME\n", "// done\n"]) {
    using files = tempTree({ "src/a.ts": source });
    const line: CommandLine = ["bash", "-c", filledIn(text, files.path)];
    const { code, stdout } = await runToEnd(line, { cwd: files.path, env: { PATH } });
    answers.push([code, stdout.split("\n")[0]]);
  }
  assertEquals(answers, [[0, "src/a.ts:1"], [1, "[0 matches; searched 1 file]"]]);
});

Deno.test("the README's step for GitHub Actions has this version and existing inputs", () => {
  const step = z.tuple([z.strictObject({ uses: z.string(), with: z.record(z.string(), z.string()) })]);
  const [{ uses, with: given }] = step.parse(parseYaml(BLOCKS.get("GitHub Actions")?.text ?? ""));
  const action = z.object({ inputs: z.record(z.string(), z.unknown()) });
  const { inputs } = action.parse(parseYaml(Deno.readTextFileSync(join(CHECKOUT, "action.yml"))));
  assertEquals(uses, `OWNER/fossick@v${VERSION}`);
  assertEquals(Object.keys(given).filter((name) => !(name in inputs)), []);
});
