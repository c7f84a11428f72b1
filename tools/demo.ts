/**
 * `deno task demo`: a real client asks the real server, over stdio and on this checkout, five questions as a model
 * would: count, distribution, summary, detail, read.
 * @module
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fromFileUrl } from "@std/path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fossick } from "../tests/program.ts";

const TREE = fromFileUrl(new URL("..", import.meta.url)).replace(/\/$/, "");
const WANTED = { roots: ["src"], query: "throw new ToolError" };

const [command, ...args] = fossick(TREE);
const client = new Client({ name: "demo", version: "1" });
console.log(`$ deno ${args.join(" ")}\n`);
await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));

let spent = 0;

/** Asks a question, prints the answer, counts its tokens, and returns the structured answer. */
async function ask(question: string, name: string, args: Record<string, unknown>): Promise<unknown> {
  console.log(`--- ${question}\n    ${name} ${JSON.stringify(args)}`);
  const answer = await client.callTool({ name, arguments: args });
  const text = answer.content.map((part) => part.type === "text" ? part.text : "").join("");
  const tokens = countTokens(text);
  spent += tokens;
  console.log(`${text}\n    (${tokens} ${tokens === 1 ? "token" : "tokens"})\n`);
  if (answer.isError) throw new Error(`${name} failed`);
  return answer.structuredContent;
}

await ask("How often does this project refuse a request?", "search_content", { ...WANTED, total_only: true });
const where = await ask("Where?", "search_content", { ...WANTED, count_only_matches: true });
await ask("What do the refusals look like?", "search_content", { ...WANTED, summary_only: true });

const files = Object.entries(Object(where).counts).toSorted(([, a], [, b]) => Number(b) - Number(a)).map(([file]) =>
  file
);
const [most = ""] = files;
const detail = await ask(`All of them in ${most}, please.`, "search_content", {
  files: [most],
  query: WANTED.query,
  group_by_file: true,
});
const line = parseInt(Object(detail).files?.[0]?.lines?.[0] ?? "1");
const place = { path: most, start_line: Math.max(1, line - 5), max_lines: 12, line_numbers: true };
await ask("And the code around the first.", "read_file", place);

const whole = files.reduce((sum, file) => sum + countTokens(Deno.readTextFileSync(`${TREE}/${file}`)), 0);
const saved = Math.round(100 * (1 - spent / whole));
console.log(`Five answers: ${spent} tokens. Reading the ${files.length} files: ${whole} tokens. Saved: ${saved} %.`);
await client.close();
