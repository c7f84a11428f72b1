import { assertEquals, assertMatch } from "@std/assert";
import { dirname, join } from "@std/path";
import { parse } from "yaml";
import * as z from "zod";
import { CHECKOUT } from "../../../packaging/project.ts";
import { runToEnd, tempTree } from "../../program.ts";

/** The parts of a composite action that this test reads. */
const composite = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.tuple([
      z.object({ uses: z.string(), with: z.record(z.string(), z.string()) }),
      z.object({ id: z.string(), shell: z.literal("bash"), env: z.record(z.string(), z.string()), run: z.string() }),
    ]),
  }),
});

const action = composite.parse(parse(Deno.readTextFileSync(join(CHECKOUT, "action.yml"))));
const [, step] = action.runs.steps;

/** Replaces `${{ … }}` as the runner does. */
function evaluated(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => {
    if (expression === "github.action_path") return CHECKOUT.replace(/\/$/, "");
    const name = expression.replace(/^inputs\./, "");
    return given[name] ?? action.inputs[name]?.default ?? `no input ${name}`;
  });
}

/** Runs the action's step like a runner, in the workspace `cwd`. */
async function run(cwd: string, given: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  using scratch = tempTree({ output: "" });
  const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, evaluated(text, given)]));
  const { code, stdout } = await runToEnd(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run], {
    cwd,
    env: {
      ...more,
      ...env,
      PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`,
      GITHUB_OUTPUT: join(scratch.path, "output"),
    },
  });
  return { code, stdout, outputs: outputs(Deno.readTextFileSync(join(scratch.path, "output"))) };
}

/** Reads a runner's output file: `name=value`, or `name<<MARK`, lines, `MARK`. */
function outputs(text: string): Record<string, string> {
  const found: Record<string, string> = {}, lines = text.split("\n");
  while (lines.length > 1) {
    const [, name = "", kind, rest = ""] = /^(\w+)(=|<<)(.*)$/.exec(lines.shift() ?? "") ?? [];
    found[name] = kind === "=" ? rest : lines.splice(0, lines.indexOf(rest) + 1).slice(0, -1).join("\n");
  }
  return found;
}

const GOLD = { tool: "search_content", arguments: '{"roots": ["."], "query": "gold", "total_only": true}' };

Deno.test("the action prints the answer, and sets outputs for later steps", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\nsilver\n" });
  const answer = '{"total":2,"truncated":false}';
  assertEquals(await run(files.path, GOLD), {
    code: 0,
    stdout: `${answer}\n`,
    outputs: { answer, found: "true" },
  });
  const text = { tool: "read_file", arguments: '{"path": "c.txt"}', root: "b", format: "text" };
  const page = await run(files.path, text);
  assertEquals([page.code, page.outputs.found], [0, "true"]);
  assertMatch(page.outputs.answer ?? "", /^1\. gold\n2\. silver/m);
});

Deno.test("the action fails as `fail-when` demands, and on errors", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const lead = { ...GOLD, arguments: '{"roots": ["."], "query": "lead", "total_only": true}' };
  const codes: unknown[] = [];
  for (const call of [GOLD, lead]) {
    for (const when of ["never", "found", "nothing"]) {
      const { code, outputs } = await run(files.path, { ...call, "fail-when": when });
      codes.push(`${outputs.found} ${when} ${code}`);
    }
  }
  assertEquals(codes, [
    "true never 0",
    "true found 1",
    "true nothing 0",
    "false never 0",
    "false found 0",
    "false nothing 1",
  ]);
  const outside = await run(files.path, { tool: "read_file", arguments: '{"path": "../x"}' });
  assertEquals([outside.code, JSON.parse(outside.outputs.answer ?? "").error.code], [2, "PATH_OUTSIDE_ROOT"]);
});

Deno.test("inputs are never run as shell text, and answers can't set outputs", async () => {
  using files = tempTree({ "a.txt": "x<<y\nfound=false\nanswer=no\n" });
  const quoted = '{"roots": ["."], "query": "$(touch spoilt); `touch spoilt` \\" \' nothing"}';
  assertEquals((await run(files.path, { ...GOLD, arguments: quoted, root: "." })).code, 0);
  assertEquals([...Deno.readDirSync(files.path)].map(({ name }) => name), ["a.txt"]);
  const page = await run(files.path, { tool: "read_file", arguments: '{"path": "a.txt"}', format: "text" });
  assertEquals([page.outputs.found, Object.keys(page.outputs)], ["true", ["answer", "found"]]);
});
