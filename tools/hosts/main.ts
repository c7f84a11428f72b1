/**
 * `deno task hosts`: tries hosts from npm, each in an empty home with a model on loopback. The part `set-up` carries out
 * what `fossick config` prints for the host, and asks the host whether it is connected. The part `answers` reports which
 * form of an answer the host passes on to its model: of an answer in both forms, and of the one that it gets by default.
 * `--only NAME`; `--part set-up|answers`; `--write`: into docs/evidence.md. Exit code 1 if a host is not connected, or if it
 * and the table in src/mcp/client_answers.ts disagree.
 * @module
 */
import { parseArgs } from "node:util";
import { fromFileUrl, join } from "@std/path";
import { NPX_PACKAGE } from "../../src/cli/command_line/npx_package.ts";
import { NPX_START } from "../../src/cli/command_line/start_command.ts";
import { bundle } from "../../packaging/bundle.ts";
import { markdown } from "../../packaging/docs.ts";
import { packNpm } from "../../packaging/npm.ts";
import { answersSection, type HostOutcome } from "./answers_page.ts";
import { answersOutcome, contradictsTable } from "./answers_part.ts";
import { HOSTS } from "./hosts.ts";
import { install, type InstalledHost, newProject, run, write } from "./machine.ts";
import { startNpmRegistry } from "./npm_registry.ts";
import { withSection } from "../markdown.ts";
import { setUpSection } from "./set_up_page.ts";
import { type Fossick, setUpOutcomes } from "./set_up_part.ts";

const PAGE = fromFileUrl(new URL("../../docs/evidence.md", import.meta.url));

/** The parts: what each writes into the page, and what is wrong. */
const PARTS = { "set-up": setUp, answers } as const;

/** The outcome of a part. */
interface PartOutcome {
  /** Markdown. */
  readonly section: string;
  readonly problems: readonly string[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: "string" }, part: { type: "string" }, write: { type: "boolean" } },
  });
  const work = await Deno.realPath(await Deno.makeTempDir({ prefix: "fossick-hosts-" }));
  try {
    const chosen = HOSTS.filter(({ name }) => values.only === undefined || name === values.only);
    const installed: InstalledHost[] = [];
    for (const host of chosen) installed.push(await install(host, work));
    for (const [name, part] of Object.entries(PARTS)) {
      if (values.part !== undefined && name !== values.part) continue;
      const { section, problems } = await part(installed, work);
      if (values.write) await writeSection(name, section);
      for (const problem of problems) console.error(problem);
      if (problems.length > 0) Deno.exitCode = 1;
    }
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function setUp(installed: readonly InstalledHost[], work: string): Promise<PartOutcome> {
  const packed = await packNpm(join(work, "fossick.tgz"), "OWNER/fossick");
  await using registry = await startNpmRegistry(packed, join(work, "npm-cache"));
  const global = join(work, "global"), { npmrc } = registry;
  const userconfig = join(global, "user.npmrc");
  await write(userconfig, npmrc);
  const added = await run(["npm", "install", "-g", "--userconfig", userconfig, "--prefix", global, NPX_PACKAGE], work);
  if (added.code !== 0) throw new Error(added.stderr);
  const ways: readonly Fossick[] = [
    { name: "npx", start: NPX_START, npmrc },
    { name: "npm install -g", start: [join(global, "bin", "fossick")], npmrc, bin: join(global, "bin") },
  ];
  const known = installed.filter(({ host }) => host.id !== undefined), outcomes = [];
  for (const host of known) {
    for (const way of ways) {
      const set = await setUpOutcomes(host, way);
      for (const one of set) console.log(JSON.stringify({ ...one, host: one.host.name }));
      outcomes.push(...set);
    }
  }
  const failed = outcomes.filter(({ listed, atOnce, answered }) => !listed || !atOnce || !answered);
  return {
    section: setUpSection(outcomes),
    problems: failed.map(({ host, by, how }) => `${host.name}: not connected at once by ${how}, ${by}`),
  };
}

async function answers(installed: readonly InstalledHost[], work: string): Promise<PartOutcome> {
  const script = await bundle(), project = await newProject(work), outcomes: HostOutcome[] = [];
  for (const host of installed) {
    outcomes.push(await answersOutcome(host, script, project));
    console.log(JSON.stringify(outcomes.at(-1)));
  }
  const wrong = outcomes.filter(contradictsTable).map(({ host }) => host.name);
  return {
    section: answersSection(outcomes),
    problems: wrong.map((name) => `${name}: src/mcp/client_answers.ts says otherwise.`),
  };
}

async function writeSection(name: string, section: string): Promise<void> {
  const page = withSection(await Deno.readTextFile(PAGE), name, section);
  await Deno.writeTextFile(PAGE, await markdown(page));
}

if (import.meta.main) await main();
