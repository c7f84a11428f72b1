/** Whole lists of tools and whole answers, as clients of both eras are sent them under each `--answers`. */
import { assertEquals } from "@std/assert";
import { CLIENT_KINDS, type ClientKind, CLIENTS, connect, type ServerLocation } from "../../mcp/any_client.ts";
import { serving } from "../../mcp/http/http_program.ts";
import { openTools } from "../../open_tools.ts";
import { fossick, fossickWith, tempTree } from "../../program.ts";
import { listedTools } from "../../../src/mcp/tool_listing.ts";
import type { SentAs } from "../../../src/model/output_form.ts";
import { listedToolsOf } from "../../../src/toolsets/profiles.ts";

const FILES = { "a.ts": "gold\n", "src/b.ts": '  say("gold");\n\tgold\n' };

/** Calls, the last of which fails. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["search_content", { roots: ["."], query: "gold", group_by_file: true }],
  ["glob_files", { pattern: "**/*.ts", mode: "files" }],
  ["list_files", { roots: ["."] }],
  ["read_file", { path: "src/b.ts", start_line: 1 }],
  ["read_file", { path: "nowhere.ts" }],
];

/** The results of `CALLS` that a client is sent. */
async function wantedResults(root: string, sentAs: SentAs): Promise<unknown[]> {
  using tools = await openTools("default", [root]);
  return await Promise.all(CALLS.map(async ([tool, args]) => {
    const { text, structured, isError } = await tools.call(tool, args);
    const isShort = sentAs === "structured" && !isError;
    return {
      content: [{ type: "text", text: isShort ? "The answer is in the structured content." : text }],
      ...(sentAs !== "text" && { structuredContent: JSON.parse(JSON.stringify(structured)) }),
      ...(isError && { isError }),
    };
  }));
}

/** The tools that a client called `name` is listed, and its results of `CALLS`. */
async function received(who: ClientKind, where: ServerLocation, name: string) {
  await using client = await connect(who, where, { name });
  const { tools } = await client.sdk.listTools();
  const results: unknown[] = [];
  for (const [tool, args] of CALLS) results.push(resultOf(await client.sdk.callTool({ name: tool, arguments: args })));
  return { tools, results };
}

/** A result without the members that the protocol adds. */
function resultOf(result: object): unknown {
  const { content, structuredContent, isError } = Object(result);
  return { content, ...(structuredContent && { structuredContent }), ...(isError && { isError }) };
}

async function assertSentAs(sentAs: SentAs, who: ClientKind, where: ServerLocation, name: string, root: string) {
  const { tools, results } = await received(who, where, name);
  assertEquals<unknown>(tools, listedTools(listedToolsOf({ profile: "default" }), { sentAs }));
  assertEquals(results, await wantedResults(root, sentAs));
}

/** The value of `--answers`, the client's name, and what that client is sent. */
const CASES: readonly (readonly [rule: string | undefined, name: string, sentAs: SentAs])[] = [
  [undefined, "claude-code", "text"],
  [undefined, "some-client", "both"],
  ["auto", "codex-mcp-client", "text"],
  ["text", "some-client", "text"],
  ["structured", "claude-code", "structured"],
  ["both", "claude-code", "both"],
];

for (const who of CLIENT_KINDS) {
  Deno.test(`over stdio ${CLIENTS[who]} is listed and sent what --answers and its name ask for`, async (test) => {
    using files = tempTree(FILES);
    // Each rule is asked for by one kind of client, and the default by all.
    for (const [rule, name, sentAs] of who === "v1" ? CASES : CASES.slice(0, 2)) {
      const line = fossick(files.path, ...(rule === undefined ? [] : ["--answers", rule]));
      await test.step(`--answers ${rule}, ${name}`, () => assertSentAs(sentAs, who, { line }, name, files.path));
    }
  });
}

Deno.test("over HTTP the name is known in the 2026-07-28 era only, and the list of tools agrees with the answers", async (test) => {
  using files = tempTree(FILES);
  const root = files.path;
  const line = (...args: string[]) =>
    fossickWith([`--allow-read=${root}`, "--allow-net=127.0.0.1:0"], "--root", root, "--http", "0", ...args);
  await using auto = await serving(line());
  await using text = await serving(line("--answers", "text"));
  for (const who of CLIENT_KINDS) {
    const known = who === "v2 modern" ? "text" : "both";
    await test.step(who, async () => {
      await assertSentAs(known, who, auto, "claude-code", root);
      await assertSentAs("both", who, auto, "some-client", root);
      await assertSentAs("text", who, text, "some-client", root);
    });
  }
});
