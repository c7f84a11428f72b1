import { assertEquals, assertRejects } from "@std/assert";
import { followed } from "../../src/mcp/followed_response.ts";

/** A response that is followed, and how often it was said to be over. */
function follow(coming: Promise<Response>) {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const seen = { count: 0 };
  const response = followed(coming, () => {
    seen.count++;
    resolve();
  });
  return { response, over, seen };
}

Deno.test("a response is over when it has been read, when nobody reads on, and when it has no body", async () => {
  const read = follow(Promise.resolve(new Response("text", { status: 201 })));
  const response = await read.response;
  assertEquals([read.seen.count, response.status, await response.text()], [0, 201, "text"]);
  await read.over;
  const left = follow(Promise.resolve(new Response(new ReadableStream())));
  await (await left.response).body?.cancel();
  await left.over;
  const bare = follow(Promise.resolve(new Response(null)));
  await bare.response;
  assertEquals([read.seen.count, left.seen.count, bare.seen.count], [1, 1, 1]);
});

Deno.test("a response that does not come is over", async () => {
  const failing = follow(Promise.reject(new Error("no")));
  await assertRejects(() => failing.response, Error, "no");
  assertEquals(failing.seen.count, 1);
});
