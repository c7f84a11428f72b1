/**
 * A server over stdio with a real client, and the cost of questions that it answers.
 * @module
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { dirname } from "@std/path";
import { rgPath } from "@vscode/ripgrep";
import type { CommandLine } from "../../tests/program.ts";
import { type Cost, sumOfTokens, tokensOf } from "./cost.ts";
import type { Check, Dialogue } from "./question.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** The form of an answer that a host shows the model. */
export type Shown = "text" | "structured";

/** The environment of every contestant: the pinned ripgrep comes first on the PATH. */
export function environment(): Record<string, string> {
  return { ...Deno.env.toObject(), PATH: `${dirname(rgPath)}:${Deno.env.get("PATH")}` };
}

/** A running server. */
export class Server {
  readonly #client = new Client({ name: "bench", version: "1" });
  readonly #transport: StdioClientTransport;

  private constructor([command, ...args]: CommandLine, root: string, readonly shown: Shown) {
    this.#transport = new StdioClientTransport({ command, args, cwd: root, env: environment(), stderr: "ignore" });
  }

  /** Starts a server in `root`. */
  static async start(command: CommandLine, root: string, shown: Shown = "text"): Promise<Server> {
    const server = new Server(command, root, shown);
    await server.#client.connect(server.#transport);
    return server;
  }

  /** A program from npm. */
  static npm(program: string, root: string, ...args: string[]): Promise<Server> {
    return Server.start(["npx", "-y", program, ...args], root);
  }

  /** The process. */
  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** Tokens of the tool list, without the output schemas, which hosts don't show to models. */
  async toolList(): Promise<number> {
    const { tools } = await this.#client.listTools();
    return tokensOf(JSON.stringify(tools.map(({ outputSchema: _, _meta, ...tool }) => tool)));
  }

  /** The part of an answer that hosts show a model. */
  async ask(name: string, args: Record<string, unknown>): Promise<string> {
    const { content, structuredContent } = await this.#client.callTool({ name, arguments: args });
    if (this.shown === "structured" && structuredContent !== undefined) return JSON.stringify(structuredContent);
    return content.map((part) => part.type === "text" ? part.text : "").join("");
  }

  /** Makes all calls of a dialogue. */
  async cost(dialogue: Dialogue | undefined, holds: Check, tree: TreeCopy): Promise<Cost | undefined> {
    if (dialogue === undefined) return undefined;
    const sent: string[] = [], taken: string[] = [];
    let turns = 0, running = 0;
    await dialogue(async (name, args) => {
      if (running++ === 0) turns++;
      const answer = await this.ask(name, args).finally(() => running--);
      sent.push(JSON.stringify({ name, arguments: args }));
      taken.push(answer);
      return answer;
    }, tree);
    const text = taken.join("\n"), right = holds(this.shown === "structured" ? plain(text) : text);
    return { tokens: sumOfTokens([...sent, ...taken]), turns, taken: text, ...(!right && { missed: true }) };
  }

  /** Ends the server. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** JSON with the escapes of quotes and line breaks undone, for the checks. */
function plain(json: string): string {
  return json.replace(/\\(.)/g, (_, escaped: string) => escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped);
}
