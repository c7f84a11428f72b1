/**
 * Runs the official conformance suite on the real server with fixtures.
 * @module
 */
import { fossickWith, tempTree } from "../../program.ts";
import { fromFileUrl } from "@std/path";
import { serving } from "../../mcp/http/http_program.ts";
import { runProgram } from "./programs.ts";

/** A set of scenarios: those that a revision requires, or all that apply to it. */
export const SUITE_REVISIONS = {
  "2025-06-18": ["--suite", "all", "--spec-version", "2025-06-18"],
  "2025-11-25": ["--requirements", "2025-11-25"],
  "2026-07-28": ["--requirements", "2026-07-28"],
} as const;

/** The outcome of a scenario: its checks by result. */
export interface Outcome {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why the revision does not require it; absent if it does. */
  readonly unscored?: string;
}

/** Scenarios of the 2025 era that need sessions, which are optional in MCP. */
const OF_SESSIONS =
  /^(?:server-session-lifecycle|server-sse-multiple-streams|tools-call-(?:sampling|elicitation)|elicitation-sep.*)$/;

/** Reasons why scenarios are not passed. Of the required ones only those of sessions may be listed. */
export const REASONS: readonly (readonly [scenario: RegExp, reason: string])[] = [
  [OF_SESSIONS, "over HTTP fossick keeps no sessions, in any revision, and asks its client nothing"],
  [
    /^tasks-/,
    "fossick does not offer the tasks extension. No call takes longer than 30 s, except those of `consult_files`",
  ],
  [/^http-custom-header-/, "no tool takes an argument from a header, so there is nothing to check"],
  [/^server-sse-polling$/, "streams are not resumed. If the connection of a call breaks, the client repeats the call"],
];

/** Whether a server without sessions must pass the scenario. */
export function isRequired({ scenario, unscored }: Outcome): boolean {
  return unscored === undefined && !OF_SESSIONS.test(scenario);
}

/** Whether at least one check ran and none failed. */
export function isPassed({ passed, failed }: Outcome): boolean {
  return failed === 0 && passed > 0;
}

/** Why a scenario is not passed; undefined where there is no reason. */
export function reasonOf(outcome: Outcome): string | undefined {
  return isPassed(outcome) ? undefined : REASONS.find(([pattern]) => pattern.test(outcome.scenario))?.[1];
}

/** The outcomes of each set, in the suite's order. */
export type SuiteOutcomes = Readonly<Record<keyof typeof SUITE_REVISIONS, readonly Outcome[]>>;

/** Runs each set. */
export async function runSuite(): Promise<SuiteOutcomes> {
  using directory = tempTree({});
  const root = directory.path;
  const main = fromFileUrl(new URL("main.ts", import.meta.url));
  const [deno] = fossickWith([]);
  const grants = [`--allow-read=${root}`, "--allow-net=127.0.0.1:0"];
  await using server = await serving([deno, "run", "--no-prompt", ...grants, main, "--root", root, "--http", "0"]);
  const run = (set: keyof typeof SUITE_REVISIONS) => runSet(set, server.url, `${root}/${set}`);
  return {
    "2025-06-18": await run("2025-06-18"),
    "2025-11-25": await run("2025-11-25"),
    "2026-07-28": await run("2026-07-28"),
  };
}

async function runSet(set: keyof typeof SUITE_REVISIONS, url: URL, dir: string): Promise<Outcome[]> {
  Deno.mkdirSync(dir);
  const { stdout, stderr } = await runProgram(
    "conformance",
    ["server", "--url", url.href, ...SUITE_REVISIONS[set], "-o", dir],
    dir,
  );
  const unscored = new Map([...stdout.matchAll(/^ {2}[✓✗] (\S+) \((.+)\)$/gm)].map(([, name, why]) => [name, why]));
  const scenarios = [...stdout.matchAll(/^=== Running scenario: (\S+) ===$/gm)].map(([, name = ""]) => name);
  if (scenarios.length === 0) throw new Error(`the suite ran nothing: ${stdout}${stderr}`);
  const directories = [...Deno.readDirSync(dir)].map(({ name }) => name);
  return scenarios.map((scenario) => {
    const saved = directories.find((name) => new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT`).test(name));
    const why = unscored.get(scenario);
    return { scenario, ...checksIn(`${dir}/${saved}/checks.json`), ...(why !== undefined && { unscored: why }) };
  });
}

function checksIn(path: string): Pick<Outcome, "passed" | "failed" | "skipped"> {
  const checks: { status: string }[] = JSON.parse(Deno.readTextFileSync(path));
  const count = (...statuses: string[]) => checks.filter(({ status }) => statuses.includes(status)).length;
  return { passed: count("SUCCESS"), failed: count("FAILURE"), skipped: count("SKIPPED", "WARNING") };
}
