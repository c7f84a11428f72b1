/**
 * Runs the Inspector's command line on the program as users start it: both transports, both eras.
 * @module
 */
import { fossick, fossickWith, type ProgramResult, tempTree } from "../../program.ts";
import { serving } from "../../mcp/http/http_program.ts";
import { runProgram } from "./programs.ts";

/** A command of the Inspector, and the output it must have. */
export interface Inspection {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: number;
  /** Matches stdout or stderr. */
  readonly says: RegExp;
  /** Run by the tests, not only for the page. */
  readonly often?: true;
}

const COUNT = '{"roots":["."],"query":"gold","total_only":true}';

/** All inspections. */
export const INSPECTIONS: readonly Inspection[] = [
  { what: "initialize", args: ["initialize"], code: 0, says: /"serverInfo":\{"name":"fossick"/ },
  {
    what: "tools/list, strict",
    args: ["tools/list", "--strict"],
    code: 0,
    // It prints a report only for errors or warnings.
    says: /^(?![\s\S]*\d+ warnings)[\s\S]*"name":"glob_files"/,
    often: true,
  },
  {
    what: "tools/call",
    args: call("search_content", COUNT),
    code: 0,
    says: /"structuredContent":\{"total":2,/,
    often: true,
  },
  {
    what: "tools/call, refused",
    args: call("read_file", '{"path":"../x"}'),
    code: 5,
    says: /"code":"PATH_OUTSIDE_ROOT"/,
  },
  {
    what: "tools/call, wrong argument",
    args: call("read_file", '{"pth":"x"}'),
    code: 5,
    says: /"code":"UNKNOWN_ARGUMENT"/,
  },
  { what: "prompts/list", args: ["prompts/list"], code: 0, says: /"name":"explore_library"/ },
  {
    what: "prompts/get",
    args: ["prompts/get", "--prompt-name", "search_first", "--prompt-args", "path=src"],
    code: 0,
    says: /Answer from the files under \\"src\\"/,
  },
  { what: "resources/list", args: ["resources/list"], code: 0, says: /"uri":"fossick:\/\/stats"/ },
  {
    what: "resources/templates/list",
    args: ["resources/templates/list"],
    code: 0,
    says: /"uriTemplate":"fossick:\/\/file\/\{\+path\}"/,
  },
  {
    what: "resources/read",
    args: ["resources/read", "--uri", "fossick://file/a.txt"],
    code: 0,
    says: /"text":"gold\\n"/,
  },
  {
    what: "resources/read, unknown",
    args: ["resources/read", "--uri", "fossick://x"],
    code: 1,
    says: /Resource not found/,
  },
];

/** The transports and eras of each inspection. */
export const INSPECTOR_TRANSPORTS = ["stdio, 2025", "stdio, 2026", "HTTP, 2025", "HTTP, 2026"] as const;

/** Runs `inspections` on each transport; returns a sentence for each failure. */
export async function inspect(inspections: readonly Inspection[]): Promise<string[]> {
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
  const jobs = inspections.flatMap((inspection) =>
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

function complaint({ code, says }: Inspection, ended: ProgramResult): string[] {
  const said = ended.stdout + ended.stderr;
  return ended.code === code && says.test(said) ? [] : [`exit ${ended.code}: ${said.slice(0, 500)}`];
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
