/**
 * Makes many mixed calls to one server, some invalid, some cancelled, on a tree that changes sometimes, and measures the
 * server's memory.
 * @module
 */
import { walkSync } from "@std/fs";
import { join, relative } from "@std/path";
import { type LoadCall, loadCalls } from "../../../bench/load_calls.ts";
import type { StdioHost } from "../../stdio_host.ts";
import { memoryMb } from "../../process_stats.ts";
import type { Random } from "../../seed.ts";

/** The number of concurrent calls. */
const CONCURRENCY = 4;
/** Intervals, in calls: a call is cancelled, a file is written; and the number of memory samples. */
const ABANDON = 23, WRITE = 57, SAMPLES = 200;

/** The outcome. */
export interface SoakResult {
  readonly calls: number;
  readonly errors: number;
  /** Samples of resident memory, in megabytes. */
  readonly megabytes: readonly number[];
  /** The peak of resident memory, in megabytes. */
  readonly peak: number;
  readonly ms: number;
}

/**
 * Makes `total` calls to `host`, which serves `root`.
 * @param onSample called with the progress
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
        megabytes.push(memoryMb(host.pid));
        onSample(n, megabytes.at(-1) ?? 0);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return { calls: total, errors, megabytes, peak: memoryMb(host.pid, "peak"), ms: performance.now() - began };
}

/** A new call. */
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
