/**
 * The page docs/hosts.md: which form of an answer each host passes on to its model.
 * @module
 */
import { markdown } from "../../packaging/docs.ts";
import { markdownTable } from "../markdown.ts";
import type { Host } from "./hosts.ts";
import type { ShownForms } from "./shown.ts";

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
    "They are known by their client name: `claude-code`, `codex-mcp-client`, `Visual Studio Code`, " +
    "`Visual Studio Code - Insiders` and `cursor-vscode`. src/mcp/client_answers.ts has the source for each. Over HTTP, a " +
    "client of the 2025 protocols does not name itself in a call, and is sent both.",
    "Claude Code offers a model the names of a server's tools, and loads a tool after a search. `_meta` asks it to load the " +
    "tools that search and read without one.",
  ];
  return await markdown(parts.join("\n\n") + "\n");
}

function row({ host, client, connected, shown, byDefault }: HostOutcome): string[] {
  const version = host.from.slice(host.from.lastIndexOf("@") + 1);
  return [
    host.name,
    version,
    client ?? "-",
    connected === undefined ? "-" : connected ? "yes" : "no",
    shown[0].tools,
    ...shown.map((one) => one.shown),
    byDefault.shown,
  ];
}
