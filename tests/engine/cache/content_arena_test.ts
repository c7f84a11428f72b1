/** Where the arena stores texts, and how much memory they take. */
import { assert, assertEquals } from "@std/assert";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { ABSENT, ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { byteSetOf } from "../../../src/engine/simd/byte_set.ts";
import { Kernel, type Needle } from "../../../src/engine/simd/kernel.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { seeded } from "../../seed.ts";

/** A text that was just read. */
function read(arena: ContentArena, text: string): CachedFile {
  const bytes = new TextEncoder().encode(text), { at } = arena.readingPlace, end = at + bytes.length;
  arena.kernel.bytes.set(bytes, at);
  const kind = bytes.length === text.length ? "ascii" : "utf8";
  return { kind, isUtf8: true, hasCrlf: false, size: bytes.length, readAt: 0, at, end, token: 0 };
}

function textOf({ kernel }: ContentArena, { at, end }: CachedFile): string {
  return new TextDecoder().decode(kernel.bytes.subarray(at, end));
}

Deno.test("texts that change again and again keep their bytes, with a zero before and after", () => {
  const random = seeded("contents"), arena = new ContentArena(new Kernel(), 2 ** 26);
  const kept = new Map<number, { text: string; file: CachedFile }>();
  for (let round = 0; round < 20_000; round++) {
    const name = random.int(300), before = kept.get(name);
    const text = random.pick(["x", "é", "line\n"]).repeat(1 + random.int(random.chance(0.1) ? 2000 : 40));
    const file = read(arena, text);
    if (before !== undefined) arena.remove(before.file);
    assert(arena.store(file, round));
    kept.set(name, { text, file });
  }
  for (const { text, file } of kept.values()) {
    assertEquals(textOf(arena, file), text);
    const { kernel } = arena;
    assertEquals([kernel.bytes[file.at - 1], kernel.bytes[file.end]], [0, 0]);
  }
});

Deno.test("beyond the budget each text is itself or removed, texts in use stay, and memory stays within the budget", () => {
  const budget = 2 ** 25, arena = new ContentArena(new Kernel(), budget);
  const known: { text: string; file: CachedFile }[] = [];
  const first = read(arena, "x".repeat(1_000_000));
  arena.store(first, 0);
  arena.remove(first);
  for (let epoch = 1; epoch <= 100; epoch++) {
    const text = `${epoch}:`.padEnd(500_000, epoch % 3 === 0 ? "é" : "x"), file = read(arena, text);
    assert(arena.store(file, epoch), `${epoch}`);
    known.push({ text, file });
    arena.touch(known[0].file.at, epoch);
    assert(arena.usedBytes <= budget);
  }
  const kept = known.filter(({ file }) => file.at !== ABSENT);
  for (const { text, file } of kept) assert(textOf(arena, file) === text, text.slice(0, 4));
  assert(kept.includes(known[0]) && kept.includes(known[99]) && kept.length < 50, `${kept.length}`);
});

/** A kernel whose `setNeedles` never returns while `isEndless`. */
class EndlessKernel extends Kernel {
  isEndless = false;

  override setNeedles(needles: readonly Needle[]): void {
    super.setNeedles(needles);
    while (this.isEndless);
  }
}

Deno.test("needles are set anew after a timeout stopped the setting of others", () => {
  const kernel = new EndlessKernel(), arena = new ContentArena(kernel, 2 ** 26);
  const [foo, bar] = ["foo", "bar"].map((text) => [Array.from(text, (char) => byteSetOf([char.charCodeAt(0)]))]);
  const { at, end } = read(arena, "bar foo");
  arena.setNeedles(foo);
  kernel.isEndless = true;
  assertEquals(new VmTimeout().runWithTimeout(() => arena.setNeedles(bar), 20), false);
  kernel.isEndless = false;
  arena.setNeedles(foo);
  assertEquals(kernel.findNeedle(at, end), at + 4);
});

Deno.test("what is left of segments whose texts are mostly gone is moved together", () => {
  const random = seeded("sparse segments"), arena = new ContentArena(new Kernel(), 2 ** 29);
  const kept: { text: string; file: CachedFile }[] = [];
  for (let round = 0; round < 12; round++) {
    const stored = Array.from({ length: 200 }, (_, i) => {
      const text = `${round}/${i} `.repeat(4000 + random.int(4000)), file = read(arena, text);
      assert(arena.store(file, round));
      return { text, file };
    });
    for (const [i, one] of stored.entries()) {
      if (i % 8 === 0) kept.push(one);
      else arena.remove(one.file);
    }
  }
  for (const { text, file } of kept) assertEquals(textOf(arena, file), text);
  const live = kept.reduce((sum, { text }) => sum + text.length, 0);
  assert(arena.usedBytes < 2 * live + 2 ** 24, `${arena.usedBytes} for ${live}`);
});
