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
  readonly shown: readonly Outcome[];
}

/** The whole page. */
export async function pageOf(outcomes: readonly HostOutcome[]): Promise<string> {
  const parts = [
    "# What hosts show the model",
    "This page shows which form of fossick's answers each host sends to its model. `deno task hosts --write` writes it: it " +
    "installs each host from npm, starts it in an empty home with a model on loopback, and records what that model " +
    "receives after it has called a tool.",
    markdownTable(["host", "version", "connected", "tools", ...CALLS.map(({ what }) => what)], outcomes.map(row)),
    "Connected: whether the host's own list shows the server as connected. Tools: how many of the six the model is offered " +
    "immediately; Claude Code lists only the names and loads a tool after a search. The other columns: the form of the " +
    "answer that is sent, its text, its structured content, or both. mcporter and the Inspector have no model: they print " +
    "the answer.",
  ];
  return await markdown(parts.join("\n\n") + "\n");
}

function row({ host, connected, shown }: HostOutcome): string[] {
  const version = host.from.slice(host.from.lastIndexOf("@") + 1);
  return [
    host.name,
    version,
    connected === undefined ? "-" : connected ? "yes" : "no",
    shown[0].tools,
    ...shown.map((one) => one.shown),
  ];
}
