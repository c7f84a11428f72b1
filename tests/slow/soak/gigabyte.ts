/**
 * A search over a gigabyte by a process limited to half of that: in a memory cgroup where one can be created. Measures
 * the peak in any case.
 * @module
 */
import { StdioHost } from "../../stdio_host.ts";
import { memoryMb } from "../../process_stats.ts";
import { type CommandLine, fossickWith } from "../../program.ts";

/** The figures of searches over much text. */
export interface LargeSearch {
  /** Gigabytes of text. */
  readonly searched: number;
  /** Whether the process was limited to LIMIT_MB. */
  readonly limited: boolean;
  readonly peakMb: number;
  readonly totals: readonly unknown[];
  /** Milliseconds of each search. */
  readonly ms: readonly number[];
}

const LIMIT_MB = 512, FILE_MB = 8;

/** Writes `megabytes` of text below `root` and searches it with a cache that is far too small. */
export async function searchGigabytes(root: string, megabytes: number, flags: readonly string[]): Promise<LargeSearch> {
  const line = "the quick brown fox jumps over the lazy dog, again and again and again\n";
  const text = line.repeat(Math.floor(FILE_MB * 2 ** 20 / line.length));
  const files = Math.ceil(megabytes / FILE_MB);
  for (let i = 0; i < files; i++) Deno.writeTextFileSync(`${root}/${i}.txt`, `${text}needle ${i}\n`);
  const group = cgroup();
  try {
    const command = fossickWith(["--allow-read"], "--root", root, ...flags);
    await using host = await StdioHost.start(group === undefined ? command : inside(group, command));
    const totals: unknown[] = [], ms: number[] = [];
    for (const query of ["needle \\d+", "needle", "zqzq", "fox.*dog"]) {
      const began = performance.now();
      const args = { roots: ["."], query, total_only: true, timeout_ms: 30_000 };
      totals.push((await host.call("search_content", args)).total);
      ms.push(Math.round(performance.now() - began));
    }
    const peak = Math.round(memoryMb(host.pid, "peak"));
    return { searched: files * FILE_MB / 1024, limited: group !== undefined, peakMb: peak, totals, ms };
  } finally {
    if (group !== undefined) removeGroup(group);
  }
}

/** A cgroup with LIMIT_MB of memory; undefined where none can be created. */
function cgroup(): string | undefined {
  for (const [base, file] of [["/sys/fs/cgroup/memory", "memory.limit_in_bytes"], ["/sys/fs/cgroup", "memory.max"]]) {
    const group = `${base}/fossick-${crypto.randomUUID()}`;
    try {
      Deno.mkdirSync(group);
      Deno.writeTextFileSync(`${group}/${file}`, String(LIMIT_MB * 2 ** 20));
      return group;
    } catch {
      removeGroup(group);
    }
  }
  return undefined;
}

function removeGroup(group: string): void {
  try {
    Deno.removeSync(group);
  } catch {
    // It does not exist, or goes with its last process.
  }
}

/** A command line that joins the cgroup, then runs the command. */
function inside(group: string, command: CommandLine): CommandLine {
  return ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command];
}
