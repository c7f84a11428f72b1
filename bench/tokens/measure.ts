/**
 * Asks every contestant every question about a tree.
 * @module
 */
import { type Contestant, costOfReading, type Servers } from "./contestants.ts";
import type { Cost } from "./cost.ts";
import type { AskedQuestion, ServerName } from "./question.ts";
import type { Server } from "./server.ts";
import { costInShell, wrappingTokens } from "./shell.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** What one question cost with each contestant. */
export interface Row {
  readonly words: string;
  readonly costs: Partial<Record<Contestant, Cost>>;
  /** What the shell's call costs more if a tool runs it. */
  readonly wrapping: number;
}

/** All measurements of a tree. */
export interface Figures {
  readonly rows: readonly Row[];
  /** Tokens of each server's tool list. */
  readonly lists: Partial<Record<Contestant, number>>;
}

/** Asks `questions` about `tree`. */
export async function measure(
  questions: readonly AskedQuestion[],
  tree: TreeCopy,
  servers: Servers,
): Promise<Figures> {
  const rows: Row[] = [];
  for (const question of questions) rows.push(await measureOne(question, tree, servers));
  const lists = await Promise.all(runningOf(servers).map(async ([name, server]) => [name, await server.toolList()]));
  return { rows, lists: Object.fromEntries(lists) };
}

/** Asks one question. */
async function measureOne(question: AskedQuestion, tree: TreeCopy, servers: Servers): Promise<Row> {
  const holds = question.holds(tree), costs: Partial<Record<Contestant, Cost>> = {};
  costs.shell = costInShell(question, holds, tree.root);
  for (const [name, server] of runningOf(servers)) {
    const calls: ServerName = name === "text" || name === "structured" ? "fossick" : name;
    const cost = await server.cost(question.calls[calls], holds, tree);
    if (cost !== undefined) costs[name] = cost;
  }
  const whole = costOfReading(question, holds, tree);
  if (whole !== undefined) costs.whole = whole;
  return { words: question.words, costs, wrapping: wrappingTokens(question) };
}

function runningOf(servers: Servers): [keyof Servers, Server][] {
  const names: (keyof Servers)[] = ["text", "structured", "ripgrep", "filesystem", "codegraph", "astGrep"];
  return names.flatMap((name) => {
    const server = servers[name];
    return server === undefined ? [] : [[name, server]];
  });
}
