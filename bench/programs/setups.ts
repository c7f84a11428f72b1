/**
 * The ways fossick is started for the bench, and when a server has settled.
 * @module
 */
import { join } from "@std/path";
import { BESIDE, bundle } from "../../packaging/bundle.ts";
import { HAS_PROC, pause, untilIdle } from "../../tests/process_stats.ts";
import { type CommandLine, MAIN } from "../../tests/program.ts";
import { StdioClient } from "./stdio_client.ts";

/** A way of starting it: permissions, and options of its own. */
export interface BenchSetup {
  readonly name: string;
  grant(root: string): string;
  readonly options: readonly string[];
  /** Of one file, as the README has it built; only its start is another, so it is asked no more than that. */
  readonly bundled?: boolean;
}

/** The engine on threads and on the main thread; on threads, looking at every file in every question; and as one file. */
export const BENCH_SETUPS: readonly BenchSetup[] = [
  { name: "threads", grant: () => "--allow-read", options: [] },
  { name: "in process", grant: (root) => `--allow-read=${root}`, options: [] },
  { name: "threads, stat", grant: () => "--allow-read", options: ["--freshness", "stat"] },
  { name: "bundle", grant: (root) => `--allow-read=${root}`, options: [], bundled: true },
];

/** The command line of a set-up, once what it starts is there. `from` is another checkout's main.ts. */
export async function lineOf(setUp: BenchSetup, root: string, cacheMb: number, from?: string): Promise<CommandLine> {
  const main = from ?? (setUp.bundled ? await bundled() : MAIN);
  const flags = ["run", "--no-prompt", "--quiet", setUp.grant(root)];
  return [Deno.execPath(), ...flags, main, "--root", root, "--cache-mb", String(cacheMb), ...setUp.options];
}

let building: Promise<string> | undefined;

/** The path of the bundle, made of this checkout. */
function bundled(): Promise<string> {
  return building ??= buildBundle();
}

async function buildBundle(): Promise<string> {
  const dir = Deno.makeTempDirSync({ prefix: "fossick-bundle-" });
  addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  Deno.writeTextFileSync(join(dir, "deno.json"), JSON.stringify(BESIDE));
  return await bundle(join(dir, "fossick.js"));
}

/** Servers to ask: the same in each round, or a new one. */
export interface Servers {
  server(): Promise<StdioClient>;
  done(server: StdioClient): Promise<void>;
}

/** One server for all rounds. */
export function reuseServer(server: StdioClient): Servers {
  return { server: () => Promise.resolve(server), done: () => Promise.resolve() };
}

/** A server just started for each round. */
export function freshServers(line: CommandLine): Servers {
  return { server: () => startServer(line), done: (server) => server[Symbol.asyncDispose]() };
}

/** A server that has answered `initialize`. */
export async function startServer(line: CommandLine): Promise<StdioClient> {
  const client = new StdioClient(line);
  await client.initialize();
  return client;
}

/** Milliseconds without work that make a server idle; after which its files count as unchanged; and of patience. */
const QUIET_MS = 500, SETTLED_MS = 2000, PATIENCE_MS = 90_000;

/** Resolves when the server has taken the tree in. */
export async function untilTreeLoaded(client: StdioClient): Promise<void> {
  await pause(SETTLED_MS);
  if (HAS_PROC) await untilIdle(client.pid, QUIET_MS, PATIENCE_MS);
  else await pause(SETTLED_MS);
}
