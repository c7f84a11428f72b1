/**
 * `deno task hosts`: makes hosts from npm call fossick, each in an empty home with a model on loopback, and reports which
 * form of the answer each passes on to the model: of an answer in both forms, and of the one that it gets by default.
 * `--only NAME`; `--write`: into docs/hosts.md. Exit code 1 if a host and the table in src/mcp/client_answers.ts disagree.
 * @module
 */
import { parseArgs } from "node:util";
import { dirname, fromFileUrl, join } from "@std/path";
import { openTools } from "../../tests/open_tools.ts";
import { runToEnd } from "../../tests/program.ts";
import { JSON_ONLY_CLIENTS } from "../../src/mcp/client_answers.ts";
import type { AnswersRule } from "../../src/model/sent_as.ts";
import { clientNameIn } from "./client_name.ts";
import { type Host, type HostRun, HOSTS, SERVER, type Setup } from "./hosts.ts";
import { startModel } from "./model.ts";
import { CALLS, type HostOutcome, type Outcome, pageOf } from "./page.ts";
import { type Forms, shownFormsIn } from "./shown.ts";

const PAGE = fromFileUrl(new URL("../../docs/hosts.md", import.meta.url));
const BUNDLE = fromFileUrl(new URL("../../dist/fossick.js", import.meta.url));
const TAP = fromFileUrl(new URL("./tap_server.ts", import.meta.url));

/** The files that the hosts search: one match, and one more in an ignored file. */
const PROJECT = { "a.txt": "one\nneedle here\n", "b.txt": "two\n", ".gitignore": "out\n", "out/c.txt": "thimble\n" };

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
  const work = await Deno.realPath(await Deno.makeTempDir({ prefix: "fossick-hosts-" }));
  try {
    const project = join(work, "project");
    for (const [path, text] of Object.entries(PROJECT)) await write(join(project, path), text);
    await runToEnd([Deno.execPath(), "task", "bundle"], { cwd: dirname(dirname(BUNDLE)) });
    const outcomes: HostOutcome[] = [];
    for (const host of HOSTS.filter(({ name }) => values.only === undefined || name === values.only)) {
      outcomes.push(await outcomeOf(host, work, project));
      console.log(JSON.stringify(outcomes.at(-1)));
    }
    if (values.write) await Deno.writeTextFile(PAGE, await pageOf(outcomes));
    const wrong = outcomes.filter(contradictsTable).map(({ host }) => host.name);
    for (const name of wrong) console.error(`${name}: src/mcp/client_answers.ts says otherwise.`);
    if (wrong.length > 0) Deno.exitCode = 1;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Whether a host with a model shows it JSON alone, but is not in the table of those that do, or the reverse. */
function contradictsTable({ host, client, shown: [answer] }: HostOutcome): boolean {
  return host.prints !== true && JSON_ONLY_CLIENTS.has(client ?? "") !== (answer.shown === "structured");
}

/** The command of a server that logs what its host sends. */
function serverOn(project: string, answers: AnswersRule, log: string): Setup["server"] {
  const run = [Deno.execPath(), "run", "--no-prompt", `--allow-read=${project}`, BUNDLE];
  return [Deno.execPath(), "run", "-A", TAP, log, ...run, "--root", project, "--answers", answers];
}

async function outcomeOf(host: Host, work: string, project: string): Promise<HostOutcome> {
  const install = join(work, host.program), log = join(work, `${host.program}.log`);
  const server = serverOn(project, "both", log);
  await Deno.mkdir(install);
  await run(["npm", "install", "--no-audit", "--no-fund", "--prefix", install, host.from], install);
  const connected = await isConnected(host, install, project, server);
  const shown: Outcome[] = [];
  for (const call of CALLS) {
    const forms = await formsOf(project, call);
    shown.push(await answered(host, install, project, server, call, forms));
  }
  const client = clientNameIn(await Deno.readTextFile(log)), [call] = CALLS;
  const byDefault = await answered(
    host,
    install,
    project,
    serverOn(project, "auto", log),
    call,
    await formsOf(project, call),
  );
  return { host, client, connected, shown, byDefault };
}

/** The answer as the server gives it to a client. */
async function formsOf(project: string, { tool, args }: (typeof CALLS)[number]): Promise<Forms> {
  using tools = await openTools("default", [project]);
  const { text, structured } = await tools.call(tool, args);
  return { text, structured };
}

async function isConnected(host: Host, install: string, project: string, server: Setup["server"]) {
  if (host.list === undefined) return undefined;
  await using model = startModel({ server: SERVER, ...CALLS[0] });
  const setup = await prepared(host, install, server, model.url);
  const { stdout, stderr } = await started(host, install, project, setup, host.list.run(setup));
  return host.list.says.test(stdout + stderr);
}

async function answered(
  host: Host,
  install: string,
  project: string,
  server: Setup["server"],
  call: (typeof CALLS)[number],
  forms: Forms,
): Promise<Outcome> {
  await using model = startModel({ server: SERVER, ...call });
  const setup = await prepared(host, install, server, model.url);
  const ran = await started(host, install, project, setup, host.call(setup, call.tool, JSON.stringify(call.args)));
  const shown = host.prints ? [ran.stdout, ran.stderr] : model.shown;
  const tools = model.deferred ? "after a search" : String(model.offered.length);
  return { shown: shownFormsIn(shown, forms), tools: host.prints ? "-" : tools };
}

/** A new home for each run. */
async function prepared(host: Host, install: string, server: Setup["server"], model: string): Promise<Setup> {
  const setup = { home: await Deno.makeTempDir({ dir: install }), server, model };
  for (const [path, text] of Object.entries(host.files(setup))) await write(join(setup.home, path), text);
  return setup;
}

async function started(host: Host, install: string, project: string, { home }: Setup, { args, env }: HostRun) {
  const program = join(install, "node_modules", ".bin", host.program);
  return await run([program, ...args], project, { HOME: home, ...env });
}

async function run([command, ...args]: readonly string[], cwd: string, env: Record<string, string> = {}) {
  return await runToEnd([command, ...args], {
    cwd,
    env: { PATH: Deno.env.get("PATH") ?? "", ...env },
    clearEnv: "HOME" in env,
  });
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
}

if (import.meta.main) await main();
