import { assertEquals } from "@std/assert";
import { eventData } from "../../src/consult/answer_stream.ts";
import { type Random, seeded } from "../seed.ts";

async function* chunks(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random.int(random.pick([1, 3, 40]));
    yield bytes.subarray(at, end);
    at = end;
  }
}

async function eventsOf(text: string, random: Random): Promise<string[]> {
  return await Array.fromAsync(eventData(chunks(new TextEncoder().encode(text), random)));
}

Deno.test("events do not depend on how the bytes are cut or lines end", async () => {
  const random = seeded("server-sent events");
  for (let i = 0; i < 400; i++) {
    const wanted: string[] = [];
    let text = "";
    for (let n = random.int(8); n >= 0; n--) {
      const eol = random.pick(["\n", "\r\n", "\r"]);
      const lines = Array.from({ length: 1 + random.int(3) }, () => random.pick(["", "{}", "für 😀", "a: b", " x"]));
      if (random.chance(0.3)) text += `: comment${eol}`;
      if (random.chance(0.3)) text += `event: message${eol}id: 1${eol}`;
      text += lines.map((line) => `data: ${line}${eol}`).join("") + eol;
      wanted.push(lines.join("\n"));
    }
    assertEquals(await eventsOf(text, random), wanted);
  }
});

Deno.test("data needs no space before it, and the end of the stream ends the last event", async () => {
  const random = seeded("server-sent events at the end");
  assertEquals(await eventsOf("data:a\n\n\n\ndata:b\n", random), ["a", "b"]);
  assertEquals(await eventsOf("data:a\n\ndata: c", random), ["a", "c"]);
  assertEquals(await eventsOf("", random), []);
  assertEquals(await eventsOf("event: x\n\n: c\n\n", random), []);
});
