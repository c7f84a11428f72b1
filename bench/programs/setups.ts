/**
 * The ways in which the bench starts fossick, and how it waits until a server has loaded the tree.
 * @module
 */
import { join } from "@std/path";
import { BESIDE, bundle } from "../../packaging/bundle.ts";
import { HAS_PROC, pause, untilIdle } from "../../tests/process_stats.ts";
import { type CommandLine, MAIN } from "../../tests/program.ts";
import { StdioClient } from "./stdio_client.ts";

/** A way to start fossick: permissions and options. */
export interface BenchSetup {
  readonly name: string;
  grant(root: string): string;
  readonly options: readonly string[];
  /** The single-file bundle. Only its start differs from the sources, so it gets no other questions. */
  readonly bundled?: boolean;
}

/** Threads, main thread only, threads that stat every file for every question, and the bundle. */
export const BENCH_SETUPS: readonly BenchSetup[] = [
  { name: "threads", grant: () => "--allow-read", options: [] },
  { name: "in process", grant: (root) => `--allow-read=${root}`, options: [] },
  { name: "threads, stat", grant: () => "--allow-read", options: ["--freshness", "stat"] },
  { name: "bundle", grant: (root) => `--allow-read=${root}`, options: [], bundled: true },
];

/** The command line of a set-up; builds the bundle where it needs one. `from`: another checkout's main.ts. */
export async function lineOf(setUp: BenchSetup, root: string, cacheMb: number, from?: string): Promise<CommandLine> {
  const main = from ?? (setUp.bundled ? await bundled() : MAIN);
  const flags = ["run", "--no-prompt", "--quiet", setUp.grant(root)];
  return [Deno.execPath(), ...flags, main, "--root", root, "--cache-mb", String(cacheMb), ...setUp.options];
}

let building: Promise<string> | undefined;

/** The path of this checkout's bundle, built once. */
function bundled(): Promise<string> {
  return building ??= buildBundle();
}

async function buildBundle(): Promise<string> {
  const dir = Deno.makeTempDirSync({ prefix: "fossick-bundle-" });
  addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  Deno.writeTextFileSync(join(dir, "deno.json"), JSON.stringify(BESIDE));
  return await bundle(join(dir, "fossick.js"));
}

/** Supplies the server of each round. */
export interface Servers {
  server(): Promise<StdioClient>;
  done(server: StdioClient): Promise<void>;
}

/** The same server for all rounds. */
export function reuseServer(server: StdioClient): Servers {
  return { server: () => Promise.resolve(server), done: () => Promise.resolve() };
}

/** A new server for each round. */
export function freshServers(line: CommandLine): Servers {
  return { server: () => startServer(line), done: (server) => server[Symbol.asyncDispose]() };
}

/** Starts a server and waits for its list of tools. */
export async function startServer(line: CommandLine): Promise<StdioClient> {
  const client = new StdioClient(line);
  await client.open();
  return client;
}

/** Milliseconds: without work until a server counts as idle; until its files count as unchanged; of waiting at most. */
const QUIET_MS = 500, SETTLED_MS = 2000, TIMEOUT_MS = 90_000;

/** Resolves when the server has loaded the tree. */
export async function untilTreeLoaded(client: StdioClient): Promise<void> {
  await pause(SETTLED_MS);
  if (HAS_PROC) await untilIdle(client.pid, QUIET_MS, TIMEOUT_MS);
  else await pause(SETTLED_MS);
}
