/**
 * `deno task newcomer`: follows README and docs/install.md on a machine with Node and a fresh clone: the four ways to use
 * fossick, each in an empty home, timed. It needs git and the npm registry. `--write` puts the figure into
 * docs/evidence.md.
 * @module
 */
import { join } from "@std/path";
import { PLACEHOLDERS } from "../../packaging/hosts.ts";
import { CHECKOUT, DENO, NAME } from "../../packaging/project.ts";
import { baseRuntime } from "../../tests/base_runtime.ts";
import { blocksOf, installBlocks } from "../../tests/distribution/readme_blocks.ts";
import { identify } from "../../tests/distribution/starts.ts";
import { reportFigure } from "../evidence/report_figure.ts";
import { startNpmRegistry } from "../hosts/npm_registry.ts";
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

/** Variables of a user. */
type Environment = Readonly<Record<string, string>>;

/** Runs a command from the README in the clone. */
async function run(machine: Machine, line: CommandLine, env: Environment = {}): Promise<number> {
  const [{ code, stderr }, seconds] = await timed(() => runToEnd(line, on(machine.clone, { ...machine.env, ...env })));
  if (code !== 0) throw new Error(`${line.join(" ")} ended with ${code}: ${stderr.slice(-1000)}`);
  return seconds;
}

function on(cwd: string, env: Environment) {
  return { cwd, clearEnv: true, env };
}

/** Seconds until a client has its first answer, from the server's first and second start. */
async function answers(env: Environment, line: CommandLine): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const [{ total }, seconds] = await timed(() => identify(line, { ...env }, project.path));
    if (total !== 2) throw new Error(`${line.join(" ")} found ${total}`);
    times.push(seconds);
  }
  return `first answer ${secs(times[0])}, then ${secs(times[1])}`;
}

function page({ clone }: Machine, path: string): string {
  return Deno.readTextFileSync(join(clone, path));
}

/** A folded block of docs/install.md, with this machine's paths. */
function blockOf(name: string, machine: Machine): string {
  const text = blocksOf(page(machine, "docs/install.md")).get(name)?.text;
  if (text === undefined) throw new Error(`docs/install.md has no block for ${name}`);
  return text.replaceAll(PLACEHOLDERS.checkout, machine.clone).replaceAll(PLACEHOLDERS.root, project.path);
}

/** Builds the npm package in the clone. @returns its name for npx until it is published, and the seconds */
async function packedOn(machine: Machine) {
  const built = await run(machine, [...NPX, "task", "npm"]), path = join(machine.clone, "dist", "fossick.tgz");
  return { path, name: `file:${path}`, built };
}

/** npx: Claude Code's command of the README, with the packed file and with the name, which a registry on this machine knows. */
async function byNpx(): Promise<string> {
  await using machine = await newMachine(CHECKOUT);
  const { path, name, built } = await packedOn(machine);
  const [, start = ""] = installBlocks(page(machine, "README.md"))[0].text.trim().split(" -- ");
  const [command = "", ...args] = start.split(" ");
  if (!args.includes(NAME)) throw new Error(`the README starts ${start}`);
  const file = await answers(machine.otherUser(), [command, ...args.map((word) => word === NAME ? name : word)]);
  await using registry = await startNpmRegistry(path, join(machine.clone, "dist", "npm-cache"));
  const named = await answers(machine.otherUser(registry.npmrc), [command, ...args]);
  return said("by npx", `packed in ${secs(built)}`, file, `by name from a registry on loopback: ${named}`);
}

/** `deno run` in an MCP config: builds the bundle and starts it by the block of docs/install.md. */
async function fromConfig(): Promise<string> {
  await using machine = await newMachine(CHECKOUT);
  const built = await run(machine, [...NPX, "task", "bundle"]);
  const { command, args } = JSON.parse(blockOf("Deno and the bundle", machine)).mcpServers.fossick;
  if (command !== "deno") throw new Error(`the block starts ${command}`);
  return said("MCP config", `bundle built in ${secs(built)}`, await answers(machine.env, [...NPX, ...args]));
}

/** One binary. Where its base runtime can't be downloaded, a Deno is used that has one on npm. */
async function asBinary(): Promise<string> {
  const base = await baseRuntime();
  if ("missing" in base) return said("binary", `not tried: ${base.missing}`);
  await using machine = await newMachine(CHECKOUT);
  const own = Object.keys(base.env).length === 0;
  const line: CommandLine = own ? [...NPX, "task", "compile"] : [base.deno, "task", "compile"];
  const built = await run(machine, line, base.env);
  const first = await answers(machine.env, [join(machine.clone, "dist", "fossick"), "--root", project.path]);
  const how = own ? "built" : "built (by Deno 2.6, whose base runtime npm has)";
  return said("binary", `${how} in ${secs(built)}`, first);
}

/** A step of a CI job: the shell step of docs/install.md. */
async function inCi(): Promise<string> {
  await using machine = await newMachine(CHECKOUT);
  const { name } = await packedOn(machine), env = machine.otherUser();
  const step: CommandLine = ["bash", "-c", blockOf("Any other CI", machine).replaceAll(NAME, name)];
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const [{ code, stdout, stderr }, seconds] = await timed(() => runToEnd(step, on(project.path, env)));
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

await reportFigure("newcomer", [await byNpx(), await fromConfig(), await asBinary(), await inCi()].join("; "));
