import { assert, assertEquals, assertRejects } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fossick, tree } from "../program.ts";

const FILES = {
  "src/a.ts": "const gold = 1;\n",
  "src/b.ts": "// gold, and gold again\n",
  "hard.txt": "a".repeat(40) + "!\n",
};

/** What the tests need of a client, whichever SDK it is of. */
interface AnyClient {
  tools(): Promise<{ name: string; annotations?: unknown }[]>;
  call(
    name: string,
    args: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<{ structured: unknown; isError: boolean }>;
  close(): Promise<void>;
}

async function v2(root: string, mode: "legacy" | { pin: string }): Promise<AnyClient> {
  const [command, ...args] = fossick(root);
  const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const answer = await client.callTool({ name, arguments: args }, signal && { signal });
      return { structured: answer.structuredContent, isError: answer.isError === true };
    },
    close: () => client.close(),
  };
}

async function v1(root: string): Promise<AnyClient> {
  const [command, ...args] = fossick(root);
  const client = new V1Client({ name: "v1", version: "1" });
  await client.connect(new V1Transport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const answer = await client.callTool({ name, arguments: args }, undefined, signal && { signal });
      return { structured: answer.structuredContent, isError: answer.isError === true };
    },
    close: () => client.close(),
  };
}

async function total(client: AnyClient): Promise<unknown> {
  const { structured } = await client.call("search_content", { roots: ["."], query: "gold", total_only: true });
  return Object(structured).total;
}

const CLIENTS = {
  "the v2 client in the 2025 era": (root: string) => v2(root, "legacy"),
  "the v2 client in the 2026-07-28 era": (root: string) => v2(root, { pin: "2026-07-28" }),
  "the v1 client": v1,
};

for (const [who, connect] of Object.entries(CLIENTS)) {
  Deno.test(`${who} lists, calls, errs and cancels over real stdio`, async () => {
    using files = tree(FILES);
    const client = await connect(files.path);
    const tools = await client.tools();
    assertEquals(tools.map(({ name }) => name).toSorted(), [
      "consult_files",
      "find_and_grep",
      "glob_files",
      "list_files",
      "read_file",
      "search_content",
    ]);
    for (const { name, annotations } of tools) {
      const { title, ...hints } = Object(annotations);
      assert(typeof title === "string" && title !== "");
      const openWorldHint = name === "consult_files";
      assertEquals(hints, { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint });
    }
    const globbed = await client.call("glob_files", { pattern: "**/*.ts", mode: "files" });
    assertEquals(globbed, {
      structured: { mode: "files", files: ["src/a.ts", "src/b.ts"], truncated: false, total: 2 },
      isError: false,
    });
    assertEquals(await total(client), 2);
    const wrong = await client.call("search_content", { roots: ["."], qery: "gold" });
    assertEquals([wrong.isError, Object(wrong.structured).error.code], [true, "UNKNOWN_ARGUMENT"]);
    const unknown = await assertRejects(() => client.call("serch_content", {}), Error);
    assert(/Unknown tool: "serch_content". Nearest: search_content/.test(unknown.message), unknown.message);
    const stop = new AbortController();
    const runaway = client.call("search_content", { roots: ["."], query: "^(a+)+$", timeout_ms: 30_000 }, stop.signal);
    stop.abort();
    assertEquals(await runaway.then(() => "answered", () => "cancelled"), "cancelled");
    assertEquals(await total(client), 2);
    await client.close();
  });
}

Deno.test("end of input ends the program with 0 while a call runs", async () => {
  using files = tree(FILES);
  const [command, ...args] = fossick(files.path);
  const child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const say = (message: unknown) => writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  const clientInfo = { name: "t", version: "1" };
  await say({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  const call = { name: "search_content", arguments: { roots: ["."], query: "^(a+)+$", timeout_ms: 30_000 } };
  await say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line).id);
  assertEquals([code, new TextDecoder().decode(stderr), lines[0]], [0, "", 0]);
});
