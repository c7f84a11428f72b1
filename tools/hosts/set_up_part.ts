/**
 * Carries out in an empty home what `fossick config` prints for a host, and asks the host whether it is connected.
 * @module
 */
import { join } from "@std/path";
import * as z from "zod";
import { type Host, SERVER, type Setup } from "./hosts.ts";
import { type InstalledHost, newHome, newProject, pathFrom, run, runHost, write } from "./machine.ts";
import { startModel } from "./model.ts";

const Step = z.object({ scope: z.enum(["project", "all"]), opens: z.enum(["fixed", "here"]) });

/** A step of `fossick config HOST --json`. */
const AnyStep = z.union([
  Step.extend({ command: z.array(z.string()), shell: z.string() }),
  Step.extend({ file: z.string(), block: z.string() }),
]);
type AnyStep = z.output<typeof AnyStep>;
const Config = z.object({ steps: z.array(AnyStep) });

/** The outcome of a step. */
export interface SetUpOutcome {
  readonly host: Host;
  /** The name of the fossick that printed the step. */
  readonly by: string;
  readonly scope: AnyStep["scope"];
  /** The beginning of the command that was run, or the file that was written. */
  readonly how: string;
  /** Whether the host's own list has its word for a working server. */
  readonly listed: boolean;
  /** Whether the host's first request to its model had the tools. */
  readonly atOnce: boolean;
  /** Whether a call through the host found the project's file. */
  readonly answered: boolean;
}

/** A way to have fossick on a machine. */
export interface Fossick {
  readonly name: string;
  /** The words that start it. */
  readonly start: readonly string[];
  /** What the home's `.npmrc` says, and a directory of programs that the PATH begins with. */
  readonly npmrc: string;
  readonly bin?: string;
}

/** The call that finds the project's file, and its line. */
const CALL = { tool: "search_content", args: { query: "needle", roots: ["."], group_by_file: true } } as const;
const FOUND = "needle here";

/** Carries out each step that `fossick` prints for a host, in a home and a project of its own. */
export async function setUpOutcomes(host: InstalledHost, fossick: Fossick): Promise<SetUpOutcome[]> {
  const installed = { ...host, path: fossick.bin };
  const outcomes: SetUpOutcome[] = [];
  for (let index = 0, count = 1; index < count; index++) {
    await using model = startModel({ server: SERVER, ...CALL });
    const project = await newProject(await Deno.makeTempDir({ dir: installed.dir }));
    const setup = await newHome(installed, { model: model.url, trusted: project });
    await write(join(setup.home, ".npmrc"), fossick.npmrc);
    const { steps } = await printed(installed, fossick, setup, project);
    count = steps.length;
    const how = await carryOut(steps[index], installed, setup, project);
    const listed = await isListed(installed, setup, project);
    await runHost(installed, project, setup, installed.host.call(setup, CALL.tool, JSON.stringify(CALL.args)));
    const answered = JSON.stringify(model.shown ?? null).includes(FOUND);
    const { name: by } = fossick, { scope } = steps[index], atOnce = model.offeredAtOnce;
    outcomes.push({ host: installed.host, by, scope, how, listed, atOnce, answered });
  }
  return outcomes;
}

/** The steps that the packed fossick prints in the project. */
async function printed(
  { host: { id = "" }, path }: InstalledHost,
  { start }: Fossick,
  { home }: Setup,
  project: string,
): Promise<z.output<typeof Config>> {
  const { stdout, stderr } = await run([...start, "config", id, "--json"], project, { HOME: home, ...pathFrom(path) });
  if (stdout === "") throw new Error(stderr);
  return Config.parse(JSON.parse(stdout));
}

/** Runs a step's command in a shell, or writes its block into a file. */
async function carryOut(
  step: AnyStep,
  { host, bin, path }: InstalledHost,
  setup: Setup,
  project: string,
): Promise<string> {
  if ("file" in step) {
    const path = step.file.replace(/^~/, setup.home);
    // A table of TOML goes to the end of the file that the home has.
    const before = path.endsWith(".toml") ? await Deno.readTextFile(path).catch(() => "") : "";
    await write(path, before + step.block);
    return path.replace(`${project}/`, "").replace(setup.home, "~");
  }
  const env = { ...pathFrom(bin, path), HOME: setup.home, ...host.list?.run(setup).env };
  const { code, stdout, stderr } = await run(["sh", "-c", step.shell], project, env);
  if (code !== 0) throw new Error(`${step.shell}: ${stdout}${stderr}`);
  return step.command.slice(0, step.command.indexOf(SERVER)).join(" ");
}

async function isListed(installed: InstalledHost, setup: Setup, project: string): Promise<boolean> {
  const { list } = installed.host;
  if (list === undefined) return false;
  const { stdout, stderr } = await runHost(installed, project, setup, list.run(setup));
  const isListed = list.says.test(stdout + stderr);
  if (!isListed) console.error(stdout + stderr);
  return isListed;
}
