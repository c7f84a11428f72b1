import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Provider, type ProviderSettings } from "../../src/consult/provider.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { NetworkThread } from "../../src/pool/network_thread.ts";
import { answer, CHAT, chunk, DONE, event, type Script, ScriptedApi, streamed } from "./scripted_api.ts";

const KEY = "sk-" + "test-0123456789abcdef";
const FILES = [{ path: "a.py", bytes: 2, text: "x\n", textCut: false }];
const QUESTION = { files: FILES, query: "Why?", model: "m" };

/** A provider that asks a scripted API through a network thread. */
async function asking(script: Script[string], settings: Partial<ProviderSettings> = {}, totalMs?: number) {
  const api = new ScriptedApi({ [CHAT]: script }), network = await NetworkThread.start(api.host, true);
  const provider = new Provider({ url: api.url, ...settings }, (url, out) => network.post(url, out), totalMs);
  return {
    api,
    provider,
    async [Symbol.asyncDispose]() {
      network.close();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** The parameters of the PROVIDER_ERROR that the question ends with. */
async function failure(provider: Provider, model = "m") {
  const error = await assertRejects(() => provider.consult({ ...QUESTION, model }, {}), ToolError);
  assertEquals([error.code, error.key.startsWith("provider_")], ["PROVIDER_ERROR", true]);
  const { status, why } = error.params;
  return [status, typeof why === "object" ? why.key : why];
}

Deno.test("one POST with the files and the question gets the streamed answer", async () => {
  await using one = await asking(() => answer("It ", "is ", "fine."), { key: KEY, model: "other" });
  const got = await one.provider.consult({ ...QUESTION, maxOutputTokens: 7 }, {});
  assertEquals(got, {
    answer: "It is fine.",
    model: "big-2025",
    files: [{ path: "a.py", bytes: 2, sentBytes: 2, sentTokens: 3, truncated: false }],
    leftOut: [],
    usage: { inputTokens: 321, outputTokens: 3 },
    cut: false,
  });
  const [{ messages: [system, user], ...asked }] = one.api.asked;
  assertEquals(asked, { model: "m", stream: true, stream_options: { include_usage: true }, max_tokens: 7 });
  assertEquals([system.role, user.role], ["system", "user"]);
  assertStringIncludes(user.content, "===== file a.py (1 line)");
  assertEquals(one.api.received.map(({ path, authorization }) => [path, authorization]), [[CHAT, `Bearer ${KEY}`]]);
});

Deno.test("an endpoint that does not stream is answered by its one object; usage that it does not count is estimated", async () => {
  const choices = [{ message: { role: "assistant", content: "Fine." }, finish_reason: "length" }];
  await using one = await asking(() => Response.json({ choices }), { model: "m" });
  const { answer, model, usage, cut } = await one.provider.consult({ files: FILES, query: "Why?" }, {});
  assertEquals([answer, model, cut], ["Fine.", "m", true]);
  assert(usage.inputTokens > 50 && usage.outputTokens > 0);
  assertEquals(one.api.received[0].authorization, null);
});

Deno.test("a stream needs no usage, no blank line at its end, and no [DONE] after a finish_reason", async () => {
  const streams: Record<string, Response> = {
    bare: streamed(chunk({ content: "Fine." }), "data: [DONE]"),
    finished: streamed("event: ping\ndata:\n\n", chunk({ content: "Fine." }, { finish_reason: "stop" })),
    later: streamed(
      chunk({ content: "Fi" }).slice(0, 40),
      chunk({ content: "Fi" }).slice(40),
      chunk({ content: "ne." }),
      DONE,
      "data: {",
    ),
    odd: streamed(
      event({ choices: [{ delta: { content: "Fine." } }], usage: { prompt_tokens: -1 }, error: null }),
      DONE,
    ),
  };
  await using one = await asking(({ body }) => streams[JSON.parse(body).model]);
  for (const model of Object.keys(streams)) {
    const { answer } = await one.provider.consult({ ...QUESTION, model }, {});
    assertEquals([model, answer], [model, "Fine."]);
  }
});

Deno.test("without a model, here or at the start, nothing is sent", async () => {
  await using one = await asking(() => answer("no"));
  const error = await assertRejects(() => one.provider.consult({ files: FILES, query: "Why?" }, {}), ToolError);
  assertEquals([error.code, one.api.received], ["INVALID_ARGUMENT", []]);
});

/** A body without an end, in pieces of `piece`, as fast as it is read. */
function endless(piece: string, type = "application/json", everyMs = 0): Response {
  const bytes = new TextEncoder().encode(piece);
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    controller.enqueue(bytes);
  };
  return new Response(new ReadableStream({ pull }), { headers: { "content-type": type } });
}

const EVENTS = "text/event-stream", CUT = chunk({ content: "half" });
const page = (status: number, body: BodyInit | null, headers: HeadersInit = {}) =>
  new Response(body, { status, headers });

/** What a provider can do wrong, the status that is told, and the reason. */
const WRONG: Readonly<Record<string, readonly [() => Response | Promise<Response>, number | undefined, string]>> = {
  "301": [() => page(301, "moved", { location: "/v1/elsewhere" }), undefined, "redirect"],
  "307": [() => page(307, null, { location: CHAT }), undefined, "redirect"],
  "304": [() => page(304, null), undefined, "redirect"],
  "401": [() => Response.json({ error: { message: `no such key: ${KEY}` } }, { status: 401 }), 401, "no such key: ***"],
  "404": [() => page(404, "  not\n\tthere "), 404, "not there"],
  "429": [() => page(429, null, { "retry-after": "1" }), 429, "unexplained"],
  "500": [() => page(500, `<h1>${"x".repeat(500)}</h1>`), 500, `<h1>${"x".repeat(196)}`],
  "502 endless": [() => page(502, endless("x".repeat(2 ** 20)).body), undefined, "over_bytes"],
  "empty": [() => page(200, ""), undefined, "garbled"],
  "no body": [() => page(204, null), undefined, "garbled"],
  "a page": [() => page(200, "<html>"), undefined, "garbled"],
  "other JSON": [() => Response.json({ status: "ok" }), undefined, "garbled"],
  "deep JSON": [() => page(200, "[".repeat(2 ** 20)), undefined, "garbled"],
  "many choices": [() => page(200, `{"choices": [${"1,".repeat(2 ** 20)}1]}`), undefined, "garbled"],
  "an error as 200": [() => Response.json({ error: { message: "overloaded" } }), undefined, "overloaded"],
  "garbage events": [() => streamed(CUT, "data: {oops\n\n"), undefined, "garbled"],
  "an error event": [
    () => streamed(CUT, event({ error: { message: "overloaded" }, choices: [] })),
    undefined,
    "overloaded",
  ],
  "no end": [() => streamed(CUT), undefined, "ended_early"],
  "no events": [() => streamed(), undefined, "ended_early"],
  "withheld": [() => streamed(chunk({}, { finish_reason: "content_filter" }), DONE), undefined, "withheld"],
  "one endless line": [() => endless("x".repeat(2 ** 20), EVENTS), undefined, "over_bytes"],
  "huge": [() => endless(" ".repeat(2 ** 20)), undefined, "over_bytes"],
};

/** Providers that never end: these alone are given little time. */
const LATE: typeof WRONG = {
  "endless": [() => endless(CUT, EVENTS, 20), undefined, "over_time"],
  "slow": [() => endless(": wait\n\n", EVENTS, 300), undefined, "over_time"],
  silent: [() => new Promise((resolve) => setTimeout(resolve, 2500, page(200, "late"))), undefined, "over_time"],
};

Deno.test("whatever a provider does wrong, the question ends in PROVIDER_ERROR, after one request", async () => {
  for (const [cases, totalMs] of [[WRONG, 120_000], [LATE, 500]] as const) {
    const script: Script[string] = ({ body }) => cases[JSON.parse(body).model][0]();
    await using one = await asking(script, { key: KEY }, totalMs);
    await Promise.all(
      Object.entries(cases).map(async ([name, [, status, why]]) => {
        assertEquals([name, await failure(one.provider, name)], [name, [status, why]]);
      }),
    );
    assertEquals(one.api.received.map(({ path }) => path), Object.keys(cases).map(() => CHAT));
  }
});

Deno.test("a host that is not there, and a connection that breaks, are told without the URL", async () => {
  for (const head of ["", "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n: x\n"]) {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), host = `127.0.0.1:${listener.addr.port}`;
    const network = await NetworkThread.start(host, true);
    const serving = listener.accept().then(async (connection) => {
      await connection.read(new Uint8Array(65_536));
      await connection.write(new TextEncoder().encode(head));
      connection.close();
    }, () => {});
    if (head === "") listener.close();
    const provider = new Provider({ url: `http://${host}/v1?secret=1` }, (url, out) => network.post(url, out));
    const [status, why] = await failure(provider);
    assertEquals([status, typeof why, `${why}`.includes("secret")], [undefined, "string", false]);
    if (head !== "") listener.close();
    await serving;
    network.close();
  }
});

Deno.test("a caller that gives up gets its own reason, and the provider notices", async () => {
  const gone = Promise.withResolvers<void>(), begun = Promise.withResolvers<void>();
  await using one = await asking(() => {
    const { body } = endless(CUT, EVENTS, 10);
    const watched = new ReadableStream({ start: () => begun.resolve(), cancel: () => gone.resolve() });
    return new Response(body?.pipeThrough({ readable: watched, writable: new WritableStream() }), {
      headers: { "content-type": EVENTS },
    });
  });
  const stop = new AbortController(), reason = new Error("enough");
  const asked = one.provider.consult(QUESTION, { signal: stop.signal });
  await begun.promise;
  stop.abort(reason);
  assertEquals(await asked.catch((error) => error), reason);
  await gone.promise;
  assertEquals(await one.provider.consult(QUESTION, { signal: AbortSignal.abort(reason) }).catch((e) => e), reason);
});

Deno.test("the key is nowhere in an answer; a short placeholder is no key", async () => {
  const echo: Script[string] = ({ authorization }) => answer("Your key: ", `${authorization}`.slice(7));
  await using real = await asking(echo, { key: KEY });
  assertEquals((await real.provider.consult(QUESTION, {})).answer, "Your key: ***");
  await using placeholder = await asking(echo, { key: "ollama" });
  assertEquals((await placeholder.provider.consult(QUESTION, {})).answer, "Your key: ollama");
});
