/**
 * A shell, as a contestant: the cost of a pipeline is its command line and its output.
 * @module
 */
import { type Cost, sumOfTokens, tokensOf } from "./cost.ts";
import { environment } from "./server.ts";
import type { Check, Question } from "./question.ts";

/** The cost of a question's pipelines, run in `root`. */
export function costInShell({ shell }: Question, holds: Check, root: string): Cost {
  const taken = shell.map((command) => outputOf(command, root));
  const text = taken.join("\n");
  return {
    tokens: sumOfTokens([...shell, ...taken]),
    turns: shell.length,
    taken: text,
    ...(!holds(text) && { missed: true }),
  };
}

/** Tokens that the call of a shell's tool costs beyond the command line: the tool's name, and JSON around it. */
export function wrappingTokens({ shell }: Question): number {
  const wrapped = shell.map((command) => JSON.stringify({ name: "bash", arguments: { command } }));
  return sumOfTokens(wrapped) - shell.reduce((tokens, command) => tokens + tokensOf(command), 0);
}

function outputOf(command: string, cwd: string): string {
  const shell = new Deno.Command("sh", {
    args: ["-c", command],
    cwd,
    env: environment(),
    stdin: "null",
    stderr: "null",
  });
  return new TextDecoder().decode(shell.outputSync().stdout);
}
