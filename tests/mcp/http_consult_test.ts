import { assert, assertEquals, assertMatch } from "@std/assert";
import { eventData } from "../../src/consult/sse.ts";
import { answer, ScriptedApi } from "../consult/endpoint.ts";
import { granted, tree } from "../program.ts";
import { CLIENTS, connect, EVERYONE } from "./any_client.ts";
import { serving } from "./http_program.ts";

const FILES = { "src/a.py": "print('first')\n", "src/.env": "NAME=unsent\n" };
const ASK = { files: ["src/*.py", "src/.env"], query: "Why?" };

/** The program over HTTP, with these grants and options. */
function overHttp(root: string, grants: readonly string[] = ["--allow-net=127.0.0.1:0"], ...options: string[]) {
  const flags = [`--allow-read=${root}`, ...grants];
  return serving(granted(flags, "--root", root, "--http", "0", ...options), { FOSSICK_API_KEY: "sk-key" });
}

for (const who of EVERYONE) {
  Deno.test(`over HTTP ${CLIENTS[who]} lends its model, each call to the client that made it`, async () => {
    using files = tree(FILES);
    await using server = await overHttp(files.path);
    const asked: string[][] = [[], []];
    const sampler = (nth: 0 | 1) => (params: unknown) => (asked[nth]?.push(JSON.stringify(params)), `answer ${nth}`);
    await using one = await connect(who, { url: server.url }, { sample: sampler(0) });
    await using two = await connect(who, { url: server.url }, { sample: sampler(1) });
    const calls = [one, two, one].map((client, i) => client.call("consult_files", { ...ASK, query: `Question ${i}?` }));
    const answers = await Promise.all(calls);
    assertEquals(answers.map(({ structured }) => structured.answer), ["answer 0", "answer 1", "answer 0"]);
    assertEquals(asked.map((questions) => questions.map((text) => /Question \d/.exec(text)?.[0]).toSorted()), [
      ["Question 0", "Question 2"],
      ["Question 1"],
    ]);
    assert(!JSON.stringify(asked).includes("unsent"));
  });

  Deno.test(`over HTTP ${CLIENTS[who]} without a model to lend is told so, with the manifest`, async () => {
    using files = tree(FILES);
    await using server = await overHttp(files.path);
    await using client = await connect(who, { url: server.url });
    const { structured, isError } = await client.call("consult_files", ASK);
    assertEquals([isError, Object(structured.error).code, structured.total_files], [true, "CONSULT_UNAVAILABLE", 1]);
  });

  Deno.test(`over HTTP the endpoint comes before the model that ${CLIENTS[who]} would lend`, async () => {
    using files = tree(FILES);
    await using api = new ScriptedApi({ "/v1/chat/completions": () => answer("from the endpoint") });
    const grants = [`--allow-net=127.0.0.1:0,${api.host}`, "--allow-env=FOSSICK_API_KEY"];
    await using server = await overHttp(files.path, grants, "--provider-url", api.url);
    let lent = 0;
    await using client = await connect(who, { url: server.url }, { sample: () => `${lent++}` });
    const { structured, isError } = await client.call("consult_files", ASK);
    assertEquals([isError, structured.answer, lent], [false, "from the endpoint", 0]);
    assertEquals(api.asked.length, 1);
    assertMatch(JSON.stringify(api.asked), /print\('first'\)/);
    assertEquals(api.received.at(-1)?.authorization, "Bearer sk-key");
  });
}

Deno.test("a 2025-era request without a session is answered; what its client could lend is not known then", async () => {
  using files = tree(FILES);
  await using server = await overHttp(files.path);
  const response = await fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "consult_files", arguments: ASK },
    }),
  });
  assertEquals([response.status, response.headers.get("mcp-session-id")], [200, null]);
  assertMatch(await response.text(), /CONSULT_UNAVAILABLE/);
});

Deno.test("over HTTP a client is asked on the stream of its call: it need not have opened another", async () => {
  using files = tree(FILES);
  await using server = await overHttp(files.path);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (message: unknown) => fetch(server.url, { method: "POST", headers, body: JSON.stringify(message) });
  const opened = await post({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { sampling: {} }, clientInfo: { name: "c", version: "1" } },
  });
  headers["mcp-session-id"] = opened.headers.get("mcp-session-id") ?? "";
  headers["mcp-protocol-version"] = "2025-11-25";
  await opened.body?.cancel();
  await (await post({ jsonrpc: "2.0", method: "notifications/initialized" })).body?.cancel();
  const params = { name: "consult_files", arguments: ASK };
  const { body } = await post({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
  assert(body !== null);
  for await (const data of eventData(body)) {
    if (data === "") continue;
    const { id, method, result } = JSON.parse(data);
    if (method === "sampling/createMessage") {
      // Several blocks, as of 2025-11-25, and no name of a model.
      const content = [{ type: "text", text: "first" }, { type: "text", text: "second" }];
      await (await post({ jsonrpc: "2.0", id, result: { role: "assistant", content } })).body?.cancel();
    } else if (id === 2) {
      const { answer, model } = result.structuredContent;
      assertEquals([answer, model], ["first\nsecond", "the client's model"]);
    }
  }
});
