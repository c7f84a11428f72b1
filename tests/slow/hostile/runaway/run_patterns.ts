/**
 * Runs every pattern against a real server.
 * @module
 */
import { HAS_PROC, untilIdle } from "../../../process_stats.ts";
import { errorCodeOf, fieldAt, type Reply, ServerProcess, structuredOf } from "../../../sandbox/server_process.ts";
import type { Setup } from "../../../sandbox/setups.ts";
import { tempTree } from "../../../program.ts";
import { type Runaway, RUNAWAYS } from "./runaway_patterns.ts";

/** What came of one pattern. */
export interface PatternRun {
  readonly name: string;
  /** Milliseconds the answer took. */
  readonly ms: number;
  /** Milliseconds from the answer until the process was idle. */
  readonly idleMs: number;
  readonly total: unknown;
  readonly truncatedBy: unknown;
  /** What is wrong with the answer, whenever it came. */
  readonly wrong: readonly string[];
}

/** Lines in each file that never end, between two that match. */
const HOSTILE_LINES = 6;
/** Lines of each directory that match. */
const MATCHES = 4;

/** How the patterns are run. */
export interface RunOptions {
  /** Of each call. */
  readonly timeoutMs: number;
  /** How long nothing may happen until the process counts as idle. */
  readonly quietMs: number;
  /** Which patterns; all unless said. */
  readonly isRun?: (index: number) => boolean;
}

/** Searches for the patterns, one after another, on one server. */
export async function runPatterns(setUp: Setup, options: RunOptions): Promise<PatternRun[]> {
  using files = tempTree({ ...patternFiles(), "next.txt": "the next call\n" });
  const server = await ServerProcess.open(setUp.line(files.path));
  await server.call("list_files", { roots: ["."] });
  const runs: PatternRun[] = [];
  for (const [i, runaway] of RUNAWAYS.entries()) {
    if (options.isRun?.(i) !== false) runs.push(await runPattern(server, runaway, `p${i}`, options));
  }
  await server.end();
  return runs;
}

/** For each pattern a directory: a file that it ends on, one that it doesn't, and one more. */
function patternFiles(): Record<string, string> {
  return Object.fromEntries(RUNAWAYS.flatMap(({ matches, endless }, i) => {
    const hostile = [matches, ...Array<string>(HOSTILE_LINES).fill(endless), matches];
    return [[`p${i}/a.txt`, `${matches}\n`], [`p${i}/b.txt`, `${hostile.join("\n")}\n`], [
      `p${i}/c.txt`,
      `${matches}\n`,
    ]];
  }));
}

async function runPattern(
  server: ServerProcess,
  { name, query, args }: Runaway,
  dir: string,
  { timeoutMs, quietMs }: RunOptions,
): Promise<PatternRun> {
  const search = { roots: [dir], query, timeout_ms: timeoutMs, ...args };
  const reply = await server.call("search_content", search);
  const idleMs = HAS_PROC ? await untilIdle(server.pid, quietMs) : 0;
  const next = await server.call("search_content", { roots: ["next.txt"], query: "the (next|last) call" });
  const total = fieldAt(structuredOf(reply), "total"), truncatedBy = fieldAt(structuredOf(reply), "truncated_by");
  const wrong = [
    ...wrongIn(reply),
    ...fieldAt(structuredOf(next), "total") === 1 ? [] : [`the next call: ${next.raw}`],
  ];
  return { name, ms: reply.ms, idleMs, total, truncatedBy, wrong };
}

/** A cut answer says so and has what was found; one that is not cut has all that matches. */
function wrongIn(reply: Reply): string[] {
  const answer = structuredOf(reply), total = fieldAt(answer, "total");
  if (errorCodeOf(reply) !== undefined || typeof total !== "number") return [reply.raw];
  const isCut = fieldAt(answer, "truncated") === true && fieldAt(answer, "truncated_by") === "timeout";
  const isRight = isCut ? total >= 1 && total <= MATCHES : total === MATCHES;
  return isRight ? [] : [`${isCut ? "cut" : "whole"} with ${total}`];
}
