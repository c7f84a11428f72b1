/**
 * Which form of an answer a host passes on to its model: of an answer in both forms, and of the one that it gets by
 * default.
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { isTextClient } from "../../src/mcp/client_answers.ts";
import type { AnswersRule } from "../../src/model/output_form.ts";
import { openTools } from "../../tests/open_tools.ts";
import { clientNameIn } from "./client_name.ts";
import { SERVER, type Setup } from "./hosts.ts";
import { type InstalledHost, newHome, runHost } from "./machine.ts";
import { startModel } from "./model.ts";
import { CALLS, type HostOutcome, type Outcome } from "./answers_page.ts";
import { type Forms, shownFormsIn } from "./shown.ts";

const TAP = fromFileUrl(new URL("./tap_server.ts", import.meta.url));

/** One of the calls that each host makes. */
type Call = (typeof CALLS)[number];

/** Makes a host call fossick with every form of answer. */
export async function answersOutcome(installed: InstalledHost, bundle: string, project: string): Promise<HostOutcome> {
  const log = join(installed.dir, "messages.log");
  const outcome = async (call: Call, answers: AnswersRule) =>
    await answered(installed, project, serverOn(bundle, project, answers, log), call);
  const connected = await isConnected(installed, project, serverOn(bundle, project, "both", log));
  const shown: Outcome[] = [];
  for (const call of CALLS) shown.push(await outcome(call, "both"));
  const client = clientNameIn(await Deno.readTextFile(log));
  return { host: installed.host, client, connected, shown, byDefault: await outcome(CALLS[0], "auto") };
}

/** Whether a host with a model shows it JSON, but is not in the table of those that do, or the reverse. */
export function contradictsTable({ host, client, shown: [answer] }: HostOutcome): boolean {
  return host.prints !== true && isTextClient(client ?? "") !== ["structured", "both"].includes(answer.shown);
}

/** The command of a server that logs what its host sends. */
function serverOn(bundle: string, project: string, answers: AnswersRule, log: string): Setup["server"] {
  const run = [Deno.execPath(), "run", "--no-prompt", `--allow-read=${project}`, bundle];
  return [Deno.execPath(), "run", "-A", TAP, log, ...run, "--root", project, "--answers", answers];
}

async function isConnected(installed: InstalledHost, project: string, server: Setup["server"]) {
  const { list } = installed.host;
  if (list === undefined) return undefined;
  await using model = startModel({ server: SERVER, ...CALLS[0] });
  const setup = await newHome(installed, { server, model: model.url });
  const { stdout, stderr } = await runHost(installed, project, setup, list.run(setup));
  return list.says.test(stdout + stderr);
}

async function answered(
  installed: InstalledHost,
  project: string,
  server: Setup["server"],
  call: Call,
): Promise<Outcome> {
  const { host } = installed, forms = await formsOf(project, call);
  await using model = startModel({ server: SERVER, ...call });
  const setup = await newHome(installed, { server, model: model.url });
  const ran = await runHost(installed, project, setup, host.call(setup, call.tool, JSON.stringify(call.args)));
  const shown = host.prints ? [ran.stdout, ran.stderr] : model.shown;
  const tools = model.deferred ? "after a search" : String(model.offered.length);
  return { shown: shownFormsIn(shown, forms), tools: host.prints ? "-" : tools };
}

/** The answer as the server gives it to a client. */
async function formsOf(project: string, { tool, args }: Call): Promise<Forms> {
  using tools = await openTools("default", [project]);
  const { text, structured } = await tools.call(tool, args);
  return { text, structured };
}
