/**
 * The contestants: servers over stdio with a real client, and the tokens that each question costs.
 * @module
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { dirname } from "@std/path";
import { rgPath } from "@vscode/ripgrep";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type CommandLine, fossick } from "../../tests/program.ts";

import type { OwnQuestion } from "./own/questions.ts";
import type { Check, Dialogue } from "./question.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** The other servers, at the versions that were measured. */
export const PEERS = {
  filesystem: "@modelcontextprotocol/server-filesystem@2026.8.31",
  ripgrep: "mcp-ripgrep@0.4.0",
} as const;

/** Tokens that a question costs a model; undefined where the answer does not hold the fact. */
export type Cost = number | undefined;

/** An answer's cost, by the form that a host shows. */
export interface AnswerCost {
  /** The more expensive of text and structured content. */
  readonly dearer: number;
  /** The text alone. */
  readonly text: number;
}

/** Tokens of `text`; look-alikes of special tokens count as plain text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

/** A server with its client. */
export class Contestant {
  readonly #client = new Client({ name: "bench", version: "1" });

  private constructor() {}

  /** Starts a server in `root`. */
  static async start([command, ...args]: CommandLine, root: string): Promise<Contestant> {
    const contestant = new Contestant();
    const PATH = `${dirname(rgPath)}:${Deno.env.get("PATH")}`;
    const env = { ...Deno.env.toObject(), PATH };
    await contestant.#client.connect(new StdioClientTransport({ command, args, cwd: root, env, stderr: "ignore" }));
    return contestant;
  }

  /** fossick from source, opened on `root`. */
  static fossick(root: string): Promise<Contestant> {
    return Contestant.start(fossick(root), root);
  }

  /** A program from npm. */
  static npm(program: string, root: string, ...args: string[]): Promise<Contestant> {
    return Contestant.start(["npx", "-y", program, ...args], root);
  }

  /** Tokens of the tool list, without the output schemas, which hosts don't show to models. */
  async toolList(): Promise<number> {
    const { tools } = await this.#client.listTools();
    const shown = tools.map(({ outputSchema: _, _meta, ...tool }) => tool);
    return tokensOf(JSON.stringify(shown));
  }

  /** Makes all calls of a dialogue; returns the cost of calls and answers. */
  async cost(dialogue: Dialogue | undefined, holds: Check, tree: TreeCopy): Promise<AnswerCost | undefined> {
    if (dialogue === undefined) return undefined;
    const sent: string[] = [], texts: string[] = [], structured: string[] = [];
    await dialogue(async (name, args) => {
      const answer = await this.#client.callTool({ name, arguments: args });
      const text = answer.content.map((part) => part.type === "text" ? part.text : "").join("");
      if (answer.isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
      sent.push(JSON.stringify({ name, arguments: args }));
      texts.push(text);
      structured.push(answer.structuredContent === undefined ? text : JSON.stringify(answer.structuredContent));
      return text;
    }, tree);
    const answered = holds(texts.join("\n")) && holds(plain(structured.join("\n")));
    const [asked, text, other] = [sum(sent), sum(texts), sum(structured)];
    return answered ? { dearer: asked + Math.max(text, other), text: asked + text } : undefined;
  }

  /** Ends the server. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** The cost for a reader without search: a listing and whole files. */
export function costOfReading({ whole }: OwnQuestion, holds: Check, tree: TreeCopy): Cost {
  if (whole === undefined) return undefined;
  const { listing, files } = whole(tree);
  const taken = [listing.join("\n"), ...files.map((path) => `${path}\n${tree.text(path)}`)];
  return holds(taken.join("\n")) ? sum(taken) : undefined;
}

function sum(texts: readonly string[]): number {
  return texts.reduce((tokens, text) => tokens + tokensOf(text), 0);
}

/** JSON with the escapes of quotes and line breaks undone, for the checks. */
function plain(json: string): string {
  return json.replace(/\\(.)/g, (_, escaped: string) => escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped);
}
