import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { estimateTokens } from "../../src/format/token_estimate.ts";
import { firstLines, fossick, tree } from "../program.ts";

const FILES = { "src/a.py": "print('first')\n", "src/.env": "NAME=unsent\n" };
const CALL = { name: "consult_files", arguments: { files: ["src/*.py", "src/.env"], query: "Why?" } };
const ANSWER = { type: "text", text: "It prints." } as const;

/** What the client's side was asked, and what it says. */
interface Sampler {
  readonly asked: unknown[];
  /** Throws to decline. */
  answer(): Sampled;
}

interface Sampled {
  readonly model: string;
  readonly role: "assistant";
  readonly content: typeof ANSWER;
  readonly stopReason?: string;
}

/** What the tests need of a client, whichever it is. */
interface SamplingClient extends AsyncDisposable {
  call(
    more?: Record<string, unknown>,
  ): Promise<{ structured: Record<string, unknown>; isError: boolean; text: string }>;
}

type Mode = "legacy" | { pin: string };

async function v2(root: string, mode: Mode, sampler?: Sampler): Promise<SamplingClient> {
  const [command, ...args] = fossick(root);
  const capabilities = sampler ? { sampling: {} } : {};
  const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode }, capabilities });
  if (sampler) {
    client.setRequestHandler("sampling/createMessage", (request) => {
      sampler.asked.push(request.params);
      return { ...sampler.answer() };
    });
  }
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return {
    call: async (more) => seen(await client.callTool({ ...CALL, arguments: { ...CALL.arguments, ...more } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function v1(root: string, sampler?: Sampler): Promise<SamplingClient> {
  const [command, ...args] = fossick(root);
  const client = new V1Client({ name: "v1", version: "1" }, { capabilities: sampler ? { sampling: {} } : {} });
  if (sampler) {
    client.setRequestHandler(CreateMessageRequestSchema, (request: { params: unknown }) => {
      sampler.asked.push(request.params);
      return { ...sampler.answer() };
    });
  }
  await client.connect(new V1Transport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return {
    call: async (more) => seen(await client.callTool({ ...CALL, arguments: { ...CALL.arguments, ...more } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function seen(result: object) {
  const { structuredContent, isError, content } = Object(result);
  return { structured: Object(structuredContent), isError: isError === true, text: String(content?.[0]?.text) };
}

const CLIENTS: Readonly<Record<string, (root: string, sampler?: Sampler) => Promise<SamplingClient>>> = {
  "the v2 client in the 2025 era": (root, sampler) => v2(root, "legacy", sampler),
  "the v2 client in the 2026-07-28 era": (root, sampler) => v2(root, { pin: "2026-07-28" }, sampler),
  "the v1 client": v1,
};

for (const [who, connect] of Object.entries(CLIENTS)) {
  Deno.test(`${who} lends its model: it gets the files and the question, and its answer is the tool's`, async () => {
    using files = tree(FILES);
    const sampler: Sampler = { asked: [], answer: () => ({ model: "host-model", role: "assistant", content: ANSWER }) };
    await using client = await connect(files.path, sampler);
    const { structured, isError, text } = await client.call({ model: "big", max_output_tokens: 55 });
    const { left_out, usage, ...rest } = structured;
    assertEquals([isError, rest], [false, {
      answer: "It prints.",
      model: "host-model",
      files: [{ path: "src/a.py", bytes: 15, truncated: false }],
      truncated: false,
    }]);
    assertEquals(Object(left_out).length, 1);
    assert(Object(usage).input_tokens > 20 && Object(usage).output_tokens === estimateTokens(ANSWER.text));
    assertMatch(text, /^It prints\.\n\n\[host-model was asked about 1 file, 15 bytes; /);
    const [{ messages, maxTokens, modelPreferences, systemPrompt }] = sampler.asked.map(Object);
    assertEquals([sampler.asked.length, maxTokens, modelPreferences, typeof systemPrompt], [
      1,
      55,
      { hints: [{ name: "big" }] },
      "string",
    ]);
    assertEquals(JSON.parse(JSON.stringify(messages).replaceAll(/\[[a-z]{10}\]/g, "[mark]")), [{
      role: "user",
      content: {
        type: "text",
        text: "===== file src/a.py (1 line) [mark] =====\nprint('first')\n===== end of src/a.py [mark] =====\n\nWhy?",
      },
    }]);
    assert(!JSON.stringify(sampler.asked).includes("unsent"));
  });

  Deno.test(`${who}: an answer that its model had to cut is marked, a dry run asks nothing`, async () => {
    using files = tree(FILES);
    const cut: Sampled = { model: "m", role: "assistant", content: ANSWER, stopReason: "maxTokens" };
    const sampler: Sampler = { asked: [], answer: () => cut };
    await using client = await connect(files.path, sampler);
    const dry = await client.call({ dry_run: true });
    assertEquals([dry.structured.dry_run, sampler.asked.length], [true, 0]);
    const { truncated, truncated_by, hints } = (await client.call()).structured;
    assertEquals([truncated, truncated_by, hints], [
      true,
      "limit",
      [
        'The model stopped at its limit of output; with a higher one: consult_files {"files": ["src/*.py", "src/.env"], ' +
        '"query": "Why?", "max_output_tokens": 16384}',
      ],
    ]);
  });

  Deno.test(`${who} without sampling is told so, with the manifest`, async () => {
    using files = tree(FILES);
    await using client = await connect(files.path);
    const { structured, isError } = await client.call();
    assertEquals([isError, Object(structured.error).code, structured.total_files], [true, "CONSULT_UNAVAILABLE", 1]);
  });
}

for (const who of ["the v2 client in the 2025 era", "the v1 client"]) {
  Deno.test(`${who}: a request that is declined is an error in the tool's own form`, async () => {
    using files = tree(FILES);
    const declines: Sampler = {
      asked: [],
      answer: () => {
        throw new Error("the user said no");
      },
    };
    await using client = await CLIENTS[who]?.(files.path, declines) ?? await v1(files.path, declines);
    const { structured, isError, text } = await client.call();
    const { code, message } = Object(structured.error);
    assertEquals([isError, code], [true, "PROVIDER_ERROR"]);
    assertMatch(message, /^The client was asked for its model's answer and gave none: .*the user said no\.$/);
    assert(text.startsWith(`PROVIDER_ERROR: ${message}\n`));
  });
}

Deno.test("in 2026-07-28 a request that is declined ends the client's own call", async () => {
  using files = tree(FILES);
  let asked = 0;
  const declines: Sampler = {
    asked: [],
    answer: () => {
      asked++;
      throw new Error("the user said no");
    },
  };
  await using client = await v2(files.path, { pin: "2026-07-28" }, declines);
  assertMatch(await client.call().then(() => "answered", String), /the user said no/);
  assertEquals(asked, 1);
});

/** What two retries come to that are no answer, one call after the other: one without any, one with a picture. */
async function vainRetries(root: string, lang: string): Promise<string[]> {
  const [command, ...args] = fossick(root, "--lang", lang);
  const program = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: "2026-07-28",
    [CLIENT_INFO_META_KEY]: { name: "bare", version: "1" },
    [CLIENT_CAPABILITIES_META_KEY]: { sampling: {} },
  };
  const picture = { type: "image", data: "AA==", mimeType: "image/png" };
  const opinion = { role: "assistant", model: "m", content: picture };
  const lines = [{}, { inputResponses: { opinion } }].map((more, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { ...CALL, _meta, requestState: JSON.stringify({ asked: ["opinion"] }), ...more },
  }));
  await new Blob(lines.map((line) => JSON.stringify(line) + "\n")).stream().pipeTo(program.stdin, {
    preventClose: true,
  });
  const answers = (await firstLines(program.stdout, lines.length)).map((line) => JSON.parse(line));
  await program.stdin.close();
  await program.output();
  return answers.toSorted((a, b) => a.id - b.id).map(({ result }) =>
    String(Object(seen(result).structured.error).message)
  );
}

Deno.test("in 2026-07-28 a retry without an answer, and an answer without text, are errors that say so", async () => {
  using files = tree(FILES);
  assertEquals(await vainRetries(files.path, "en"), [
    "The client was asked for its model's answer and gave none: its retry held no answer.",
    "The client was asked for its model's answer and gave none: what it sent holds no text.",
  ]);
  assertEquals(await vainRetries(files.path, "ja"), [
    "クライアントのモデルに依頼しましたが、回答が得られませんでした: 再試行に回答が含まれていません。",
    "クライアントのモデルに依頼しましたが、回答が得られませんでした: 応答にテキストがありません。",
  ]);
});
