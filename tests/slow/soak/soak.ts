/**
 * Many mixed calls of one server, some wrong, some taken back, on a tree that changes now and then; and how much memory
 * it has meanwhile.
 * @module
 */
import { walkSync } from "@std/fs";
import { join, relative } from "@std/path";
import { type LoadCall, loadCalls } from "../../../bench/load/load_calls.ts";
import type { StdioHost } from "../../stdio_host.ts";
import type { Random } from "../../seed.ts";

/** Calls under way at once. */
const CONCURRENCY = 4;
/** Every so many calls one is taken back, a file is written to, and the memory is looked at. */
const ABANDON = 23, WRITE = 57, SAMPLES = 200;

/** How it went. */
export interface SoakResult {
  readonly calls: number;
  readonly errors: number;
  /** Megabytes resident, by the way. */
  readonly megabytes: readonly number[];
  /** Megabytes resident at the worst moment. */
  readonly peak: number;
  readonly ms: number;
}

/**
 * Makes `total` calls of `host`, which serves `root`.
 * @param onSample told how far it is
 */
export async function runSoak(
  host: StdioHost,
  root: string,
  random: Random,
  total: number,
  onSample: (done: number, megabytes: number) => void = () => {},
): Promise<SoakResult> {
  const all = loadCalls(), files = filesOf(root), megabytes: number[] = [];
  const began = performance.now(), every = Math.max(1, Math.floor(total / SAMPLES));
  let next = 0, errors = 0;
  const lane = async () => {
    while (next < total) {
      const n = next++, { tool, args } = random.chance(0.4) ? random.pick(all) : freshCall(random, files);
      if (n % ABANDON === 0) await host.abandon(tool, args);
      if (n % WRITE === 0) rewrite(random, join(root, random.pick(files)));
      if ("error" in await host.call(tool, args)) errors++;
      if (n % every === 0) {
        megabytes.push(residentMb(host.pid));
        onSample(n, megabytes.at(-1) ?? 0);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return { calls: total, errors, megabytes, peak: peakMb(host.pid), ms: performance.now() - began };
}

/** A call nobody has made yet. */
function freshCall(random: Random, files: readonly string[]): LoadCall {
  const word = Array.from({ length: 2 + random.int(4) }, () => random.pick([..."etaoinshr"])).join("");
  const query = random.pick([word, `${word}\\w*`, `(${word}|TODO)\\b`, `${word}.{${random.int(9)}}$`]);
  const form = random.pick(["total_only", "count_only_matches", "summary_only", "group_by_file"]);
  const path = random.pick(files);
  return random.pick<LoadCall>([
    { tool: "search_content", args: { roots: ["."], query, [form]: true, limit: 1 + random.int(200) } },
    { tool: "search_content", args: { roots: ["."], query, include_globs: [`*_${random.int(300)}*`] } },
    { tool: "read_file", args: { path, start_line: 1 + random.int(50), max_lines: 20 } },
    { tool: "read_file", args: { path: path + word } },
    { tool: "list_files", args: { roots: ["."], pattern: word, limit: 50 } },
    { tool: "glob_files", args: { pattern: `**/*${word.slice(0, 1)}*.ts`, mode: "files" } },
    { tool: "find_and_grep", args: { roots: ["."], query, extensions: ["md"], sort: "mtime" } },
    { tool: "search_content", args: { roots: ["."], query: `${query}(` } },
  ]);
}

function rewrite(random: Random, path: string): void {
  const lines = Array.from(
    { length: 1 + random.int(80) },
    (_, i) => `line ${i} ${random.pick(["TODO", "handle", "x"])}`,
  );
  Deno.writeTextFileSync(path, lines.join("\n") + "\n");
}

function filesOf(root: string): string[] {
  const files = [...walkSync(root, { includeDirs: false })].filter(({ name }) => !name.startsWith("."));
  return files.map(({ path }) => relative(root, path));
}

/** Megabytes of a process that are in memory. */
export function residentMb(pid: number): number {
  return statusMb(pid, "VmRSS");
}

/** The most there have been. */
export function peakMb(pid: number): number {
  return statusMb(pid, "VmHWM");
}

function statusMb(pid: number, field: string): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(Deno.readTextFileSync(`/proc/${pid}/status`)) ??
    [];
  return Number(kilobytes) / 1024;
}

/** The number in the middle. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
