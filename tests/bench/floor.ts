/**
 * How far the runtime lets any program go: the goals that depend on it, held against a program of nothing but its calls.
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { withSection } from "../../packaging/docs.ts";
import { CAN_WATCH, memory } from "../hostile/process.ts";
import { GOALS } from "./goals.ts";
import { fd, type Peer, ripgrep } from "./peers.ts";
import { lineCount } from "./printed.ts";
import type { Group } from "./results.ts";
import { type Compared, compared, median, type Pair } from "./statistics.ts";

const BARE = fromFileUrl(new URL("bare_program.ts", import.meta.url));

/** What the bare program can be asked. */
type BareQuestion = "list" | "search" | "stat";

/** The bare program under way. */
export class BareProgram implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  private constructor(root: string) {
    const args = ["run", "--no-prompt", "--quiet", `--allow-read=${root}`, BARE, root];
    this.#child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  /** One whose threads run. */
  static async start(root: string): Promise<BareProgram> {
    const program = new BareProgram(root);
    await program.#line();
    return program;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** How many files its answer is about, and the milliseconds to that answer's last byte. */
  async ask(question: BareQuestion): Promise<{ ms: number; files: number; answer: unknown }> {
    const began = performance.now();
    await this.#writer.write(new TextEncoder().encode(question + "\n"));
    const line = await this.#line(), ms = performance.now() - began;
    const answer: unknown = JSON.parse(line());
    return { ms, files: Array.isArray(answer) ? answer.length : Number(answer), answer };
  }

  /** The next line, decoded when it is called for. */
  async #line(): Promise<() => string> {
    const parts: Uint8Array[] = [];
    do {
      const { value } = await this.#reader.read();
      if (value === undefined) throw new Error("the bare program ended");
      parts.push(value);
    } while (parts.at(-1)?.at(-1) !== 10);
    return () => {
      const text = new TextDecoder();
      return parts.map((part) => text.decode(part, { stream: true })).join("");
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#child.status;
  }
}

/** One of the questions, beside another program. */
export interface FloorRow extends Compared {
  readonly name: string;
  readonly peer: string;
  /** The ratio that is to be reached. */
  readonly goal: number;
}

/** What was measured. */
export interface Floor {
  readonly rows: readonly FloorRow[];
  /** Milliseconds from the start of a program of one line to that line, and to the threads of the bare program. */
  readonly start: { readonly empty: number; readonly threads: number };
  /** MB that the bare program holds at rest behind its search; 0 where it can't be had. */
  readonly memory: number;
}

/** Words that no tree has. */
const NOWHERE = "zqnowhereqz";

/** @throws Error where the bare program meets other files than ripgrep lists */
export async function measureFloor(root: string, pairs: number): Promise<Floor> {
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
  if (!("missing" in found)) await cold("all files, just started", "list cold", "list", found, ["--type=f"]);
  await cold("all files, just started", "list cold", "list", ripgrep(), ["--files"]);
  await cold("every file read, just started", "first search", "search", ripgrep(), [NOWHERE]);
  await using kept = await BareProgram.start(root);
  agreed(await kept.ask("search"), files);
  const again = async () => agreed(await kept.ask("stat"), files).ms;
  const times = await inPairs(pairs, () => ripgrep().run(root, [NOWHERE]), again);
  rows.push({ name: "every file looked at, warm", peer: "ripgrep", goal: goalOf("rare", true), ...times });
  return { rows, start: { empty: await emptyStart(pairs), threads: median(threads) }, memory: held };
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

/** Milliseconds from the start of a program of one line to that line. */
async function emptyStart(rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const args = ["eval", "console.log(0)"], began = performance.now();
    await new Deno.Command(Deno.execPath(), { args }).output();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The measured as a table and a sentence, in Markdown. */
export function floorSection({ rows, start, memory }: Floor): string {
  return [
    "| the calls alone | beside | ms | theirs | ratio | goal |",
    "| --- | --- | --: | --: | --: | --: |",
    ...rows.map(({ name, peer, ours, theirs, ratio, goal }) => {
      const mark = ratio < goal ? " (missed)" : "";
      return `| ${name} | ${peer} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${ratio.toFixed(2)} | ${goal}${mark} |`;
    }),
    "",
    `A program of one line has written it ${
      start.empty.toFixed(0)
    } ms from its start, the bare program's two threads run ` +
    `at ${start.threads.toFixed(0)} ms${memory > 0 ? `; it holds ${memory.toFixed(0)} MB, and no text` : ""}.`,
  ].join("\n");
}

/** Puts it into docs/performance.md. */
export async function publishFloor(floor: Floor): Promise<void> {
  const page = "docs/performance.md", path = join(CHECKOUT, page);
  Deno.writeTextFileSync(path, withSection(Deno.readTextFileSync(path), "floor", floorSection(floor)));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page], cwd: CHECKOUT }).output();
}
