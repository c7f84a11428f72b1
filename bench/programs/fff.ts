/**
 * fff, a native search with an index, called through its npm package in a Node process of its own. (Deno runs the
 * package too, but returns each line 20 times as slowly.) The bench installs the package by its exact version for the
 * run: a lock file would need the packages of all systems, and some registries lack some of them.
 * @module
 */
import { runToEnd } from "../../tests/program.ts";
import { LineProcess } from "./line_process.ts";
import type { Rival, TimedAnswer } from "../measure/pairs.ts";
import type { Question, QuestionForm } from "../questions/questions.ts";

const NAME = "@ff-labs/fff-node", VERSION = "0.9.6";
const PACKAGES = [`${NAME}@${VERSION}`, "ffi-rs@1.3.7"];
/** The most lines that fff is asked for where a question has no limit. It has no counts, only lines, at 50 µs each. */
const MOST_LINES = 10_000;

/** Arguments of fff's `grep`. */
export interface FffQuery {
  readonly query: string;
  readonly mode: "plain" | "regex";
  readonly smartCase: boolean;
  readonly maxFileSize: number;
  /** The number of lines to return; all when absent. */
  readonly lines?: number;
}

/** The directory where fff is installed, or why it is not. */
export type Installed = { readonly directory: string } | { readonly missing: string };

/** Installs fff in a temporary directory, which is removed when the bench ends. */
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

/** An fff process with an indexed tree. */
export class Fff implements Rival, AsyncDisposable {
  static readonly version = `fff ${VERSION}`;
  readonly name = "fff";
  readonly #process: LineProcess;

  private constructor(directory: string, root: string, cacheMb: number) {
    const args = [NAME, root, cacheMb * 2 ** 20].map((value) => JSON.stringify(value)).join(", ");
    this.#process = new LineProcess(["node", "--input-type=module", "--eval", `(${serve})(${args})`], directory);
  }

  /**
   * Starts fff and waits until the tree is indexed.
   * @param directory where it is installed
   */
  static async start(directory: string, root: string, cacheMb: number): Promise<Fff> {
    const fff = new Fff(directory, root, cacheMb);
    await fff.#process.line();
    return fff;
  }

  /**
   * The time is that of the call within fff's process; no transport is included. An answer counts as right if it has
   * all lines, or as many as the question wanted.
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

/** The part of fff's API that is used. */
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
 * The whole program of fff's process; it is passed as source text, so it uses nothing from outside. It watches no
 * files: ripgrep must not pay for fff's watcher.
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
