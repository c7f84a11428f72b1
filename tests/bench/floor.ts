/**
 * How far the runtime lets any program go: the goals that depend on it, held against a program of nothing but its calls.
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { withSection } from "../../packaging/docs.ts";
import { baseRuntime } from "../base_runtime.ts";
import { CAN_WATCH, memory } from "../hostile/process.ts";
import { ended, firstLines, type Line, tree } from "../program.ts";
import { GOALS, mostStart } from "./goals.ts";
import { LineProcess } from "./line_process.ts";
import { fd, type Peer, ripgrep } from "./peers.ts";
import { lineCount } from "./printed.ts";
import type { Group } from "./results.ts";
import { started } from "./setups.ts";
import { type Compared, compared, median, type Pair } from "./statistics.ts";

const BARE = fromFileUrl(new URL("bare_program.ts", import.meta.url));

/** What the bare program can be asked. */
type BareQuestion = "list" | "search" | "stat";

/** The bare program under way. */
export class BareProgram implements AsyncDisposable {
  readonly #process: LineProcess;

  private constructor(root: string) {
    const args = ["run", "--no-prompt", "--quiet", `--allow-read=${root}`, BARE, root];
    this.#process = new LineProcess([Deno.execPath(), ...args]);
  }

  /** One whose threads run. */
  static async start(root: string): Promise<BareProgram> {
    const program = new BareProgram(root);
    await program.#process.line();
    return program;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** How many files its answer is about, and the milliseconds to that answer's last byte. */
  async ask(question: BareQuestion): Promise<{ ms: number; files: number; answer: unknown }> {
    const began = performance.now();
    await this.#process.send(question);
    const line = await this.#process.line(), ms = performance.now() - began;
    const answer: unknown = JSON.parse(line());
    return { ms, files: Array.isArray(answer) ? answer.length : Number(answer), answer };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}

/** One of the questions, beside another program. */
export interface FloorRow extends Compared {
  readonly name: string;
  readonly peer: string;
  /** The ratio that is to be reached. */
  readonly goal: number;
}

/** Milliseconds from the start of programs: of one line, by `deno run` and compiled, to that line; and of others. */
export interface FloorStart {
  readonly empty: number;
  /** To the two threads of the bare program. */
  readonly threads: number;
  readonly compiled?: number;
  /** To the first answer of the compiled fossick that was named. */
  readonly binary?: number;
}

/** What was measured. */
export interface Floor {
  readonly rows: readonly FloorRow[];
  readonly start: FloorStart;
  /** MB that the bare program holds at rest behind its search; 0 where it can't be had. */
  readonly memory: number;
  /** What could not be measured here, and why. */
  readonly leftOut: readonly string[];
}

/** Words that no tree has. */
const NOWHERE = "zqnowhereqz";

/**
 * `binary` is a compiled fossick, to stand beside the empty program that is compiled with the same base runtime.
 * @throws Error where the bare program meets other files than ripgrep lists
 */
export async function measureFloor(root: string, pairs: number, binary?: string): Promise<Floor> {
  const found = fd(), files = lineCount((await ripgrep().run(root, ["--files"])).stdout);
  const rows: FloorRow[] = [], threads: number[] = [];
  let held = 0;
  const cold = async (name: string, group: Group, question: BareQuestion, peer: Peer, args: readonly string[]) => {
    const times = await inPairs(pairs, () => peer.run(root, args), async () => {
      const began = performance.now();
      await using program = await BareProgram.start(root);
      threads.push(performance.now() - began);
      const { ms } = agreed(await program.ask(question), files);
      if (CAN_WATCH && question === "search") held = memory(program.pid);
      return ms;
    });
    rows.push({ name, peer: peer.name, goal: goalOf(group, false), ...times });
  };
  const leftOut: string[] = [];
  if ("missing" in found) leftOut.push(found.missing);
  else await cold("all files, just started", "list cold", "list", found, ["--type=f"]);
  await cold("all files, just started", "list cold", "list", ripgrep(), ["--files"]);
  await cold("every file read, just started", "first search", "search", ripgrep(), [NOWHERE]);
  await using kept = await BareProgram.start(root);
  agreed(await kept.ask("search"), files);
  const again = async () => agreed(await kept.ask("stat"), files).ms;
  const times = await inPairs(pairs, () => ripgrep().run(root, [NOWHERE]), again);
  rows.push({ name: "every file looked at, warm", peer: "ripgrep", goal: goalOf("rare", true), ...times });
  const { missing, ...start } = await emptyStarts(root, pairs, binary);
  if (missing !== undefined) leftOut.push(missing);
  return { rows, start: { ...start, threads: median(threads) }, memory: held, leftOut };
}

/** Interleaved, behind one pair that does not count. */
async function inPairs(
  count: number,
  theirs: () => Promise<{ readonly ms: number }>,
  ours: () => Promise<number>,
): Promise<Compared> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= count; round++) {
    const pair = { ours: await ours(), theirs: (await theirs()).ms };
    if (round > 0) pairs.push(pair);
  }
  return compared(pairs);
}

function agreed<T extends { readonly files: number }>(answer: T, files: number): T {
  if (answer.files !== files) throw new Error(`the bare program met ${answer.files} files, ripgrep lists ${files}`);
  return answer;
}

function goalOf(group: Group, byStat: boolean): number {
  const goal = GOALS.find((goal) => goal.groups.includes(group) && (goal.byStat ?? false) === byStat);
  return goal?.least.small ?? NaN;
}

/** The starts of a program of one line, and of `binary` beside it. */
async function emptyStarts(
  root: string,
  rounds: number,
  binary: string | undefined,
): Promise<Omit<FloorStart, "threads"> & { missing?: string }> {
  using dir = tree({ "one_line.ts": 'console.log("ready");\n' });
  const source = join(dir.path, "one_line.ts"), empty: number[] = [], compiled: number[] = [], whole: number[] = [];
  const program = binary === undefined ? undefined : await compiledOf(source);
  for (let round = 0; round <= rounds; round++) {
    empty.push(await toFirstLine([Deno.execPath(), "run", "--no-prompt", "--quiet", source]));
    if (program !== undefined && "line" in program) compiled.push(await toFirstLine(program.line));
    if (binary !== undefined) whole.push(await toFirstAnswer([binary, "--root", root]));
  }
  return {
    empty: median(empty.slice(1)),
    ...(compiled.length > 0 && { compiled: median(compiled.slice(1)) }),
    ...(whole.length > 0 && { binary: median(whole.slice(1)) }),
    ...(program !== undefined && "missing" in program && program),
  };
}

/** Compiled as the environment says: only who runs this knows which base runtime the binary is of. */
async function compiledOf(source: string): Promise<{ readonly line: Line } | { readonly missing: string }> {
  const missing = "an empty program, compiled: ";
  if (Deno.env.get("DENORT_BIN") === undefined) return { missing: `${missing}no DENORT_BIN in the environment` };
  const base = await baseRuntime(), output = source.replace(/\.ts$/, "");
  if ("missing" in base) return { missing: missing + base.missing };
  const env = { DENO_TLS_CA_STORE: "system", ...base.env };
  const { code, stderr } = await ended([base.deno, "compile", "--no-code-cache", "--output", output, source], { env });
  return code === 0 ? { line: [output] } : { missing: missing + stderr.trim() };
}

async function toFirstLine([command, ...args]: Line): Promise<number> {
  const began = performance.now();
  const { stdout, status } = new Deno.Command(command, { args, stdin: "null", stdout: "piped" }).spawn();
  const [line] = await firstLines(stdout, 1), ms = performance.now() - began;
  await stdout.cancel();
  await status;
  if (line !== "ready") throw new Error(`${command} wrote ${JSON.stringify(line)}`);
  return ms;
}

async function toFirstAnswer(line: Line): Promise<number> {
  const began = performance.now();
  await using server = await started(line);
  await server.call("list_files", { roots: ["."], depth: 1 });
  return performance.now() - began;
}

/** The measured as a table and a sentence or two, in Markdown. */
export function floorSection({ rows, start, memory, leftOut }: Floor): string {
  return [
    "| the calls alone | beside | ms | theirs | ratio | goal |",
    "| --- | --- | --: | --: | --: | --: |",
    ...rows.map(({ name, peer, ours, theirs, ratio, goal }) => {
      const mark = ratio < goal ? " (missed)" : "";
      return `| ${name} | ${peer} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${ratio.toFixed(2)} | ${goal}${mark} |`;
    }),
    "",
    startSentence(start) + (memory > 0 ? ` It holds ${memory.toFixed(0)} MB behind its search, and no text.` : ""),
    ...(leftOut.length === 0 ? [] : ["", `Left out: ${leftOut.join("; ")}.`]),
  ].join("\n");
}

function startSentence({ empty, threads, compiled, binary }: FloorStart): string {
  const most = mostStart("binary");
  return [
    `A program of one line has written it ${empty.toFixed(0)} ms from its start`,
    ...(compiled === undefined ? [] : [`compiled, ${compiled.toFixed(0)} ms${compiled > most ? " (missed)" : ""}`]),
    ...(binary === undefined ? [] : [`the compiled fossick's first answer is there at ${binary.toFixed(0)} ms`]),
    ...(compiled === undefined && binary === undefined ? [] : [`its goal is ${most} ms`]),
  ].join("; ") + `. The bare program's two threads run at ${threads.toFixed(0)} ms.`;
}

/** Puts it into docs/performance.md. */
export async function publishFloor(floor: Floor): Promise<void> {
  const page = "docs/performance.md", path = join(CHECKOUT, page);
  Deno.writeTextFileSync(path, withSection(Deno.readTextFileSync(path), "floor", floorSection(floor)));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page], cwd: CHECKOUT }).output();
}
