/** Texts in memory: where they lie, and how much room they take. */
import { assert, assertEquals } from "@std/assert";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { byteSetOf } from "../../../src/engine/simd/byte_set.ts";
import { Kernel, type Needle } from "../../../src/engine/simd/kernel.ts";
import { ABSENT, ContentArena, type Slot } from "../../../src/engine/cache/content_arena.ts";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { seeded } from "../../seed.ts";

/** A text as it was just read: in the scratch area. */
function read(contents: ContentArena, text: string): CachedFile {
  const bytes = new TextEncoder().encode(text), { at } = contents.scratch, end = at + bytes.length;
  contents.kernel.bytes.set(bytes, at);
  const kind = bytes.length === text.length ? "ascii" : "utf8";
  return { kind, crlf: "none", size: bytes.length, readAt: 0, at, end, token: 0 };
}

function textOf({ kernel }: ContentArena, { at, end }: CachedFile): string {
  return new TextDecoder().decode(kernel.bytes.subarray(at, end));
}

Deno.test("a text that is read again and again takes no more room than once", () => {
  const contents = new ContentArena(new Kernel(), 2 ** 27);
  contents.store(read(contents, "another"), 1);
  let slot: Slot | undefined;
  for (let question = 2; question < 10_000; question++) {
    const text = read(contents, `${question}`.padStart(3000));
    assert(contents.store(text, question, slot));
    slot = contents.remove(text);
  }
  assertEquals(contents.usedBytes, 4 * 2 ** 20);
});

Deno.test("texts that change again and again are themselves, with a zero before and behind", () => {
  const random = seeded("contents"), contents = new ContentArena(new Kernel(), 2 ** 26);
  const kept = new Map<number, { text: string; resident: CachedFile }>();
  for (let round = 0; round < 20_000; round++) {
    const name = random.int(300), before = kept.get(name);
    const text = random.pick(["x", "é", "line\n"]).repeat(1 + random.int(random.chance(0.1) ? 2000 : 40));
    const resident = read(contents, text);
    const slot = before && contents.remove(before.resident);
    assert(contents.store(resident, round, random.chance(0.9) ? slot : undefined));
    kept.set(name, { text, resident });
  }
  for (const { text, resident } of kept.values()) {
    assertEquals(textOf(contents, resident), text);
    const { kernel } = contents;
    assertEquals([kernel.bytes[resident.at - 1], kernel.bytes[resident.end]], [0, 0]);
  }
});

Deno.test("of more texts than there is room for each is itself or forgotten, those in use are kept, and no more room is taken", () => {
  const budget = 2 ** 25, contents = new ContentArena(new Kernel(), budget);
  const known: { text: string; resident: CachedFile }[] = [];
  const first = read(contents, "x".repeat(1_000_000));
  contents.store(first, 0);
  contents.remove(first);
  const lent = Array.from({ length: 9 }, () => contents.allocatePinned()).filter((room) => room !== undefined);
  assertEquals(lent.length, 2);
  for (let question = 1; question <= 100; question++) {
    const text = `${question}:`.padEnd(500_000, question % 3 === 0 ? "é" : "x"), resident = read(contents, text);
    assert(contents.store(resident, question), `${question}`);
    known.push({ text, resident });
    contents.touch(known[0].resident.at, question);
    assert(contents.usedBytes <= budget);
  }
  const kept = known.filter(({ resident }) => resident.at !== ABSENT);
  for (const { text, resident } of kept) assert(textOf(contents, resident) === text, text.slice(0, 4));
  assert(kept.includes(known[0]) && kept.includes(known[99]) && kept.length < 50, `${kept.length}`);
  for (const { at, end } of lent) assert(contents.kernel.bytes.subarray(at, end).every((byte) => byte === 0));
});

/** A kernel that never comes back from being aimed, once it is told so. */
class EndlessKernel extends Kernel {
  isEndless = false;

  override setNeedles(needles: readonly Needle[]): void {
    super.setNeedles(needles);
    while (this.isEndless);
  }
}

Deno.test("after a guard has stopped the setting of what is looked for, it is set anew", () => {
  const kernel = new EndlessKernel(), contents = new ContentArena(kernel, 2 ** 26);
  const [foo, bar] = ["foo", "bar"].map((text) => [Array.from(text, (char) => byteSetOf([char.charCodeAt(0)]))]);
  const { at, end } = read(contents, "bar foo");
  contents.setNeedles(foo);
  kernel.isEndless = true;
  assertEquals(new VmTimeout().runWithTimeout(() => contents.setNeedles(bar), 20), false);
  kernel.isEndless = false;
  contents.setNeedles(foo);
  assertEquals(kernel.findNeedle(at, end), at + 4);
});
