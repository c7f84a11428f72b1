/**
 * `deno task hostile`: measures time and memory of a server on extreme trees: a million files in one directory, two
 * thousand levels, files of gigabytes, a line of a hundred megabytes.
 * @module
 */
import { errorCodeOf, fieldAt, ServerProcess, structuredOf } from "../../../sandbox/server_process.ts";
import { ALL, SCOPED, type Setup } from "../../../sandbox/setups.ts";
import { memoryMb } from "../../../process_stats.ts";
import { hostileDir, makeEmptyFiles, makeNestedDirs } from "./hostile_trees.ts";

const MILLION = 1_000_000;
/** Milliseconds a call may take here. */
const DEADLINE = 2000;

interface Bound {
  readonly name: string;
  /** Makes the tree in an existing directory. */
  readonly make: (root: string) => void;
  readonly calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[];
}

const HERE = { roots: ["."], timeout_ms: DEADLINE };
const BIG = { ...HERE, max_filesize: "200M", total_only: true };
const FOX = "the quick brown fox jumps over the lazy dog and runs away from it, on and on and on\n";

const BOUNDS: readonly Bound[] = [
  {
    name: "a million files in one directory",
    make: (root) => makeEmptyFiles(`${root}/crowd`, MILLION),
    calls: [
      ["list_files", { ...HERE, limit: 10 }],
      ["glob_files", { pattern: "crowd/*77", mode: "files", timeout_ms: DEADLINE }],
      ["search_content", { ...HERE, query: "needle" }],
    ],
  },
  {
    name: "2,500 levels",
    make: (root) => makeNestedDirs(root, 2500),
    calls: [["list_files", { ...HERE, limit: 10 }], ["search_content", { ...HERE, query: "needle", total_only: true }]],
  },
  {
    name: "a file of 5 GB",
    make: (root) => size(`${root}/sparse`, 5e9),
    calls: [
      ["read_file", { path: "sparse", offset_bytes: 5e9 - 100, encoding: "utf-8" }],
      ["search_content", { ...BIG, query: "needle" }],
    ],
  },
  {
    name: "1 GB of lines",
    make: (root) => write(`${root}/lines`, FOX.repeat(120_000), 100),
    calls: [
      ["read_file", { path: "lines", start_line: -10 }],
      ["read_file", { path: "lines", start_line: 10_000_000, max_lines: 3 }],
    ],
  },
  {
    name: "a line of 100 MB",
    make: (root) => write(`${root}/line`, "needle ".repeat(150_000), 100),
    calls: [
      ["search_content", { ...BIG, query: "needle" }],
      ["search_content", { ...BIG, query: "need[k-m]e(?= $)" }],
      ["read_file", { path: "line", start_line: 1, max_lines: 1 }],
    ],
  },
  {
    name: "190 MB of NULs",
    make: (root) => size(`${root}/nuls`, 190 * 2 ** 20),
    calls: [["search_content", { ...BIG, query: "needle" }]],
  },
];

function size(path: string, bytes: number): void {
  Deno.writeTextFileSync(path, "");
  Deno.truncateSync(path, bytes);
}

function write(path: string, text: string, times: number): void {
  using file = Deno.openSync(path, { write: true, create: true });
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < times; i++) {
    for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
  }
}

let latest = 0, most = 0, wrong = 0, calls = 0;

/** Makes each call on a new server, so that calls are measured independently. */
async function measure(setup: Setup, root: string, [tool, args]: Bound["calls"][number]): Promise<void> {
  const server = await ServerProcess.open(setup.line(root, "--cache-mb", "64"));
  const before = memoryMb(server.pid);
  const reply = await server.call(tool, args), grown = memoryMb(server.pid, "peak") - before;
  const answer = structuredOf(reply), came = errorCodeOf(reply) ?? fieldAt(answer, "truncated_by") ?? "whole";
  const next = await server.call("read_file", { path: "next.txt" });
  if (errorCodeOf(next) !== undefined || await server.end() !== 0) wrong++;
  calls++;
  latest = Math.max(latest, reply.ms - DEADLINE);
  most = Math.max(most, grown);
  const figures = `${Math.round(reply.ms)} ms, ${came}, +${Math.round(grown)} MB`;
  console.log(`  ${setup.name} ${tool}: ${figures}, total ${fieldAt(answer, "total") ?? "-"}`);
}

for (const { name, make, calls } of BOUNDS) {
  using place = hostileDir();
  make(place.path);
  Deno.writeTextFileSync(`${place.path}/next.txt`, "the next call\n");
  console.log(name);
  for (const setup of [SCOPED, ALL]) {
    for (const call of calls) await measure(setup, place.path, call);
  }
}
console.log(
  `${calls} calls, the latest ${Math.round(latest)} ms after its deadline, at most ${
    Math.round(most)
  } MB more memory, ` +
    `${wrong} wrong`,
);
Deno.exit(wrong === 0 ? 0 : 1);
