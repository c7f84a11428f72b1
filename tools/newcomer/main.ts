/**
 * `deno task newcomer`: follows the README on a machine with Node and a fresh clone: the three ways to use fossick, each
 * in an empty home, timed. It needs git and the npm registry. `--write` puts the figure into docs/evidence.md.
 * @module
 */
import { join } from "@std/path";
import { PLACEHOLDERS } from "../../packaging/hosts.ts";
import { CHECKOUT, DENO } from "../../packaging/project.ts";
import { baseRuntime } from "../../tests/base_runtime.ts";
import { blocksOf } from "../../tests/distribution/readme_blocks.ts";
import { identify } from "../../tests/distribution/starts.ts";
import { reportFigure } from "../evidence/report_figure.ts";
import { type CommandLine, runToEnd, tempTree } from "../../tests/program.ts";
import { type Machine, newMachine } from "./machine.ts";

const NPX: CommandLine = ["npx", "-y", `deno@${DENO}`];

using project = tempTree({ "src/a.ts": "gold // FIXME\n", "src/b/c.ts": "gold\n" });

/** The result of a step, and its seconds. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [result: T, seconds: number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1000];
}

/** Runs a command from the README in the clone. */
async function run(machine: Machine, line: CommandLine, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const [{ code, stderr }, seconds] = await timed(() => runToEnd(line, on(machine, machine.clone, env)));
  if (code !== 0) throw new Error(`${line.join(" ")} ended with ${code}: ${stderr.slice(-1000)}`);
  return seconds;
}

function on({ env }: Machine, cwd: string, more: Readonly<Record<string, string>> = {}) {
  return { cwd, clearEnv: true, env: { ...env, ...more } };
}

/** Seconds until a client has its first answer, from the server's first and second start. */
async function answers({ env }: Machine, line: CommandLine): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const [{ total }, seconds] = await timed(() => identify(line, { ...env }, project.path));
    if (total !== 2) throw new Error(`${line.join(" ")} found ${total}`);
    times.push(seconds);
  }
  return times;
}

/** The README's block for `host`, with this machine's paths. */
function blockOf(host: string, { clone }: Machine): string {
  const text = blocksOf(Deno.readTextFileSync(join(clone, "README.md"))).get(host)?.text ?? "";
  return text.replaceAll(PLACEHOLDERS.checkout, clone).replaceAll(PLACEHOLDERS.root, project.path);
}

/** `deno run` in an MCP config: builds the bundle and starts it by Claude Desktop's block. */
async function fromConfig(): Promise<string> {
  await using machine = await newMachine(CHECKOUT);
  const built = await run(machine, [...NPX, "task", "bundle"]);
  const { command, args } = JSON.parse(blockOf("Claude Desktop", machine)).mcpServers.fossick;
  if (command !== "deno") throw new Error(`the block starts ${command}`);
  const [first, second] = await answers(machine, [...NPX, ...args]);
  return said("MCP config", `bundle built in ${secs(built)}`, `first answer ${secs(first)}, then ${secs(second)}`);
}

/** One binary. Where its base runtime can't be downloaded, a Deno is used that has one on npm. */
async function asBinary(): Promise<string> {
  const base = await baseRuntime();
  if ("missing" in base) return said("binary", `not tried: ${base.missing}`);
  await using machine = await newMachine(CHECKOUT);
  const own = Object.keys(base.env).length === 0;
  const line: CommandLine = own ? [...NPX, "task", "compile"] : [base.deno, "task", "compile"];
  const built = await run(machine, line, base.env);
  const [first, second] = await answers(machine, [join(machine.clone, "dist", "fossick"), "--root", project.path]);
  const how = own ? "built" : "built (by Deno 2.6, whose base runtime npm has)";
  return said("binary", `${how} in ${secs(built)}`, `first answer ${secs(first)}, then ${secs(second)}`);
}

/** A step of a CI job: the README's shell step, with nothing built before. */
async function inCi(): Promise<string> {
  await using machine = await newMachine(CHECKOUT);
  const step: CommandLine = ["bash", "-c", blockOf("Any other CI", machine)];
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const [{ code, stdout, stderr }, seconds] = await timed(() => runToEnd(step, on(machine, project.path)));
    if (code !== 0 || !stdout.startsWith("src/a.ts:1\n")) {
      throw new Error(`the step ended with ${code}: ${stdout}${stderr}`);
    }
    times.push(seconds);
  }
  return said("CI step", `first ${secs(times[0])}, then ${secs(times[1])}`);
}

function said(way: string, ...parts: string[]): string {
  const line = `${way}: ${parts.join(", ")}`;
  console.log(line);
  return line;
}

function secs(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}

await reportFigure("newcomer", [await fromConfig(), await asBinary(), await inCi()].join("; "));
