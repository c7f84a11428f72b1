/**
 * fff, a native search that keeps an index, asked through its npm package in a Node process of its own. (Deno runs the
 * package too, but hands out each line 20 times as slowly.) The package is installed for the run by its exact version:
 * a lock would need the packages of all systems, and registries do not have all of them.
 * @module
 */
import { runToEnd } from "../../tests/program.ts";
import { LineProcess } from "./line_process.ts";
import type { Rival, TimedAnswer } from "../measure/pairs.ts";
import type { Question, QuestionForm } from "../questions/questions.ts";

const NAME = "@ff-labs/fff-node", VERSION = "0.9.6";
const PACKAGES = [`${NAME}@${VERSION}`, "ffi-rs@1.3.7"];
/** Lines that fff is asked for at most where a question has no limit: it has no counts, only lines, at 50 µs each. */
const MOST_LINES = 10_000;

/** What fff's `grep` is asked. */
export interface FffQuery {
  readonly query: string;
  readonly mode: "plain" | "regex";
  readonly smartCase: boolean;
  readonly maxFileSize: number;
  /** The number of lines wanted; all when absent. */
  readonly lines?: number;
}

/** The directory in which fff is installed, or the reason why it is not. */
export type Installed = { readonly directory: string } | { readonly missing: string };

/** Installs fff in a directory that is removed when the bench ends. */
export async function installFff(npm = "npm"): Promise<Installed> {
  const directory = Deno.makeTempDirSync({ prefix: "fossick-fff-" });
  addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0", ...PACKAGES];
  const load = `import("${NAME}").then(({ FileFinder }) => FileFinder.ensureLoaded())`;
  try {
    for (const line of [[npm, ...install], ["node", "--eval", load]] as const) {
      const { code, stderr } = await runToEnd([...line], { cwd: directory });
      if (code !== 0) return { missing: `${line[0]}: ${stderr.trim().split("\n").slice(0, 2).join(" ")}` };
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { missing: `${npm} and node are not both on the PATH` };
    throw error;
  }
  return { directory };
}

/** fff with a tree indexed. */
export class Fff implements Rival, AsyncDisposable {
  static readonly version = `fff ${VERSION}`;
  readonly name = "fff";
  readonly #process: LineProcess;

  private constructor(directory: string, root: string, cacheMb: number) {
    const args = [NAME, root, cacheMb * 2 ** 20].map((value) => JSON.stringify(value)).join(", ");
    this.#process = new LineProcess(["node", "--input-type=module", "--eval", `(${serve})(${args})`], directory);
  }

  /**
   * Starts it and waits until all is indexed.
   * @param directory where it is installed
   */
  static async start(directory: string, root: string, cacheMb: number): Promise<Fff> {
    const fff = new Fff(directory, root, cacheMb);
    await fff.#process.line();
    return fff;
  }

  /**
   * The time is that of the call in fff's process, without any way to a host. Its answer counts as right when it has
   * all lines, or as many as were wanted.
   */
  async ask(_question: Question, { fff }: QuestionForm, total: number): Promise<TimedAnswer | undefined> {
    if (fff === undefined || (fff.lines === undefined && total > MOST_LINES)) return undefined;
    await this.#process.send(JSON.stringify(fff));
    const { ms, lines }: { ms: number; lines: number } = JSON.parse((await this.#process.line())());
    const isFull = fff.lines !== undefined && total >= fff.lines && lines >= fff.lines;
    return { ms, total: isFull ? total : lines };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}

/** As much of fff's package as is used. */
interface FffPackage {
  readonly FileFinder: {
    create(options: Readonly<Record<string, unknown>>): Result<{
      waitForIndexReady(ms: number): Promise<unknown>;
      grep(query: string, options: Readonly<Record<string, unknown>>): Result<{ readonly items: readonly unknown[] }>;
    }>;
  };
}

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/**
 * All code of fff's process: it names nothing outside itself. Nothing is watched, so that neither fff nor ripgrep pays
 * for the other.
 */
async function serve(name: string, root: string, bytes: number): Promise<void> {
  const { FileFinder }: FffPackage = await import(name);
  const { createInterface } = await import("node:readline"), { stdin } = (await import("node:process")).default;
  const budget = { cacheBudgetMaxFiles: 1e6, cacheBudgetMaxBytes: bytes, cacheBudgetMaxFileSize: 2 ** 24 };
  const finder = FileFinder.create({ basePath: root, disableWatch: true, ...budget });
  if (!finder.ok) throw new Error(finder.error);
  await finder.value.waitForIndexReady(600_000);
  console.log("ready");
  for await (const line of createInterface({ input: stdin })) {
    const { query, lines = 1e9, ...options } = JSON.parse(line), began = performance.now();
    const found = finder.value.grep(query, { ...options, pageSize: lines, maxMatchesPerFile: 1e9 });
    const ms = performance.now() - began;
    if (!found.ok) throw new Error(found.error);
    console.log(JSON.stringify({ ms, lines: found.value.items.length }));
  }
}
