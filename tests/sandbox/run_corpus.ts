/**
 * Runs the corpus with one setup: one server per profile runs its cases one after another. Each answer is checked
 * against its case's expectation and against the expectations of all answers.
 * @module
 */
import type { Profile } from "../../src/toolsets/profiles.ts";
import { AttackTree, type PlacedCase } from "./attack_tree.ts";
import type { AttackCall, AttackCase } from "./attack_case.ts";
import { ARGUMENTS } from "./cases/arguments.ts";
import { GLOBS } from "./cases/globs.ts";
import { LINKS } from "./cases/links.ts";
import { NAMED } from "./cases/names.ts";
import { PATHS } from "./cases/paths.ts";
import { PROTOCOL } from "./cases/protocol.ts";
import { SPECIAL } from "./cases/special.ts";
import { pathsOf, unmetExpectations } from "./check_reply.ts";
import { type Reply, ServerProcess } from "./server_process.ts";
import { type Setup, unprivileged } from "./setups.ts";

/** The whole corpus, each name once. */
export const CASES: readonly AttackCase[] = [PATHS, LINKS, SPECIAL, NAMED, GLOBS, ARGUMENTS, PROTOCOL].flat();

/** The result of a run. */
export interface CorpusResult {
  readonly ran: number;
  /** Cases that could not be run here, and the missing feature of each. */
  readonly untried: readonly { readonly name: string; readonly lack: string }[];
  /** Unmet expectations, with their cases. */
  readonly failures: readonly string[];
}

/** Runs all `cases` on `setup`. */
export async function runCorpus(cases: readonly AttackCase[], setup: Setup): Promise<CorpusResult> {
  using arena = new AttackTree(cases);
  const broken: string[] = [];
  const profiles = new Set(arena.placed.map(({ case: one }) => one.profile ?? "default"));
  for (const profile of profiles) {
    const placed = arena.placed.filter(({ case: one }) => (one.profile ?? "default") === profile);
    broken.push(...await runOn(await serverFor(setup, profile, arena), arena, placed));
  }
  return {
    ran: arena.placed.length,
    untried: arena.untried.map(({ case: { name }, lack }) => ({ name, lack })),
    failures: broken,
  };
}

function serverFor(setup: Setup, profile: Profile, arena: AttackTree): Promise<ServerProcess> {
  // On a busy machine some answers take longer than the default timeout.
  const line = setup.line(arena.root, "--profile", profile, "--timeout-ms", "30000");
  return ServerProcess.open(unprivileged(line) ?? line, { cwd: arena.root });
}

async function runOn(server: ServerProcess, arena: AttackTree, placed: readonly PlacedCase[]): Promise<string[]> {
  const broken: string[] = [];
  for (const one of placed) {
    const faults = await failuresOf(server, arena, one);
    broken.push(...faults.map((fault) => `${one.case.name}: ${fault}`));
  }
  const code = await server.end();
  if (code !== 0) broken.push(`the server ended with ${code}`);
  if (leaks(server.stderr, arena)) broken.push("stderr shows what lies outside");
  return broken;
}

async function failuresOf(
  server: ServerProcess,
  arena: AttackTree,
  { case: one, dir: here }: PlacedCase,
): Promise<string[]> {
  const unasked = server.unsolicited.length;
  const reply = await send(server, one.call, (value) => arena.fillPlaceholders(value, here));
  const faults = reply === undefined ? [] : unmetExpectations(one.must, reply, (text) => arena.fillText(text, here));
  if (reply !== undefined && one.must.readsBack !== undefined) {
    faults.push(...await readBack(server, reply, one.must.readsBack));
  }
  const alive = await server.request("ping", {});
  if (!("result" in alive.message)) faults.push("does not answer afterwards");
  const said = [reply?.raw ?? "", ...server.unsolicited.slice(unasked)].join("\n");
  if (reply === undefined && !said.includes(one.must.says ?? "")) faults.push(`lacks ${one.must.says}: ${said}`);
  if (one.must.silent && server.unsolicited.length > unasked) faults.push(`was answered: ${said}`);
  if (leaks(said, arena)) faults.push(`shows what lies outside: ${said.slice(0, 300)}`);
  if (said.includes('"INTERNAL"')) faults.push(`is a bug to it: ${said.slice(0, 300)}`);
  return faults;
}

async function send(
  server: ServerProcess,
  call: AttackCall,
  fill: (value: unknown) => unknown,
): Promise<Reply | undefined> {
  if ("line" in call) return void await server.write(`${call.line}\n`);
  if ("method" in call) return await server.request(call.method, fill(call.params));
  const [tool, args] = call;
  return await server.call(tool, fill(args));
}

/** Passes every path of an answer back as it is. */
async function readBack(server: ServerProcess, reply: Reply, content: string): Promise<string[]> {
  const faults: string[] = [];
  for (const path of pathsOf(reply)) {
    faults.push(...unmetExpectations({ content }, await server.call("read_file", { path }), (text) => text));
  }
  return faults;
}

/** Whether text contains a secret, a name outside, or content of the machine's own files. */
function leaks(text: string, { secrets }: AttackTree): boolean {
  return [secrets.text, secrets.name, "root:x:0:0", "BOOT_IMAGE="].some((secret) => text.includes(secret));
}
