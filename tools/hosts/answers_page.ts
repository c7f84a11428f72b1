/**
 * The part of docs/evidence.md on the form of an answer that each host passes on to its model.
 * @module
 */
import { TEXT_CLIENTS } from "../../src/mcp/client_answers.ts";
import { markdownTable } from "../markdown.ts";
import type { Host } from "./hosts.ts";
import type { ShownForms } from "./shown.ts";

const CLIENT_NAMES = TEXT_CLIENTS.map((name) => `\`${name}\``).join(", ");

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

/** The section, in Markdown. */
export function answersSection(outcomes: readonly HostOutcome[]): string {
  return [
    markdownTable(
      ["host", "version", "client name", "connected", "tools", ...CALLS.map(({ what }) => what), "by default"],
      outcomes.map(row),
    ),
    "Hosts that show structured content, alone or beside the text, are known by how their client name begins: " +
    `${CLIENT_NAMES}. src/mcp/client_answers.ts has the source for each.`,
  ].join("\n\n");
}

/** How many tools the model was offered immediately, if it was in any call: a host may not wait until it is connected. */
function offeredTools(outcomes: readonly Outcome[]): string {
  const offered = outcomes.map(({ tools }) => tools);
  return offered.find((tools) => /^\d+$/.test(tools)) ?? offered[0];
}

function row({ host, client, connected, shown, byDefault }: HostOutcome): string[] {
  return [
    host.name,
    versionOf(host),
    client ?? "-",
    connected === undefined ? "-" : connected ? "yes" : "no",
    offeredTools([...shown, byDefault]),
    ...shown.map((one) => one.shown),
    byDefault.shown,
  ];
}

/** The version of a host that was tried. */
export function versionOf({ from }: Host): string {
  return from.slice(from.lastIndexOf("@") + 1);
}
