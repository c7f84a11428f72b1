import { assertEquals, assertRejects } from "@std/assert";
import { UnreadAnswers } from "../../src/mcp/unread_answers.ts";

const GIVEN_UP = "fossick: an answer that nobody reads is given up, since too much is unread";

/** A body that the test writes; each part is taken at once. */
function written(answers: UnreadAnswers) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter(), reader = answers.bounded(new Response(readable)).body?.getReader();
  return {
    writer,
    write: (bytes: number) => writer.write(new Uint8Array(bytes)),
    /** Bytes that are read in one go, or what stands in the way. */
    read: () => reader?.read().then(({ value }) => value?.length, String),
    leave: () => reader?.cancel("gone"),
  };
}

Deno.test("an answer is sent as it is, in pieces", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000)), twice = new Uint8Array([...bytes, ...bytes]);
  const response = new UnreadAnswers().bounded(new Response(twice, { status: 201, headers: { a: "b" } }));
  assertEquals([response.status, response.headers.get("a")], [201, "b"]);
  const sizes: number[] = [], chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk), sizes.push(chunk.length);
  assertEquals([sizes, await new Blob(chunks.map((chunk) => chunk.slice())).bytes()], [[65_536, 54_464], twice]);
  assertEquals(new UnreadAnswers().bounded(new Response(null, { status: 202 })).body, null);
});

Deno.test("where too much is unread, what was read from longest ago is given up, and what is read comes to its end", async () => {
  const time = { now: 0 }, answers = new UnreadAnswers(250, 10, () => time.now, () => {});
  const [idle, read, left, fresh] = [written(answers), written(answers), written(answers), written(answers)];
  await idle.write(100);
  await read.write(50);
  await read.write(50);
  time.now = 5;
  await left.write(50);
  assertEquals(await read.read(), 50);
  await fresh.write(50);
  time.now = 9;
  // Too much is unread, but each of them may be read yet.
  await fresh.write(100);
  time.now = 10;
  await fresh.write(1);
  assertEquals(await idle.read(), GIVEN_UP);
  await idle.write(1);
  await assertRejects(() => idle.writer.closed, TypeError);
  assertEquals([await read.read(), await left.read(), await fresh.read()], [50, 50, 50]);
  await read.writer.close();
  assertEquals(await read.read(), undefined);
});

Deno.test("where too much is unread it is looked at again, though no further answer comes", async () => {
  const time = { now: 0 }, looks: { call: () => void; ms: number }[] = [];
  const answers = new UnreadAnswers(150, 10, () => time.now, (call, ms) => looks.push({ call, ms }));
  const [idle, slow, read] = [written(answers), written(answers), written(answers)];
  await idle.write(100);
  time.now = 4;
  await slow.write(50);
  await slow.write(50);
  await read.write(100);
  assertEquals(looks.map(({ ms }) => ms), [6]);
  assertEquals(await read.read(), 100);
  time.now = 10;
  looks[0].call();
  assertEquals([await idle.read(), await slow.read(), looks.length], [GIVEN_UP, 50, 1]);
});

Deno.test("an answer that is long in coming, or of which all was read, is not given up as soon as it grows", async () => {
  const time = { now: 0 }, answers = new UnreadAnswers(0, 10, () => time.now, () => {}), late = written(answers);
  time.now = 100;
  await late.write(100);
  assertEquals(await late.read(), 100);
  time.now = 200;
  await late.write(100);
  await late.write(100);
  assertEquals([await late.read(), await late.read()], [100, 100]);
});

Deno.test("what nobody reads any more is over, and a failure comes through", async () => {
  const answers = new UnreadAnswers(), left = written(answers), failing = written(answers);
  await left.leave();
  assertEquals(await left.writer.closed.catch(String), "gone");
  await failing.writer.abort(new Error("no"));
  assertEquals(await failing.read(), "Error: no");
});
