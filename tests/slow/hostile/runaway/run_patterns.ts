/**
 * Runs endless patterns on a real server.
 * @module
 */
import { HAS_PROC, untilIdle } from "../../../process_stats.ts";
import { errorCodeOf, fieldAt, type Reply, ServerProcess, structuredOf } from "../../../sandbox/server_process.ts";
import type { Setup } from "../../../sandbox/setups.ts";
import { tempTree } from "../../../program.ts";
import { type Runaway, RUNAWAYS } from "./runaway_patterns.ts";

/** The result of one pattern. */
export interface PatternRun {
  readonly name: string;
  /** Milliseconds the answer took. */
  readonly ms: number;
  /** Milliseconds from the answer until the process was idle. */
  readonly idleMs: number;
  readonly total: unknown;
  readonly truncatedBy: unknown;
  /** Errors in the answer, regardless of its time. */
  readonly wrong: readonly string[];
}

/** Endless lines in each file, between two that match. */
const HOSTILE_LINES = 6;
/** Matching lines in each directory. */
const MATCHES = 4;

/** How the patterns are run. */
export interface RunOptions {
  /** Of each call. */
  readonly timeoutMs: number;
  /** Milliseconds without work after which the process counts as idle. */
  readonly quietMs: number;
  /** Selects patterns by index; default: all. */
  readonly isRun?: (index: number) => boolean;
}

/** Searches for the patterns, one after another, on one server. */
export async function runPatterns(setup: Setup, options: RunOptions): Promise<PatternRun[]> {
  using files = tempTree({ ...patternFiles(), "next.txt": "the next call\n" });
  const server = await ServerProcess.open(setup.line(files.path));
  await server.call("list_files", { roots: ["."] });
  const runs: PatternRun[] = [];
  for (const [i, runaway] of RUNAWAYS.entries()) {
    if (options.isRun?.(i) !== false) runs.push(await runPattern(server, runaway, `p${i}`, options));
  }
  await server.end();
  return runs;
}

/** For each pattern a directory with a file that it can search, one on which it is endless, and another one. */
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

/** An incomplete answer must say so and have the matches found so far; a complete one must have all matches. */
function wrongIn(reply: Reply): string[] {
  const answer = structuredOf(reply), total = fieldAt(answer, "total");
  if (errorCodeOf(reply) !== undefined || typeof total !== "number") return [reply.raw];
  const isCut = fieldAt(answer, "truncated") === true && fieldAt(answer, "truncated_by") === "timeout";
  const isRight = isCut ? total >= 1 && total <= MATCHES : total === MATCHES;
  return isRight ? [] : [`${isCut ? "cut" : "whole"} with ${total}`];
}
