/**
 * Many concurrent calls, and the answer that each of them gets on an idle server.
 * @module
 */
import type { Fields, StdioHost } from "../tests/stdio_host.ts";

/** A call of a tool. */
export interface LoadCall {
  readonly tool: string;
  readonly args: Fields;
}

const QUERIES = ["TODO", "\\w+Error\\b", "handle", "[a-z]{9,}", "zqzq", "needle in", "(?:et|ta)o+", "^\\s*a"];
const FORMS = ["total_only", "count_only_matches", "summary_only", "group_by_file"];

/** Calls of every kind for the tree of `plantTree`, with timeouts that they do not reach. */
export function loadCalls(): LoadCall[] {
  const time = { timeout_ms: 30_000 };
  const searches = QUERIES.flatMap((query) =>
    FORMS.map((form) => ({ tool: "search_content", args: { roots: ["."], query, [form]: true, limit: 300, ...time } }))
  );
  const pages = [0, 50, 100].map((skip) => ({ roots: ["."], query: "TODO", skip, limit: 50, ...time }));
  return [
    ...searches,
    ...pages.map((args) => ({ tool: "search_content", args })),
    {
      tool: "find_and_grep",
      args: { roots: ["."], query: "TODO", extensions: ["ts"], sort: "size", file_limit: 100, ...time },
    },
    { tool: "list_files", args: { roots: ["."], extensions: ["md"], metadata: true, ...time } },
    { tool: "list_files", args: { roots: ["."], types: ["d"], depth: 2, ...time } },
    { tool: "glob_files", args: { pattern: "**/*.json", mode: "files", ...time } },
    { tool: "glob_files", args: { pattern: "a1/**/*.ts", ...time } },
    { tool: "read_file", args: { path: ".gitignore" } },
    { tool: "read_file", args: { path: "nowhere.ts" } },
    { tool: "search_content", args: { roots: ["."], query: "(", ...time } },
  ];
}

/** The answer to a call as text, without its time and its token estimate (which counts the time's digits). */
export async function answerTo(host: StdioHost, { tool, args }: LoadCall): Promise<string> {
  const isOwn = (key: string) => key.endsWith("_elapsed_ms") || key === "estimated_tokens";
  return JSON.stringify(await host.call(tool, args), (key, value) => isOwn(key) ? undefined : value);
}

/** The answer to each call on an idle server. */
export async function answersAlone(host: StdioHost, all: readonly LoadCall[]): Promise<ReadonlyMap<LoadCall, string>> {
  const answers = new Map<LoadCall, string>();
  for (const call of all) answers.set(call, await answerTo(host, call));
  return answers;
}

/** The outcome of concurrent calls. */
export interface ConcurrentRun {
  /** Calls whose answer differs from the one on an idle server. */
  readonly wrong: readonly LoadCall[];
  /** Milliseconds of each call, ascending. */
  readonly times: readonly number[];
  /** Milliseconds until all were answered. */
  readonly ms: number;
}

/** Makes `total` calls out of those of `right`, `width` of them concurrently, and compares the answers. */
export async function runConcurrently(
  host: StdioHost,
  right: ReadonlyMap<LoadCall, string>,
  width: number,
  total: number,
): Promise<ConcurrentRun> {
  const all = [...right.keys()], wrong: LoadCall[] = [], times: number[] = [];
  const began = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < total) {
      // A step that is coprime to the number of calls, so that neighbours are of different kinds.
      const call = all[next++ * 17 % all.length], sent = performance.now();
      if (await answerTo(host, call) !== right.get(call)) wrong.push(call);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { wrong, times: times.sort((a, b) => a - b), ms: performance.now() - began };
}
