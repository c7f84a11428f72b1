/**
 * Aborted work: each phase of a call, cancelled by its host or with the host disconnected during the phase.
 * @module
 */
import { tempTree } from "../../../program.ts";
import { fieldAt, ServerProcess, structuredOf } from "../../../sandbox/server_process.ts";
import type { Setup } from "../../../sandbox/setups.ts";
import { pause, processorMs, untilIdle } from "../../../process_stats.ts";

/** A call with one long phase. */
export interface Phase {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** All phases; each call has the longest timeout. */
export const PHASES: readonly Phase[] = [
  { name: "walk", tool: "list_files", args: { roots: ["many"], pattern: "nothing-like-it", full_path_match: true } },
  { name: "load", tool: "search_content", args: { roots: ["large"], query: "nothing like it", max_filesize: "200M" } },
  {
    name: "scan",
    tool: "search_content",
    args: { roots: ["large"], query: "(?:[a-z]+ )+[0-9]{9}x", max_filesize: "200M", timeout_ms: 30_000 },
  },
  { name: "one line", tool: "search_content", args: { roots: ["hard"], query: "^(?=(a+)+$)", timeout_ms: 30_000 } },
  { name: "far line", tool: "read_file", args: { path: "large/0.txt", start_line: 100_000_000 } },
  {
    name: "format",
    tool: "search_content",
    args: {
      roots: ["dense"],
      query: "o",
      limit: 10_000,
      context_before: 3,
      context_after: 3,
      token_budget: 10_000_000,
      timeout_ms: 30_000,
    },
  },
];

/** A tree that is large for each phase; `scale` 1 is for a test, 10 for a measurement. */
export function largeTree(scale: number): { readonly path: string } & Disposable {
  const text = "the quick brown fox jumps over the lazy dog 12345\n";
  const many = Array.from({ length: 1000 * scale }, (_, i) => [`many/${i % 50}/${i % 7}/f${i}.txt`, ""]);
  const large = Array.from({ length: 3 }, (_, i) => [`large/${i}.txt`, text.repeat(60_000 * scale)]);
  return tempTree({
    ...Object.fromEntries([...many, ...large]),
    "dense/a.txt": text.repeat(2000 * scale),
    "hard/a.txt": `${"a".repeat(40)}!\n`.repeat(20_000),
    "next.txt": "the next call\n",
  });
}

/** The result of a cancellation. */
export interface Cancellation {
  readonly phase: string;
  /** It was answered before it could be cancelled. */
  readonly tooLate: boolean;
  /** Milliseconds from the cancellation until the process was idle. */
  readonly idleMs: number;
  /** Milliseconds of processor time that it used during `idleMs`: more reliable on a busy machine. */
  readonly cpuMs: number;
  /** Unexpected results. */
  readonly wrong: readonly string[];
}

/** Calls, cancels after the process has worked for `afterMs`, and measures how long it is still busy. */
export async function cancelIn(phase: Phase, server: ServerProcess, afterMs: number): Promise<Cancellation> {
  // Wait for the warm-up, which is work of its own.
  await untilIdle(server.pid, 200, 30_000);
  const id = server.nextId;
  let answered = false;
  server.call(phase.tool, phase.args).then(() => answered = true, () => {});
  await untilUsed(server, afterMs, () => answered);
  const tooLate = answered;
  const used = processorMs(server.pid);
  await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  const idleMs = await untilIdle(server.pid), cpuMs = processorMs(server.pid) - used;
  const next = await server.call("search_content", { roots: ["next.txt"], query: "the (next|last) call" });
  const wrong = fieldAt(structuredOf(next), "total") === 1 ? [] : [`the next call: ${next.raw}`];
  return { phase: phase.name, tooLate, idleMs, cpuMs, wrong };
}

/** The result of a disconnection. */
export interface Disconnected {
  readonly phase: string;
  readonly code: number;
  /** Milliseconds from the end of input to the end of the process. */
  readonly endMs: number;
}

/** Calls, and closes the server's input after it has worked for `afterMs`. */
export async function disconnectIn(phase: Phase, setup: Setup, root: string, afterMs: number): Promise<Disconnected> {
  const server = await ServerProcess.open(setup.line(root));
  let answered = false;
  server.call(phase.tool, phase.args).then(() => answered = true, () => answered = true);
  await untilUsed(server, afterMs, () => answered);
  const began = performance.now();
  const code = await server.end();
  return { phase: phase.name, code, endMs: performance.now() - began };
}

/** Resolves when the process has used `afterMs` of processor time, or the call is over. */
async function untilUsed(server: ServerProcess, afterMs: number, isOver: () => boolean): Promise<void> {
  const before = processorMs(server.pid);
  while (processorMs(server.pid) - before < afterMs && !isOver()) await pause(2);
}
