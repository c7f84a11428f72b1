/**
 * A search over a gigabyte by a process that may have half of one: in a memory cgroup where one can be made, and its
 * peak told in any case.
 * @module
 */
import { StdioHost } from "../../stdio_host.ts";
import { type CommandLine, fossickWith } from "../../program.ts";
import { peakMb } from "./soak.ts";

/** What a search over much text took. */
export interface LargeSearch {
  /** Gigabytes of text. */
  readonly searched: number;
  /** Whether the process could not have had more. */
  readonly limited: boolean;
  readonly peakMb: number;
  readonly totals: readonly unknown[];
  /** Milliseconds of each search. */
  readonly ms: readonly number[];
}

const LIMIT_MB = 512, FILE_MB = 8;

/** Makes `megabytes` of text below `root` and searches it, with a cache that is far too small for it. */
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
    const peak = Math.round(peakMb(host.pid));
    return { searched: files * FILE_MB / 1024, limited: group !== undefined, peakMb: peak, totals, ms };
  } finally {
    if (group !== undefined) removeGroup(group);
  }
}

/** A group of processes with LIMIT_MB of memory; nothing where there can be none. */
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
    // There is none, or it is removed with its last process.
  }
}

/** A line that enters the group, then becomes the command. */
function inside(group: string, command: CommandLine): CommandLine {
  return ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command];
}
