/**
 * What many ask at once, and what each of them is answered when it asks alone.
 * @module
 */
import type { Fields, StdioHost } from "../../tests/stdio_host.ts";

/** A call of a tool. */
export interface LoadCall {
  readonly tool: string;
  readonly args: Fields;
}

const QUERIES = ["TODO", "\\w+Error\\b", "handle", "[a-z]{9,}", "zqzq", "needle in", "(?:et|ta)o+", "^\\s*a"];
const FORMS = ["total_only", "count_only_matches", "summary_only", "group_by_file"];

/** Calls of every kind about the tree of `plantTree`; none is cut by time. */
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

/** The answer to a call as text, but for its own time, and for its cost, which that time's digits are part of. */
export async function answerTo(host: StdioHost, { tool, args }: LoadCall): Promise<string> {
  const isOwn = (key: string) => key.endsWith("_elapsed_ms") || key === "estimated_tokens";
  return JSON.stringify(await host.call(tool, args), (key, value) => isOwn(key) ? undefined : value);
}

/** What each call is answered when nobody else asks. */
export async function answersAlone(host: StdioHost, all: readonly LoadCall[]): Promise<ReadonlyMap<LoadCall, string>> {
  const answers = new Map<LoadCall, string>();
  for (const call of all) answers.set(call, await answerTo(host, call));
  return answers;
}

/** How calls that were under way together went. */
export interface ConcurrentRun {
  /** Calls with another answer than alone. */
  readonly wrong: readonly LoadCall[];
  /** Milliseconds of each call, rising. */
  readonly times: readonly number[];
  /** Milliseconds of all together. */
  readonly ms: number;
}

/** Makes `total` calls of `right`, `width` of them under way at any time. */
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
      // A stride that has no part in common with the number of calls: neighbours are of different kinds.
      const call = all[next++ * 17 % all.length], sent = performance.now();
      if (await answerTo(host, call) !== right.get(call)) wrong.push(call);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { wrong, times: times.sort((a, b) => a - b), ms: performance.now() - began };
}
