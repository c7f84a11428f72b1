import { assertEquals, assertMatch } from "@std/assert";
import * as z from "zod";
import { listedTools } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { found, scriptedService, scriptedTool } from "./scripted_service.ts";
import { Wire } from "./stdio/wire.ts";
import { optional, required } from "../../src/toolsets/arguments/fields.ts";
import { integer, TEXT } from "../../src/toolsets/arguments/kinds.ts";

/** The answer to a call of the only tool. */
async function answerOf(call: ReturnType<typeof scriptedTool>["call"]) {
  const wire = new Wire(scriptedService(scriptedTool("only", call)));
  await wire.initialize();
  const answer = await wire.request(1, "tools/call", { name: "only", arguments: {} });
  await wire.end();
  await wire.ended;
  return answer;
}

Deno.test("tools are listed with minimal schemas that allow an error", () => {
  const tool = {
    ...scriptedTool("count"),
    fields: { text: required(TEXT, "what"), times: optional(integer(1), "how often") },
    output: z.object({ total: z.int() }),
  };
  assertEquals(listedTools([tool]), [{
    name: "count",
    title: "The count",
    description: "Does count.",
    inputSchema: {
      type: "object",
      properties: {
        text: { type: "string", description: "what" },
        times: { description: "how often", type: "integer" },
      },
      required: ["text"],
    },
    outputSchema: {
      type: "object",
      properties: { total: { type: "integer" } },
      anyOf: [{ required: ["total"] }, { required: ["error"] }],
    },
    annotations: {
      title: "The count",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    _meta: { "anthropic/maxResultSizeChars": 80_000 },
  }]);
});

Deno.test("an unknown tool gets a protocol error with the nearest names", async () => {
  const wire = new Wire(scriptedService(scriptedTool("read_file"), scriptedTool("list_files")));
  await wire.initialize();
  assertEquals(await wire.request(1, "tools/call", { name: "reed_file" }), {
    jsonrpc: "2.0",
    id: 1,
    error: {
      code: -32602,
      message: 'Unknown tool: "reed_file". Nearest: read_file, list_files.',
    },
  });
  const { error } = Object(await wire.request(2, "tools/call", { name: "y".repeat(99) + "😀" }));
  assertEquals(error.message.split(".")[0], `Unknown tool: "${"y".repeat(99)}"`);
  await wire.end();
  await wire.ended;
});

Deno.test("a failure that the caller can fix is an error result", async () => {
  const answer = await answerOf(() => Promise.reject(new ToolError("not_found", { path: "a/b", name: "b" })));
  const message = "a/b does not exist.";
  const hint = "Look for its name at any depth, or list its directory.";
  assertEquals(answer, {
    jsonrpc: "2.0",
    id: 1,
    result: {
      content: [{ type: "text", text: `NOT_FOUND: ${message}\n${hint}` }],
      structuredContent: { error: { code: "NOT_FOUND", message, hint } },
      isError: true,
    },
  });
});

Deno.test("a bug is answered with an id; its stack is on stderr with that id", async () => {
  const said: unknown[][] = [], console_error = console.error;
  console.error = (...args: unknown[]) => said.push(args);
  try {
    const answer = Object(await answerOf(() => Promise.reject(new TypeError("secret detail"))));
    const [{ text }] = answer.result.content;
    const id = /\(id (\w{8})\)/.exec(text)?.[1];
    assertEquals([answer.result.isError, answer.result.structuredContent.error.code], [true, "INTERNAL"]);
    assertEquals([text.includes("secret"), said.length, String(said[0]?.[0])], [
      false,
      1,
      `fossick: internal error ${id}:`,
    ]);
    assertMatch(String(said[0]?.[1]), /secret detail/);
  } finally {
    console.error = console_error;
  }
});

Deno.test("arguments that are not an object are refused with a call that works, before the tool is called", async () => {
  const wire = new Wire(scriptedService(scriptedTool("only")));
  await wire.initialize();
  for (const [args, given] of [[[1], "[1]"], ["x", '"x"'], [3, "3"], ["[1]", '"[1]"']]) {
    const message = `INVALID_ARGUMENT: only: arguments are a JSON object (given: ${given}). ` +
      'Example: only {"text":"x"}';
    assertEquals(await wire.request(1, "tools/call", { name: "only", arguments: args }), {
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32602, message },
    });
  }
  await wire.end();
  await wire.ended;
});

Deno.test("an argument named __proto__ is unknown", async () => {
  const wire = new Wire(scriptedService(...toolsOf("default")));
  await wire.initialize();
  const args = '{"path":"a.txt","__proto__":{"max_lines":1}}';
  await wire.send(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_file","arguments":${args}}}`,
  );
  const { code, message } = Object(await wire.next()).result.structuredContent.error;
  assertEquals([code, message], ["UNKNOWN_ARGUMENT", "read_file has no argument __proto__."]);
  await wire.end();
  await wire.ended;
});

Deno.test("a slow call with a progress token reports increasing progress", async () => {
  const service = scriptedService(scriptedTool("only", async (_args, context) => {
    await context.run({
      op: "read",
      path: "x",
      range: { type: "bytes", offset: 0, max: 1 },
      timeoutMs: 1,
    });
    return found({ echo: "done" });
  }));
  let now = 0;
  const realNow = performance.now;
  performance.now = () => now;
  const engine = {
    ...service.engine,
    execute: (_: unknown, options?: { onProgress?: (done: number, total?: number) => void }) => {
      const report = (at: number, done: number, total?: number) => {
        now = at;
        options?.onProgress?.(done, total);
      };
      report(499, 1);
      report(500, 2);
      report(600, 3);
      report(1100, 2);
      report(1100, 4, 9);
      return Promise.reject(new ToolError("timeout", { ms: 1 }));
    },
  };
  const wire = new Wire({ ...service, engine });
  await wire.initialize();
  const call = { name: "only", _meta: { progressToken: "p" } };
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const progress = (params: object) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: "p", ...params },
  });
  const received = [await wire.next(), await wire.next(), await wire.next()];
  performance.now = realNow;
  assertEquals(received.slice(0, 2), [progress({ progress: 2 }), progress({ progress: 4, total: 9 })]);
  assertEquals(Object(received[2]).result.structuredContent.error.code, "TIMEOUT");
  await wire.end();
  await wire.ended;
});
