/** Calls that are aborted at each phase. */
import { assert, assertEquals } from "@std/assert";
import { HAS_PROC, pause, processorMs, untilIdle } from "../../process_stats.ts";
import { tempTree } from "../../program.ts";
import { fieldAt, ServerProcess, structuredOf } from "../../sandbox/server_process.ts";
import { ALL, SCOPED } from "../../sandbox/setups.ts";

/** A call with one long phase. */
interface Phase {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** All phases; each call has the longest timeout. */
const PHASES: readonly Phase[] = [
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

/** A tree that is large for each phase. */
function largeTree(): { readonly path: string } & Disposable {
  const text = "the quick brown fox jumps over the lazy dog 12345\n";
  const many = Array.from({ length: 1000 }, (_, i) => [`many/${i % 50}/${i % 7}/f${i}.txt`, ""]);
  const large = Array.from({ length: 3 }, (_, i) => [`large/${i}.txt`, text.repeat(60_000)]);
  return tempTree({
    ...Object.fromEntries([...many, ...large]),
    "dense/a.txt": text.repeat(2000),
    "hard/a.txt": `${"a".repeat(40)}!\n`.repeat(20_000),
    "next.txt": "the next call\n",
  });
}

/** Processor time, in milliseconds, after which a call is aborted. */
const ABORTED_MS = 30;

/** Resolves when the process has used `ABORTED_MS` of processor time, or the call is over. */
async function untilUsed(server: ServerProcess, isOver: () => boolean): Promise<void> {
  const before = processorMs(server.pid);
  while (processorMs(server.pid) - before < ABORTED_MS && !isOver()) await pause(2);
}

for (const setup of [SCOPED, ALL]) {
  Deno.test({
    name:
      `after a call is cancelled at any phase, the processor is idle and the next call correct, under ${setup.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree();
      const server = await ServerProcess.open(setup.line(files.path));
      for (const { name, tool, args } of PHASES) {
        // The warm-up is work of its own.
        await untilIdle(server.pid, 200, 30_000);
        const requestId = server.nextId;
        let answered = false;
        server.call(tool, args).then(() => answered = true, () => {});
        await untilUsed(server, () => answered);
        await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
        // One that goes on is busy for as long as its timeout.
        assert(await untilIdle(server.pid, 100, 20_000) < 20_000, `${name} goes on`);
        const next = await server.call("search_content", { roots: ["next.txt"], query: "the (next|last) call" });
        assertEquals([name, fieldAt(structuredOf(next), "total")], [name, 1]);
      }
      assertEquals([await server.end(), server.unsolicited], [0, []]);
    },
  });

  Deno.test({
    name: `a server ends when its host disconnects at any phase, under ${setup.name}`,
    ignore: !HAS_PROC,
    fn: async () => {
      using files = largeTree();
      for (const { name, tool, args } of PHASES) {
        const server = await ServerProcess.open(setup.line(files.path));
        let answered = false;
        server.call(tool, args).then(() => answered = true, () => answered = true);
        await untilUsed(server, () => answered);
        assertEquals([name, await server.end(), server.stderr], [name, 0, ""]);
      }
    },
  });
}
