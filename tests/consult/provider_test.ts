import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Clock } from "../../src/consult/clock.ts";
import type { Send } from "../../src/consult/endpoint.ts";
import { Provider } from "../../src/consult/provider.ts";
import { faultWords } from "../../src/format/error_answer.ts";
import { type ConsultQuestion, PartialAnswerError } from "../../src/model/consultation.ts";
import { LIMITS } from "../../src/model/limits.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import {
  answer,
  CHAT,
  chunk,
  DONE,
  droppingServer,
  event,
  models,
  refusal,
  type Script,
  ScriptedApi,
  streamed,
} from "./scripted_api.ts";
import { FakeClock } from "./fake_clock.ts";

const KEY = "sk-" + "test-0123456789abcdef";
const QUESTION: ConsultQuestion = { files: [{ path: "a.py", bytes: 6, text: "a = 1\n" }], query: "Why?" };
/** Delays between attempts end immediately. Timeouts never occur. */
const patient = () => new FakeClock((ms) => ms < 5000 || ms === 7000);

const send: Send = (url, outgoing) => fetch(url, { ...outgoing, redirect: "manual" });

function provider(url: string, clock: Clock = patient()): Provider {
  return new Provider({ url, key: KEY }, send, clock);
}

/** The error that a question ends with. */
async function failure(script: Script): Promise<ToolError> {
  await using api = new ScriptedApi(script);
  return await assertRejects(() => provider(api.url).consult(QUESTION, {}), ToolError);
}

Deno.test("a streamed answer is collected, with its model, its tokens, and progress", async () => {
  await using api = new ScriptedApi({ [CHAT]: () => answer("It", " is", " 1", ".") });
  const progress: number[] = [];
  const opinion = await provider(api.url).consult(QUESTION, { onProgress: (done) => progress.push(done) });
  assertEquals(opinion, {
    answer: "It is 1.",
    model: "big-2025",
    files: [{ path: "a.py", bytes: 6, truncated: false }],
    leftOut: [],
    usage: { inputTokens: 321, outputTokens: 4 },
    cut: false,
  });
  assertEquals(progress, progress.toSorted((a, b) => a - b));
  assert(progress.length >= 6);
  assertEquals(api.received.map(({ method, path }) => `${method} ${path}`), ["GET /v1/models", `POST ${CHAT}`]);
  assertEquals(api.received.map(({ authorization }) => authorization), [`Bearer ${KEY}`, `Bearer ${KEY}`]);
  const [{ messages, ...rest }] = api.asked;
  assertEquals(rest, { model: "big", stream: true, stream_options: { include_usage: true } });
  assertEquals([messages[1].role, messages[1].content.replaceAll(/\[[a-z]{10}\]/g, "[mark]")], [
    "user",
    "===== file a.py (1 line) [mark] =====\na = 1\n===== end of a.py [mark] =====\n\nWhy?",
  ]);
});

Deno.test("no key is sent without one; a base URL may end with a slash or a query", async () => {
  await using api = new ScriptedApi({ [CHAT]: () => answer("yes") });
  await provider(`${api.url}/?api-version=1`).consult(QUESTION, {});
  const bare = new Provider({ url: `${api.url}/` }, send, patient());
  await bare.consult(QUESTION, {});
  assertEquals(api.to(CHAT).map(({ authorization }) => authorization), [`Bearer ${KEY}`, null]);
});

Deno.test("an answer that is not streamed, and content in parts, are understood", async () => {
  const whole = {
    model: "m",
    choices: [{ message: { content: [{ type: "text", text: "a" }, { type: "text", text: "b" }] } }],
  };
  await using json = new ScriptedApi({ [CHAT]: () => Response.json(whole) });
  assertEquals((await provider(json.url).consult(QUESTION, {})).answer, "ab");
  const events = ": PROCESSING\n\n" + chunk({ content: "c" }) + chunk({ refusal: "d" }, { finish_reason: "stop" });
  await using unnamed = new ScriptedApi({ [CHAT]: () => new Response(events) });
  assertEquals((await provider(unnamed.url).consult(QUESTION, {})).answer, "cd");
});

Deno.test("the model is the one named, else the first listed; the list is fetched once", async () => {
  const list = () => models({ id: "first" }, { id: "second", context_window: 2000 });
  await using api = new ScriptedApi({ "/v1/models": list, [CHAT]: () => streamed(chunk({ content: "x" }), DONE) });
  const asking = provider(api.url);
  assertEquals((await asking.consult(QUESTION, {})).model, "big-2025");
  await asking.consult({ ...QUESTION, model: "second", maxOutputTokens: 77 }, {});
  await asking.consult({ ...QUESTION, model: "alias" }, {});
  assertEquals(api.asked.map(({ model, max_tokens }) => [model, max_tokens]), [
    ["first", undefined],
    ["second", 77],
    ["alias", undefined],
  ]);
  assertEquals(api.to("/v1/models").length, 1);
});

Deno.test("the prompt fits the context that the list states for the model", async () => {
  const long = { path: "long.py", bytes: 100_000, text: "x = 1\n".repeat(16_000) };
  for (const field of ["context_length", "context_window", "max_model_len"]) {
    await using api = new ScriptedApi({
      "/v1/models": () => models({ id: "small", [field]: 3000 }),
      [CHAT]: () => answer("x"),
    });
    const opinion = await provider(api.url).consult({ ...QUESTION, files: [long] }, {});
    assertEquals(opinion.files.map(({ truncated }) => truncated), [true]);
    const { length } = api.asked[0].messages[1].content;
    assert(length > 1000 && length < 3 * 1500, `${length}`);
  }
});

Deno.test("a model must be named if there is no list; a list that fails is ignored", async () => {
  for (const status of [403, 404, 500, 503]) {
    const script = { "/v1/models": () => refusal(status, "no"), [CHAT]: () => answer("x") };
    assertEquals((await failure(script)).key, "provider_no_model");
    await using api = new ScriptedApi(script);
    assertEquals((await provider(api.url).consult({ ...QUESTION, model: "m" }, {})).answer, "x");
    assertEquals(api.to("/v1/models").length, 1);
  }
  const garbled = { "/v1/models": () => new Response("<html>"), [CHAT]: () => answer("x") };
  assertEquals((await failure(garbled)).key, "provider_no_model");
  const empty = { "/v1/models": () => models(), [CHAT]: () => answer("x") };
  assertEquals((await failure(empty)).key, "provider_no_model");
});

Deno.test("each refusal has its own message and hint, in both languages", async () => {
  const list = { "/v1/models": () => models({ id: "m1" }, { id: "m2" }) };
  const cases: [Response | (() => Response), string, string][] = [
    [refusal(401, "Incorrect API key"), "provider_auth", "refused the request (401): Incorrect API key."],
    [refusal(403, "Not in your region."), "provider_auth", "refused the request (403): Not in your region."],
    [
      refusal(404, "no such model"),
      "provider_not_found",
      "knows no model m1, or --provider-url is not the base of its API (404): no such model.",
    ],
    [new Response("<html><body>Not Found</body>", { status: 404 }), "provider_not_found", "Not Found"],
    [refusal(413, "Request Entity Too Large"), "provider_too_long", "too long for m1"],
    [refusal(400, "bad temperature"), "provider_failed", "failed (400): bad temperature."],
    [Response.json({ detail: "strange" }, { status: 422 }), "provider_failed", "failed (422): strange."],
    [Response.json({ error: "plain" }, { status: 402 }), "provider_unpaid", "refused the request (402): plain."],
    [refusal(429, "No quota left.", { code: "insufficient_quota" }), "provider_unpaid", "(429): No quota left."],
    [
      Response.json([{ error: { code: 400, message: "API key not valid. Pass a valid one." } }], { status: 400 }),
      "provider_auth",
      "refused the request (400): API key not valid. Pass a valid one.",
    ],
    [new Response(null, { status: 418 }), "provider_failed", "failed (418): it gave no reason."],
    [new Response(null, { status: 204 }), "provider_garbled", "it is not JSON"],
    [new Response("hello", { status: 200 }), "provider_garbled", "it is not JSON"],
    [Response.json({ hello: 1 }), "provider_garbled", "it holds no choices"],
    [streamed("data: {oops\n\n"), "provider_garbled", "it is not JSON"],
    [streamed(event({ error: { message: "overloaded", code: 529 } })), "provider_failed", "failed (529): overloaded."],
    [streamed(chunk({}, { finish_reason: "content_filter" })), "provider_failed", "content filter"],
  ];
  for (const [answered, key, words] of cases) {
    const error = await failure({
      ...list,
      [CHAT]: () => typeof answered === "function" ? answered() : answered.clone(),
    });
    assertEquals([error.code, error.key], ["PROVIDER_ERROR", key]);
    const { message, hint } = faultWords(error, "en");
    assert(message.includes(words), `${message} has no ${words}`);
    assert(!/\{\w+\}/.test(message + hint + Object.values(faultWords(error, "ja")).join("")), message);
  }
  const unknown = await failure({ ...list, [CHAT]: () => refusal(404, "no") });
  assert(faultWords(unknown, "en").hint.startsWith("Models it names: m1, m2."));
});

Deno.test("transient failures are retried, after the delay that the provider asks for or a doubling one", async () => {
  for (const status of [408, 429, 500, 502, 503, 529]) {
    await using api = new ScriptedApi({ [CHAT]: (_, nth) => nth < 3 ? refusal(status, "later") : answer("at last") });
    const clock = patient();
    assertEquals((await provider(api.url, clock).consult(QUESTION, {})).answer, "at last");
    assertEquals(clock.waits, [500, 1000, 2000]);
  }
  const now = Date.parse("2026-01-01T00:00:00Z");
  for (const after of ["7", "Thu, 01 Jan 2026 00:00:07 GMT"]) {
    const script: Script = {
      [CHAT]: (_, nth) => nth === 0 ? refusal(429, "slow down", {}, { "retry-after": after }) : answer("x"),
    };
    await using api = new ScriptedApi(script);
    const clock = new FakeClock((ms) => ms === 7000, now);
    await provider(api.url, clock).consult(QUESTION, {});
    assertEquals(clock.waits, [7000]);
  }
});

Deno.test("retries end after some attempts, and are not made after a long delay or for permanent failures", async () => {
  let asked = 0;
  const always = (status: number, headers?: HeadersInit): Script => ({
    [CHAT]: () => (asked++, refusal(status, "no", {}, headers)),
  });
  const busy = await failure(always(429));
  assertEquals([busy.key, busy.params.seconds, asked], ["provider_busy", 60, LIMITS.consult.attempts]);
  asked = 0;
  const later = await failure(always(429, { "retry-after": "3600" }));
  assertEquals([later.key, later.params.seconds, asked], ["provider_busy", 3600, 1]);
  for (const status of [400, 401, 403, 404, 422]) {
    asked = 0;
    await failure(always(status));
    assertEquals([status, asked], [status, 1]);
  }
});

Deno.test("a context that proves shorter is respected at a second attempt; there is no third", async () => {
  const long = { path: "long.py", bytes: 600_000, text: "x = 1\n".repeat(100_000) };
  const message =
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 60000 tokens.";
  const lengths: number[] = [];
  await using api = new ScriptedApi({
    [CHAT]: ({ body }, nth) => {
      lengths.push(body.length);
      return nth === 0 ? refusal(400, message, { code: "context_length_exceeded" }) : answer("fits");
    },
  });
  const opinion = await provider(api.url).consult({ ...QUESTION, files: [long] }, {});
  assertEquals([opinion.answer, opinion.files[0]?.truncated], ["fits", true]);
  assert((lengths[1] ?? 0) < 8192 * 3 && (lengths[0] ?? 0) > 5 * (lengths[1] ?? 0), `${lengths}`);
  let asked = 0;
  const error = await failure({ [CHAT]: () => (asked++, refusal(400, message)) });
  assertEquals([error.key, asked], ["provider_too_long", 2]);
  assert(faultWords(error, "en").message.includes("8192"));
});

Deno.test("the same holds if the stream reports it before any text, but not after", async () => {
  const message = "This model's maximum context length is 8192 tokens.";
  const refused = event({ error: { message, code: "context_length_exceeded" } });
  await using api = new ScriptedApi({ [CHAT]: (_, nth) => nth === 0 ? streamed(refused) : answer("fits") });
  assertEquals((await provider(api.url).consult(QUESTION, {})).answer, "fits");
  let asked = 0;
  const error = await failure({ [CHAT]: () => (asked++, streamed(chunk({ content: "so far" }), refused)) });
  assertEquals([error.key, asked], ["provider_too_long", 1]);
  assert(error instanceof PartialAnswerError && error.partial === "so far");
});

Deno.test("an API's dialect is recognized and remembered", async () => {
  await using api = new ScriptedApi({
    [CHAT]: ({ body }) => {
      const { max_tokens, stream_options } = JSON.parse(body);
      if (max_tokens) return refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
      if (stream_options) return refusal(400, "Unrecognized request argument supplied: stream_options");
      return answer("x");
    },
  });
  const asking = provider(api.url);
  for (let i = 0; i < 2; i++) await asking.consult({ ...QUESTION, maxOutputTokens: 9 }, {});
  assertEquals(api.asked.length, 4);
  const { max_completion_tokens, ...last } = api.asked.at(-1);
  assertEquals([max_completion_tokens, "max_tokens" in last, "stream_options" in last], [9, false, false]);
});

Deno.test("redirects to another host or port are refused", async () => {
  await using elsewhere = new ScriptedApi({ [CHAT]: () => answer("stolen"), "/v1/models": () => models({ id: "x" }) });
  for (const status of [301, 302, 303, 307, 308]) {
    for (const path of [CHAT, "/v1/models"]) {
      const location = `http://${elsewhere.host}${path}`;
      const error = await failure({ [path]: () => new Response(null, { status, headers: { location } }) });
      assertEquals([error.key, error.params.target], ["provider_redirect", location]);
    }
  }
  assertEquals(elsewhere.received, []);
  await using moved = new ScriptedApi({
    [CHAT]: () => new Response(null, { status: 308, headers: { location: "/v2/chat" } }),
    "/v2/chat": () => answer("moved"),
  });
  assertEquals((await provider(moved.url).consult(QUESTION, {})).answer, "moved");
  assertEquals(moved.to("/v2/chat")[0]?.method, "POST");
  const circle = await failure({ [CHAT]: () => new Response(null, { status: 307, headers: { location: CHAT } }) });
  assertEquals(circle.key, "provider_redirect");
  for (const location of ["", "http://[", "file:///etc/passwd"]) {
    let asked = 0;
    const bad = await failure({
      [CHAT]: () => (asked++, new Response(null, { status: 307, headers: location ? { location } : {} })),
    });
    assertEquals([bad.key, asked], ["provider_redirect", 1]);
  }
});

Deno.test("a cut connection leaves a partial answer", async () => {
  const error = await failure({ [CHAT]: () => streamed(chunk({ content: "half of " }), chunk({ content: "it" })) });
  assert(error instanceof PartialAnswerError);
  assertEquals([error.key, error.partial], ["provider_cut", "half of it"]);
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n";
  using dropping = droppingServer(head + chunk({ content: "half" }));
  const dropped = await assertRejects(() => provider(dropping.url).consult({ ...QUESTION, model: "m" }, {}), ToolError);
  assertEquals([dropped.key, dropped instanceof PartialAnswerError && dropped.partial], ["provider_cut", "half"]);
});

Deno.test("a finished answer is whole, whatever arrives or fails after it", async () => {
  const end = chunk({ content: "all of it" }, { finish_reason: "stop" });
  const open = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(end + DONE)),
  });
  const scripts = [
    () => streamed(end, DONE, "data: no JSON\n\n"),
    () => new Response(open, { headers: { "content-type": "text/event-stream" } }),
    () => streamed(end),
  ];
  for (const script of scripts) {
    const api = new ScriptedApi({ [CHAT]: script });
    assertEquals((await provider(api.url).consult(QUESTION, {})).answer, "all of it");
    await Promise.race([api[Symbol.asyncDispose](), new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n";
  for (const sent of [end, end + DONE]) {
    using dropping = droppingServer(head + sent);
    assertEquals((await provider(dropping.url).consult({ ...QUESTION, model: "m" }, {})).answer, "all of it");
  }
});

Deno.test("an unreachable host is retried, then named", async () => {
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = gone.addr;
  gone.close();
  const clock = patient();
  const ask = provider(`http://127.0.0.1:${port}/v1`, clock).consult({ ...QUESTION, model: "m" }, {});
  const error = await assertRejects(() => ask, ToolError);
  assertEquals([error.key, error.params.host, clock.waits.length], ["provider_unreachable", `127.0.0.1:${port}`, 3]);
  const unnamed = provider(`http://127.0.0.1:${port}/v1`).consult(QUESTION, {});
  assertEquals((await assertRejects(() => unnamed, ToolError)).key, "provider_unreachable");
});

Deno.test("silence ends the call: before the first byte, in the middle, and in all", async () => {
  const never = () => new Promise<Response>(() => {});
  const { idleMs, totalMs } = LIMITS.consult;
  const stalls = (first: string) =>
    new Response(
      new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(first)) }),
      { headers: { "content-type": "text/event-stream" } },
    );
  // A delay ends only after the request was sent, as on a real clock.
  const after = (ms: number, out: () => boolean) => new DueClock(ms, out);
  for (const [hang, partial] of [[never, ""], [() => stalls(chunk({ content: "so far" })), "so far"]] as const) {
    for (const ms of [idleMs, totalMs]) {
      const api = new ScriptedApi({ [CHAT]: hang });
      using clock = after(ms, () => api.to(CHAT).length > 0 && (partial === "" || heard > 0));
      let heard = 0;
      const following = { onProgress: () => void heard++ };
      const asking = provider(api.url, clock).consult(QUESTION, following);
      const error = await assertRejects(() => asking, ToolError);
      assertEquals([error.key, error.params.seconds], ["provider_timeout", ms / 1000]);
      assertEquals(error instanceof PartialAnswerError ? error.partial : "", partial);
      await Promise.race([api[Symbol.asyncDispose](), new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  }
});

/** A clock whose delays of `ms` end as soon as `due` holds. Others never end. */
class DueClock extends FakeClock implements Disposable {
  #waiting: (() => void)[] = [];
  readonly #poll = setInterval(() => {
    if (this.due()) { for (const over of this.#waiting.splice(0)) over(); }
  }, 2);

  constructor(private readonly ms: number, private readonly due: () => boolean) {
    super(() => false);
  }

  override sleep(ms: number, signal: AbortSignal): Promise<void> {
    const never = super.sleep(ms, signal);
    if (ms !== this.ms) return never;
    return Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), never]);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#poll);
  }
}

Deno.test("a cancelled call stops immediately in every phase, with the caller's reason", async () => {
  const stall = () =>
    new Response(
      new ReadableStream<Uint8Array>({ start: (c) => c.enqueue(new TextEncoder().encode(chunk({ content: "a" }))) }),
      {
        headers: { "content-type": "text/event-stream" },
      },
    );
  const never = () => new Promise<Response>(() => {});
  for (const script of [{ "/v1/models": never }, { [CHAT]: never }, { [CHAT]: stall }] satisfies Script[]) {
    const stop = new AbortController(), reached = Promise.withResolvers<void>();
    const watched: Script = Object.fromEntries(
      Object.entries(script).map(([path, act]) => [path, () => (reached.resolve(), act())]),
    );
    const api = new ScriptedApi(watched);
    const asking = provider(api.url).consult(QUESTION, { signal: stop.signal });
    await reached.promise;
    const reason = new ToolError("cancelled");
    stop.abort(reason);
    assertEquals(await asking.catch((error) => error), reason);
    await Promise.race([api[Symbol.asyncDispose](), new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  const before = AbortSignal.abort(new ToolError("cancelled"));
  await using api = new ScriptedApi();
  await assertRejects(() => provider(api.url).consult(QUESTION, { signal: before }), ToolError);
  assertEquals(api.received, []);
});

Deno.test("an endless answer is stopped", async () => {
  let sent = 0;
  const endless = () => {
    const piece = new TextEncoder().encode(chunk({ content: "x".repeat(100_000) }));
    return new Response(
      new ReadableStream<Uint8Array>({ pull: (controller) => (sent += piece.length, controller.enqueue(piece)) }),
      { headers: { "content-type": "text/event-stream" } },
    );
  };
  const error = await failure({ [CHAT]: endless });
  assertEquals([error.key, error.params.cap], ["provider_oversized", LIMITS.consult.answerBytes]);
  assert(sent < 4 * LIMITS.consult.answerBytes, `${sent}`);
  const page = await failure({ [CHAT]: () => new Response("x".repeat(9 * 2 ** 20)) });
  assertEquals(page.key, "provider_oversized");
});

Deno.test("no answer and no error contains the key, even if the provider repeats it", async () => {
  const echo: Script[] = [
    { [CHAT]: () => answer("The key is ", KEY.slice(0, 9), KEY.slice(9)) },
    { [CHAT]: () => refusal(401, `Incorrect API key provided: ${KEY}`) },
    { [CHAT]: () => refusal(400, `context length: ${KEY}`) },
    { [CHAT]: () => streamed(chunk({ content: KEY }), event({ error: { message: KEY } })) },
    { [CHAT]: () => streamed(chunk({ content: KEY })) },
    { [CHAT]: () => streamed(event({ model: KEY, choices: [{ delta: { content: "x" }, finish_reason: "stop" }] })) },
    { [CHAT]: () => new Response(null, { status: 307, headers: { location: `http://other.example/?${KEY}` } }) },
    { "/v1/models": () => refusal(401, KEY) },
  ];
  for (const script of echo) {
    await using api = new ScriptedApi(script);
    const end = await provider(api.url).consult(QUESTION, {}).catch((
      error,
    ) => [String(error), error.params, error.partial]);
    assert(!JSON.stringify(end).includes(KEY), JSON.stringify(end));
  }
});

/** JSON with every character of the key escaped. */
function escaped(data: unknown): string {
  const units = KEY.split("").map((c) => "\\u00" + c.charCodeAt(0).toString(16)).join("");
  return JSON.stringify(data).replaceAll(KEY, units);
}

Deno.test("no part of the key is shown if the provider's text is cut, wrapped, escaped or breaks off", async () => {
  const part = KEY.slice(0, 9), wrapped = `${KEY.slice(0, 12)}\n      ${KEY.slice(12)}`;
  const errors = ["x".repeat(180) + KEY, "x ".repeat(995) + KEY, wrapped, "x".repeat(187) + wrapped, KEY.toUpperCase()];
  const bodies = [
    ...errors.flatMap((message) => [JSON.stringify({ error: { message } }), escaped({ error: { message } }), message]),
    ...errors.map((message) => `<html><body><p>${message}</p>`),
    escaped({ errors: [KEY] }),
    `{"error": {"message": "${KEY.slice(0, 15)}`,
    "<p>".repeat(21_840) + KEY.padStart(32),
    JSON.stringify({ error: { message: encodeURIComponent(KEY) } }),
  ];
  const scripts: Script[] = [
    ...bodies.flatMap((body): Script[] => [
      { [CHAT]: () => new Response(body, { status: 400 }) },
      { [CHAT]: () => streamed(chunk({ content: "x" }), `data: ${body.replaceAll("\n", "\ndata: ")}\n\n`) },
      { "/v1/models": () => new Response(body, { status: 401 }) },
    ]),
    { [CHAT]: () => streamed(chunk({ content: "half " }), chunk({ content: KEY.slice(0, 15) })) },
    { [CHAT]: () => streamed(chunk({ content: KEY.slice(0, 9) }, { finish_reason: "length" }), DONE) },
    { "/v1/models": () => models({ id: KEY.toLowerCase() }), [CHAT]: () => refusal(404, "none") },
  ];
  for (const script of scripts) {
    await using api = new ScriptedApi(script);
    const end = await provider(api.url).consult(QUESTION, {}).catch((
      error,
    ) => [String(error), error.params, error.partial]);
    assert(!JSON.stringify(end).toLowerCase().includes(part), JSON.stringify(end));
  }
});

Deno.test("impossible numbers of tokens are replaced by estimates, and codes that are no HTTP status are ignored", async () => {
  for (const tokens of ["-1", "1.5", "1e300", "1e400", "123456789012", '"7"', "null"]) {
    const usage = `{"choices": [], "usage": {"prompt_tokens": ${tokens}, "completion_tokens": ${tokens}}}`;
    const said = [chunk({ content: "yes" }, { finish_reason: "stop" }), `data: ${usage}\n\n`, DONE];
    await using api = new ScriptedApi({ [CHAT]: () => streamed(...said) });
    const { usage: { inputTokens, outputTokens } } = await provider(api.url).consult(QUESTION, {});
    assert(inputTokens > 50 && inputTokens < 500, `${tokens}: ${inputTokens}`);
    assertEquals(outputTokens, 1);
  }
  for (const code of [-5, 1.5, 1e300, 200, 123_456_789_012, "Infinity", "0x1f4", "rate_limited"]) {
    const error = await failure({ [CHAT]: () => streamed(event({ error: { message: "no", code } })) });
    assertEquals([error.key, error.params.status], ["provider_failed", 500]);
  }
});

Deno.test("an answer that reached the model's output limit is marked as cut", async () => {
  await using api = new ScriptedApi({
    [CHAT]: () => streamed(chunk({ content: "so far" }, { finish_reason: "length" }), DONE),
  });
  const { answer: text, cut } = await provider(api.url).consult(QUESTION, {});
  assertEquals([text, cut], ["so far", true]);
});
