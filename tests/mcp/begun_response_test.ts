import { assertEquals, assertRejects } from "@std/assert";
import { begun } from "../../src/mcp/begun_response.ts";

/** An answer that comes when the test lets it. */
function coming() {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const signals: AbortSignal[] = [];
  return {
    answer(gone: AbortSignal) {
      signals.push(gone);
      return promise;
    },
    signals,
    resolve,
    reject,
  };
}

Deno.test("a response that comes soon is left as it is", async () => {
  const response = Response.json({ a: 1 }, { status: 400 });
  assertEquals(await begun(() => Promise.resolve(response), 60_000), response);
  await assertRejects(() => begun(() => Promise.reject(new Error("no")), 60_000), Error, "no");
});

Deno.test("a response that is late is a stream of events from then on, whatever it comes to", async () => {
  const json = "application/json", events = "text/event-stream";
  const cases = [
    [json, '{"a":1}', 'event: message\ndata: {"a":1}\n\n'],
    [events, "data: 1\n\ndata: 2\n\n", "data: 1\n\ndata: 2\n\n"],
    [json, null, ""], // the server is about to stop
  ] as const;
  for (const [type, body, sent] of cases) {
    const late = coming(), response = await begun(late.answer, 0);
    assertEquals([response.status, response.headers.get("content-type")], [200, events]);
    late.resolve(new Response(body, { headers: { "content-type": type } }));
    assertEquals(await response.text(), sent);
    assertEquals(late.signals.map(({ aborted }) => aborted), [false]);
  }
});

Deno.test("who goes away before a late response has come is told of, and a failure ends its stream", async () => {
  const left = coming(), response = await begun(left.answer, 0);
  await response.body?.cancel();
  assertEquals(left.signals.map(({ aborted }) => aborted), [true]);
  left.resolve(Response.json({}));
  const failing = coming(), other = await begun(failing.answer, 0);
  failing.reject(new Error("no"));
  await assertRejects(() => other.text(), Error, "no");
});
