/** Long answers are written down as far as there is room for them. */
import { assertEquals, assertRejects } from "@std/assert";
import { Turnstile } from "../../src/mcp/turnstile.ts";

/** Turns of the event loop, until whoever may go in is inside. */
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => setTimeout(resolve));
}

Deno.test("there is room for so much at once, and for anything alone; others follow in their order", async () => {
  const turnstile = new Turnstile(10), inside: string[] = [];
  const enter = (name: string, weight: number) => turnstile.enter(weight).then(() => inside.push(name));
  void enter("large", 30);
  void enter("a", 6);
  void enter("b", 5);
  void enter("c", 1);
  await settle();
  assertEquals(inside, ["large"]);
  turnstile.leave(30);
  await settle();
  assertEquals(inside, ["large", "a"], "c waits behind b");
  turnstile.leave(6);
  await settle();
  assertEquals(inside, ["large", "a", "b", "c"]);
});

Deno.test("what goes on elsewhere is added before the next is let in", async () => {
  const turnstile = new Turnstile(10);
  let isIn = false;
  await turnstile.enter(10);
  void turnstile.enter(1).then(() => isIn = true);
  turnstile.leave(10);
  turnstile.add(10);
  await settle();
  assertEquals(isIn, false);
  turnstile.leave(10);
  await settle();
  assertEquals(isIn, true);
});

Deno.test("who is called off waits no more, and nobody waits for him", async () => {
  const turnstile = new Turnstile(10), off = new AbortController();
  let isIn = false;
  await turnstile.enter(6);
  const large = turnstile.enter(9, off.signal);
  void turnstile.enter(4).then(() => isIn = true);
  off.abort(new Error("off"));
  await assertRejects(() => large, Error, "off");
  await settle();
  assertEquals(isIn, true);
  await assertRejects(() => turnstile.enter(1, off.signal), Error, "off");
});
