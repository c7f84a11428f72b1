/**
 * What a server tells clients of itself before any call: its name, its instructions and its lists. Nothing here needs the
 * SDK, so that a start can answer with it at once.
 * @module
 */
import type {
  Implementation,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ServerCapabilities,
} from "@modelcontextprotocol/server";
import PROMPTS from "./prompts.json" with { type: "json" };
import type { AnswersRule } from "../model/sent_as.ts";
import type { Tool } from "../toolsets/tool.ts";
import { sentAsFor } from "./client_answers.ts";
import { listedTools } from "./tool_listing.ts";

/** The settings of a server that clients are told of. */
export interface Offer {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Those of `tools` that clients are told of; absent: all. */
  readonly listed?: readonly Tool[];
  /** 0 = no budget. */
  readonly tokenBudget: number;
  /** The forms of answers that clients are sent; absent: auto. */
  readonly answers?: AnswersRule;
}

/** The server's name for clients. */
export function serverInfo({ name, version }: Offer): Implementation {
  return { name, title: "Fossick", version };
}

/** The lists of a running server never change. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false },
} as const satisfies ServerCapabilities;

/** The result of `prompts/list`. */
export const PROMPT_LIST: ListPromptsResult["prompts"] = PROMPTS.map((prompt) => ({
  name: prompt.name,
  title: prompt.title,
  description: prompt.description,
  arguments: [{ name: prompt.argument, description: prompt.about, required: false }],
}));

/** The URI of the statistics, and the beginning of the URIs of files. */
export const STATS_URI = "fossick://stats", FILE_URI = "fossick://file/";

/** The result of `resources/list`. */
export const RESOURCES: ListResourcesResult["resources"] = [{
  uri: STATS_URI,
  name: "stats",
  title: "What the answers cost and saved",
  description: "Calls, forms used, estimated tokens sent and saved against reading whole files, timings.",
  mimeType: "application/json",
}];

/** The result of `resources/templates/list`. */
export const TEMPLATES: ListResourceTemplatesResult["resourceTemplates"] = [{
  uriTemplate: `${FILE_URI}{+path}`,
  name: "file",
  title: "A text file inside the root",
  description: "The whole of a text file of at most 1 MiB; path relative to the project root.",
  mimeType: "text/plain",
}];

/** The results of the requests that list something, for a client called `client` (undefined: not known). */
export const LISTS = {
  "tools/list": ({ tools, listed = tools, tokenBudget, answers }: Offer, client?: string) => ({
    tools: listedTools(listed, { sentAs: sentAsFor(answers, client), tokenBudget }),
  }),
  "prompts/list": () => ({ prompts: PROMPT_LIST }),
  "resources/list": () => ({ resources: RESOURCES }),
  "resources/templates/list": () => ({ resourceTemplates: TEMPLATES }),
} as const;

/** A request that lists something. */
export type ListMethod = keyof typeof LISTS;

/** The hint that a list may be cached. If the list of tools depends on the client, no other client may get it. */
export function cacheHint(list: ListMethod, { answers = "auto" }: Offer) {
  const isShared = list !== "tools/list" || answers !== "auto";
  return { ttlMs: 3_600_000, cacheScope: isShared ? "public" : "private" } as const;
}

const SEARCH_FIRST =
  "Search first, read last. search_content with group_by_file=true shows every line that matches; too long an answer comes " +
  "in a cheaper form by itself. When only counts are asked: total_only, count_only_matches, value_counts. Then read_file of " +
  "just the lines you need, or of one symbol. An unknown tree: list_files with tree=true.";

/** Advice, and the tools that it is for. */
const ADVICE_BY_TOOLS: readonly (readonly [tools: readonly string[], advice: string])[] = [
  [["search_content", "read_file", "glob_files"], SEARCH_FIRST],
  [
    ["glob", "grep", "read_file_lines"],
    "Search first, read last: glob or grep filesOnly=true to see where, grep for the lines, then read_file_lines of just " +
    "the lines around a match.",
  ],
  [
    ["list_files", "search_text", "read_file"],
    "Search first, read last: list_files one level at a time, search_text with a small max_results, then read_file by " +
    "start_line and max_lines around a hit.",
  ],
];

const READ_ONLY = "Read-only access to the files below this server's roots; paths are relative to the first root.";

/** The instructions for the listed tools. */
export function instructions({ tools, listed = tools }: Offer): string {
  const names = new Set(listed.map(({ name }) => name));
  const [, advice] = ADVICE_BY_TOOLS.find(([needed]) => needed.every((name) => names.has(name))) ?? [];
  return advice === undefined ? READ_ONLY : `${READ_ONLY} ${advice}`;
}
