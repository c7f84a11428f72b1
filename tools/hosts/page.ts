/**
 * The page docs/hosts.md: which form of an answer each host passes on to its model.
 * @module
 */
import { markdown } from "../../packaging/docs.ts";
import { JSON_ONLY_CLIENTS } from "../../src/mcp/client_answers.ts";
import { markdownTable } from "../markdown.ts";
import type { Host } from "./hosts.ts";
import type { ShownForms } from "./shown.ts";

const CLIENT_NAMES = [...JSON_ONLY_CLIENTS].map((name) => `\`${name}\``).join(", ");

/** The calls that each host makes. */
export const CALLS = [
  { what: "an answer", tool: "search_content", args: { query: "needle", roots: ["."], group_by_file: true } },
  { what: "nothing found", tool: "search_content", args: { query: "thimble", roots: ["."], group_by_file: true } },
  { what: "an error", tool: "read_file", args: { path: "nowhere.txt" } },
] as const;

/** The outcome of a call. */
export interface Outcome {
  readonly shown: ShownForms;
  /** How many of fossick's tools the model was offered, or how it found them. */
  readonly tools: string;
}

/** The outcomes of a host's calls. */
export interface HostOutcome {
  readonly host: Host;
  /** Whether the host's own list reports the server as connected; undefined if it has none. */
  readonly connected: boolean | undefined;
  /** The name by which it introduces itself. */
  readonly client: string | undefined;
  /** What it shows of `CALLS`, sent both forms of each answer. */
  readonly shown: readonly Outcome[];
  /** What it shows of the first call, sent what `--answers auto` sends it. */
  readonly byDefault: Outcome;
}

/** The whole page. */
export async function pageOf(outcomes: readonly HostOutcome[]): Promise<string> {
  const parts = [
    "# What hosts show the model",
    "This page shows which form of fossick's answers each host sends to its model. `deno task hosts --write` writes it: it " +
    "installs each host from npm, starts it in an empty home with a model on loopback, and records what that model " +
    "receives after it has called a tool.",
    markdownTable(
      ["host", "version", "client name", "connected", "tools", ...CALLS.map(({ what }) => what), "by default"],
      outcomes.map(row),
    ),
    "Client name: the name by which the host introduces itself. Connected: whether the host's own list shows the server as " +
    "connected. Tools: how many of the six the model is offered immediately. The next three columns: the form that the " +
    "model gets if the host is sent both (`--answers both`): the text, the structured content, or both. By default: the " +
    "form that it gets with `--answers auto`. mcporter and the Inspector have no model: they print the answer.",
    "Hosts that show structured content alone are sent text alone by default, and a list of tools without output schemas. " +
    `They are known by their client name: ${CLIENT_NAMES}. src/mcp/client_answers.ts has the source for each. Over HTTP, ` +
    "a client of the 2025 protocols does not name itself in a call, and is sent both.",
    "Claude Code loads a server's tools after a search, except those whose `_meta` asks for it: the two that search and read.",
  ];
  return await markdown(parts.join("\n\n") + "\n");
}

/** How many tools the model was offered immediately, if it was in any call: a host may not wait until it is connected. */
function offeredTools(outcomes: readonly Outcome[]): string {
  const offered = outcomes.map(({ tools }) => tools);
  return offered.find((tools) => /^\d+$/.test(tools)) ?? offered[0];
}

function row({ host, client, connected, shown, byDefault }: HostOutcome): string[] {
  const version = host.from.slice(host.from.lastIndexOf("@") + 1);
  return [
    host.name,
    version,
    client ?? "-",
    connected === undefined ? "-" : connected ? "yes" : "no",
    offeredTools([...shown, byDefault]),
    ...shown.map((one) => one.shown),
    byDefault.shown,
  ];
}
