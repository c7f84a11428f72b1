/**
 * Reads lines far down a file of a gigabyte, compared with `wc -l` of that file.
 * @module
 */
import { join } from "@std/path";
import type { Gigabyte } from "../report/results.ts";
import { BENCH_SETUPS, lineOf, startServer } from "../programs/setups.ts";
import { median } from "./statistics.ts";
import type { StdioClient } from "../programs/stdio_client.ts";

/** A file of `lines` lines, of which 101 are read from `line` on. */
export interface DistantLines {
  readonly lines: number;
  readonly line: number;
}

/** The goal's: lines 20,000,000 to 20,000,100 of a gigabyte. */
export const GIGABYTE: DistantLines = { lines: 22_500_000, line: 20_000_000 };

const LINES = 101;
/** How many lines one write has, and the text of each. */
const CHUNK = 10_000, FILLER = "a line as logs have them, of words, ";

/**
 * Measures with a file below `root`, then removes the file.
 * @throws Error when the lines read are not those that sed prints
 */
export async function measureDistantLines(
  root: string,
  { lines, line }: DistantLines,
  pairs: number,
): Promise<Gigabyte> {
  const path = join(root, "far.log");
  plant(path, lines);
  try {
    const command = await lineOf(BENCH_SETUPS[1], root, 512);
    await using kept = await startServer(command);
    await check(kept, path, line);
    const first: number[] = [], again: number[] = [], wc: number[] = [];
    for (let round = 1; round <= pairs; round++) {
      await using fresh = await startServer(command);
      first.push((await read(fresh, line - round)).ms);
      again.push((await read(kept, line - round)).ms);
      wc.push(await wordCount(path));
    }
    return { bytes: Deno.statSync(path).size, first: median(first), again: median(again), wc: median(wc) };
  } finally {
    Deno.removeSync(path);
  }
}

/** Writes lines that all differ. */
function plant(path: string, lines: number): void {
  using file = Deno.openSync(path, { write: true, createNew: true });
  for (let from = 1; from <= lines; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, lines - from + 1) }, (_, i) => `${FILLER}${from + i}\n`);
    const bytes = new TextEncoder().encode(numbers.join(""));
    for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
  }
}

function read(server: StdioClient, line: number) {
  return server.call("read_file", {
    path: "far.log",
    start_line: line,
    max_lines: LINES,
    line_numbers: false,
    token_budget: 0,
  });
}

async function check(server: StdioClient, path: string, line: number): Promise<void> {
  const { fields } = await read(server, line);
  const last = line + LINES - 1;
  const { stdout } = await new Deno.Command("sed", { args: ["-n", `${line},${last}p;${last}q`, path] }).output();
  if (String(fields.content).trimEnd() !== new TextDecoder().decode(stdout).trimEnd()) {
    throw new Error(`lines ${line} to ${last} are not those that sed prints`);
  }
}

async function wordCount(path: string): Promise<number> {
  const began = performance.now();
  await new Deno.Command("wc", { args: ["-l", path] }).output();
  return performance.now() - began;
}
