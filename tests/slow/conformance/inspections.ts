/**
 * Runs the Inspector's command line on the program as users start it: both transports, both eras.
 * @module
 */
import { fossick, fossickWith, type ProgramResult, tempTree } from "../../program.ts";
import { serving } from "../../mcp/http/http_program.ts";
import { runProgram } from "./programs.ts";

/** A command of the Inspector, and the output it must have. */
interface Inspection {
  readonly what: string;
  readonly args: readonly string[];
  /** Matches stdout or stderr. */
  readonly says: RegExp;
}

const COUNT = '{"roots":["."],"query":"gold","total_only":true}';

/** All inspections. */
const INSPECTIONS: readonly Inspection[] = [
  {
    what: "tools/list, strict",
    args: ["tools/list", "--strict"],
    // It prints a report only for errors or warnings.
    says: /^(?![\s\S]*\d+ warnings)[\s\S]*"name":"glob_files"/,
  },
  { what: "tools/call", args: call("search_content", COUNT), says: /"structuredContent":\{"total":2,/ },
];

/** The transports and eras of each inspection. */
const INSPECTOR_TRANSPORTS = ["stdio, 2025", "stdio, 2026", "HTTP, 2025", "HTTP, 2026"] as const;

/** Runs all inspections on each transport; returns a sentence for each failure. */
export async function inspect(): Promise<string[]> {
  using files = tempTree({ "a.txt": "gold\n", "src/b.txt": "gold\n" });
  using directory = tempTree({});
  const scratch = directory.path;
  const line = fossickWith(
    [`--allow-read=${files.path}`, "--allow-net=127.0.0.1:0"],
    "--root",
    files.path,
    "--http",
    "0",
  );
  await using server = await serving(line);
  const over = { stdio: [...environment(), ...fossick(files.path)], http: [server.url.href] };
  const targets = [over.stdio, over.stdio, over.http, over.http];
  const jobs = INSPECTIONS.flatMap((inspection) =>
    INSPECTOR_TRANSPORTS.map((way, i) => async () => {
      const era = way.endsWith("2026") ? "modern" : "legacy";
      const options = ["--cli", "--protocol-era", era, "--format", "json", "--method", ...inspection.args];
      const ended = await runProgram("inspector", [...options, "--", ...targets[i] ?? []], scratch);
      return complaint(inspection, ended).map((wrong) => `${inspection.what} (${way}): ${wrong}`);
    })
  );
  return (await twoAtATime(jobs)).flat();
}

function call(tool: string, json: string): string[] {
  return ["tools/call", "--tool-name", tool, "--tool-args-json", json];
}

function complaint({ says }: Inspection, ended: ProgramResult): string[] {
  const said = ended.stdout + ended.stderr;
  return ended.code === 0 && says.test(said) ? [] : [`exit ${ended.code}: ${said.slice(0, 500)}`];
}

/** Runs two at a time; returns the results in order. */
async function twoAtATime<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const queue = jobs.entries();
  const work = async () => {
    for (const [i, job] of queue) results[i] = await job();
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Variables to pass on: the Inspector hides most of its environment, such as Deno's cache and certificates. */
function environment(): string[] {
  const needed = Object.entries(Deno.env.toObject()).filter(([name]) => /^(DENO|SSL|NODE|XDG|NPM)_/i.test(name));
  return Deno.build.os === "windows" ? [] : ["env", ...needed.map(([name, value]) => `${name}=${value}`)];
}
