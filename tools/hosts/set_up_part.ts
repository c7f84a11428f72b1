/**
 * Carries out in an empty home what `fossick config` prints for a host, and asks the host whether it is connected.
 * @module
 */
import { join } from "@std/path";
import * as z from "zod";
import { NPX_START } from "../../src/cli/command_line/start_command.ts";
import { type Host, SERVER, type Setup } from "./hosts.ts";
import { type InstalledHost, newHome, newProject, run, runHost, write } from "./machine.ts";
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
  readonly scope: AnyStep["scope"];
  /** The beginning of the command that was run, or the file that was written. */
  readonly how: string;
  /** Whether the host's own list has its word for a working server. */
  readonly listed: boolean;
  /** Whether a call through the host found the project's file. */
  readonly answered: boolean;
}

/** The call that finds the project's file, and its line. */
const CALL = { tool: "search_content", args: { query: "needle", roots: ["."], group_by_file: true } } as const;
const FOUND = "needle here";

/**
 * Carries out each step for a host, in a home and a project of its own.
 * @param npmrc the settings of npm in the home
 */
export async function setUpOutcomes(installed: InstalledHost, npmrc: string): Promise<SetUpOutcome[]> {
  const outcomes: SetUpOutcome[] = [];
  for (let index = 0, count = 1; index < count; index++) {
    await using model = startModel({ server: SERVER, ...CALL });
    const project = await newProject(await Deno.makeTempDir({ dir: installed.dir }));
    const setup = await newHome(installed, { model: model.url, trusted: project });
    await write(join(setup.home, ".npmrc"), npmrc);
    const { steps } = await printed(installed.host, setup, project);
    count = steps.length;
    const how = await carryOut(steps[index], installed, setup, project);
    const listed = await isListed(installed, setup, project);
    await runHost(installed, project, setup, installed.host.call(setup, CALL.tool, JSON.stringify(CALL.args)));
    const answered = JSON.stringify(model.shown ?? null).includes(FOUND);
    outcomes.push({ host: installed.host, scope: steps[index].scope, how, listed, answered });
  }
  return outcomes;
}

/** The steps that the packed fossick prints in the project. */
async function printed({ id = "" }: Host, { home }: Setup, project: string): Promise<z.output<typeof Config>> {
  const { stdout, stderr } = await run([...NPX_START, "config", id, "--json"], project, { HOME: home });
  if (stdout === "") throw new Error(stderr);
  return Config.parse(JSON.parse(stdout));
}

/** Runs a step's command in a shell, or writes its block into a file. */
async function carryOut(
  step: AnyStep,
  { host, bin }: InstalledHost,
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
  const env = { PATH: `${bin}:${Deno.env.get("PATH")}`, HOME: setup.home, ...host.list?.run(setup).env };
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
