/**
 * The contestants on each tree, at the versions that were measured.
 * @module
 */
import { type CommandLine, fossick } from "../../tests/program.ts";
import { type Cost, sumOfTokens } from "./cost.ts";
import type { AskedQuestion, Check, ServerName } from "./question.ts";
import { environment, Server } from "./server.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** The other servers. */
export const PEERS = {
  filesystem: "@modelcontextprotocol/server-filesystem@2026.8.31",
  ripgrep: "mcp-ripgrep@0.4.0",
  codegraph: "@colbymchenry/codegraph@1.6.1",
  astGrep: "@notprolands/ast-grep-mcp@1.1.1",
  /** The program that ast-grep-mcp runs. */
  astGrepProgram: "@ast-grep/cli@0.51.1",
} as const;

/** A column of a table. */
export type Contestant = "shell" | "text" | "structured" | Exclude<ServerName, "fossick"> | "whole";

/** The contestants' names in tables. */
export const NAMES: Record<Contestant, string> = {
  shell: "shell",
  text: "fossick",
  structured: "fossick, structured",
  ripgrep: "`mcp-ripgrep`",
  filesystem: "`server-filesystem`",
  codegraph: "CodeGraph",
  astGrep: "`ast-grep-mcp`",
  whole: "whole files",
};

/** Servers that run on one tree. */
export type Servers = Partial<Record<Exclude<Contestant, "shell" | "whole">, Server>>;

/** fossick, as hosts that show text and hosts that show structured content use it, and the peers `names`. */
export async function startServers(root: string, names: readonly (keyof typeof START)[]): Promise<Servers> {
  const peers = await Promise.all(names.map(async (name) => [name, await START[name](root)] as const));
  return {
    text: await Server.start(fossick(root, "--answers", "text"), root),
    structured: await Server.start(fossick(root, "--answers", "structured"), root, "structured"),
    ...Object.fromEntries(peers),
  };
}

const START = {
  filesystem: (root: string) => Server.npm(PEERS.filesystem, root, root),
  ripgrep: (root: string) => Server.npm(PEERS.ripgrep, root),
  codegraph: async (root: string) => {
    const copy = await indexed(root);
    return Server.npm(PEERS.codegraph, copy, "serve", "--mcp", "--no-watch");
  },
  astGrep: (root: string) =>
    Server.start(["npx", "-y", "-p", PEERS.astGrepProgram, "-p", PEERS.astGrep, "ast-grep-mcp"], root),
};

/** A copy of a tree beside it, with CodeGraph's index, which lies in the tree: the others would find it. */
async function indexed(root: string): Promise<string> {
  const copy = `${root}-indexed`;
  await run(["cp", "-a", root, copy], root);
  await run(["npx", "-y", PEERS.codegraph, "init", copy], copy);
  return copy;
}

async function run([command, ...args]: CommandLine, cwd: string): Promise<void> {
  const env = { ...environment(), DO_NOT_TRACK: "1", CODEGRAPH_TELEMETRY: "0" };
  const { success, stderr } = await new Deno.Command(command, { args, cwd, env, stdin: "null", stdout: "null" })
    .output();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/** The cost for a reader without search: a listing and whole files. */
export function costOfReading({ whole }: AskedQuestion, holds: Check, tree: TreeCopy): Cost | undefined {
  if (whole === undefined) return undefined;
  const { listing, files } = whole(tree);
  const read = [listing.join("\n"), ...files.map((path) => `${path}\n${tree.text(path)}`)], taken = read.join("\n");
  return { tokens: sumOfTokens(read), turns: files.length > 0 ? 2 : 1, taken, ...(!holds(taken) && { missed: true }) };
}
