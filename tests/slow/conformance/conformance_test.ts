/**
 * Other projects' programs that check the server: the official conformance suite, and the Inspector. They have their own
 * lock file, programs/deno.lock: their dependencies are not fossick's, not even for tests.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { serving } from "../../mcp/http/http_program.ts";
import { fossick, fossickWith, type ProgramResult, runToEnd, tempTree } from "../../program.ts";

/** Sets of the suite: what a revision requires, or all that applies to it. */
const SETS = [
  ["--suite", "all", "--spec-version", "2025-06-18"],
  ["--requirements", "2025-11-25"],
  ["--requirements", "2026-07-28"],
];

/** The outcome of a scenario: its checks by result. */
interface Outcome {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  /** Why the revision does not require it; absent if it does. */
  readonly unscored?: string;
}

/** Scenarios of the 2025 era that need sessions, which are optional in MCP. */
const OF_SESSIONS =
  /^(?:server-session-lifecycle|server-sse-multiple-streams|tools-call-(?:sampling|elicitation)|elicitation-sep.*)$/;

/** Scenarios that are not passed. Of the required ones only those of sessions may be. */
const NOT_PASSED: readonly RegExp[] = [
  // Over HTTP fossick keeps no sessions, in any revision, and asks its client nothing.
  OF_SESSIONS,
  // It does not offer the tasks extension. No call takes longer than 30 s, except those of `consult_files`.
  /^tasks-/,
  // No tool takes an argument from a header, so there is nothing to check.
  /^http-custom-header-/,
  // Streams are not resumed. If the connection of a call breaks, the client repeats the call.
  /^server-sse-polling$/,
];

Deno.test("the server passes what each revision of the official suite requires without sessions", async () => {
  using directory = tempTree({});
  const root = directory.path, main = fromFileUrl(new URL("fixture_server.ts", import.meta.url));
  const grants = [`--allow-read=${root}`, "--allow-net=127.0.0.1:0"];
  const line = [Deno.execPath(), "run", "--no-prompt", ...grants, main, "--root", root, "--http", "0"] as const;
  await using server = await serving(line);
  const outcomes: Outcome[] = [];
  for (const [i, set] of SETS.entries()) outcomes.push(...await runSet(set, server.url, `${root}/${i}`));
  const short = outcomes.filter(({ passed, failed }) => failed > 0 || passed === 0);
  assertEquals(short.filter(({ scenario, unscored }) => unscored === undefined && !OF_SESSIONS.test(scenario)), []);
  assertEquals(short.filter(({ scenario }) => !NOT_PASSED.some((pattern) => pattern.test(scenario))), []);
  assertEquals(NOT_PASSED.filter((pattern) => !short.some(({ scenario }) => pattern.test(scenario))), []);
});

async function runSet(set: readonly string[], url: URL, dir: string): Promise<Outcome[]> {
  Deno.mkdirSync(dir);
  const net = "--allow-net=127.0.0.1,localhost", grants = ["--allow-read", `--allow-write=${dir}`, net];
  const program = [...grants, "--allow-env", "--allow-sys", "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12"];
  const { stdout, stderr } = await run(dir, ...program, "server", "--url", url.href, ...set, "-o", dir);
  const unscored = new Map([...stdout.matchAll(/^ {2}[✓✗] (\S+) \((.+)\)$/gm)].map(([, name, why]) => [name, why]));
  const scenarios = [...stdout.matchAll(/^=== Running scenario: (\S+) ===$/gm)].map(([, name = ""]) => name);
  if (scenarios.length === 0) throw new Error(`the suite ran nothing: ${stdout}${stderr}`);
  const directories = [...Deno.readDirSync(dir)].map(({ name }) => name);
  return scenarios.map((scenario) => {
    const saved = directories.find((name) => new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT`).test(name));
    const checks: { status: string }[] = JSON.parse(Deno.readTextFileSync(`${dir}/${saved}/checks.json`));
    const count = (wanted: string) => checks.filter(({ status }) => status === wanted).length;
    const why = unscored.get(scenario);
    return {
      scenario,
      passed: count("SUCCESS"),
      failed: count("FAILURE"),
      ...(why !== undefined && { unscored: why }),
    };
  });
}

/** Runs another project's program in Deno. @param dir its working directory, where it may write files */
async function run(dir: string, ...args: string[]): Promise<ProgramResult> {
  const config = fromFileUrl(new URL("programs/deno.json", import.meta.url));
  const env = { MCP_CATALOG_PATH: `${dir}/catalog.json`, MCP_CLIENT_CONFIG_PATH: `${dir}/client.json` };
  return await runToEnd([Deno.execPath(), "run", "--config", config, "--frozen", "-q", "--no-prompt", ...args], {
    env,
  });
}

const COUNT = ["--tool-name", "search_content", "--tool-args-json", '{"roots":["."],"query":"gold","total_only":true}'];

Deno.test("the Inspector lists the tools without a warning over stdio, and calls one over HTTP, in both eras", async () => {
  using files = tempTree({ "a.txt": "gold\n", "src/b.txt": "gold\n" });
  using scratch = tempTree({});
  const grants = [`--allow-read=${files.path}`, "--allow-net=127.0.0.1:0"];
  await using server = await serving(fossickWith(grants, "--root", files.path, "--http", "0"));
  for (const era of ["legacy", "modern"]) {
    // It reads /proc, which needs all permissions.
    const inspector = ["-A", "npm:@modelcontextprotocol/inspector@2.12.0", "--cli", "--protocol-era", era];
    const asked = [...inspector, "--format", "json", "--method"];
    const stdio = ["--", ...environment(), ...fossick(files.path)], http = ["--", server.url.href];
    const listed = await run(scratch.path, ...asked, "tools/list", "--strict", ...stdio);
    const called = await run(scratch.path, ...asked, "tools/call", ...COUNT, ...http);
    assertEquals([listed.code, called.code], [0, 0], listed.stderr + called.stderr);
    // It prints a report only for errors or warnings.
    assertMatch(listed.stdout + listed.stderr, /^(?![^]*\d+ warnings)[^]*"name":"glob_files"/);
    assertMatch(called.stdout, /"structuredContent":\{"total":2,/);
  }
});

/** Variables to pass on: the Inspector hides most of its environment, such as Deno's cache and certificates. */
function environment(): string[] {
  const needed = Object.entries(Deno.env.toObject()).filter(([name]) => /^(DENO|SSL|NODE|XDG|NPM)_/i.test(name));
  return Deno.build.os === "windows" ? [] : ["env", ...needed.map(([name, value]) => `${name}=${value}`)];
}
