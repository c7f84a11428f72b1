/**
 * The ways fossick is started for the bench, and when a server has settled.
 * @module
 */
import { CAN_WATCH, pause, untilIdle } from "../hostile/process.ts";
import { type Line, MAIN } from "../program.ts";
import { StdioClient } from "./stdio_client.ts";

/** A way of starting it: permissions, and options of its own. */
export interface SetUp {
  readonly name: string;
  grant(root: string): string;
  readonly options: readonly string[];
}

/** The engine on threads and on the main thread; and on threads, looking at every file in every question. */
export const SET_UPS: readonly SetUp[] = [
  { name: "threads", grant: () => "--allow-read", options: [] },
  { name: "in process", grant: (root) => `--allow-read=${root}`, options: [] },
  { name: "threads, stat", grant: () => "--allow-read", options: ["--freshness", "stat"] },
];

/** The command line of a set-up. */
export function lineOf(setUp: SetUp, root: string, cacheMb: number): Line {
  const flags = ["run", "--no-prompt", "--quiet", setUp.grant(root)];
  return [Deno.execPath(), ...flags, MAIN, "--root", root, "--cache-mb", String(cacheMb), ...setUp.options];
}

/** A server that has answered `initialize`. */
export async function started([command, ...args]: Line): Promise<StdioClient> {
  const client = new StdioClient(command, args);
  await client.initialize();
  return client;
}

/** Milliseconds without work that make a server idle; after which its files count as unchanged; and of patience. */
const QUIET_MS = 500, SETTLED_MS = 2000, PATIENCE_MS = 90_000;

/** Resolves when the server has taken the tree in. */
export async function settled(client: StdioClient): Promise<void> {
  await pause(SETTLED_MS);
  if (CAN_WATCH) await untilIdle(client.pid, QUIET_MS, PATIENCE_MS);
  else await pause(SETTLED_MS);
}
