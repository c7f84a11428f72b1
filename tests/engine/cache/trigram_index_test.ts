import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { ABSENT, ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { IndexedTexts, TrigramIndex } from "../../../src/engine/cache/trigram_index.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { Kernel, TRIGRAM_GROUP } from "../../../src/engine/simd/kernel.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { randomTextFor, randomWordPattern } from "../matcher/random_query.ts";
import { MemoryDoor } from "../memory_door.ts";
import { query, scopeOf, searchFor } from "../requests.ts";

Deno.test("a text that holds a needle is never ruled out", () => {
  const random = seeded("signatures"), arena = new ContentArena(new Kernel(), 2 ** 28);
  const trigrams = new TrigramIndex(arena), { kernel } = arena;
  let ruledOut = 0, held = 0;
  for (let round = 0; round < 1000; round++) {
    const pattern = random.chance(0.7) ? randomWordPattern(random) : randomPattern(random);
    const sought = query(pattern, { caseRule: "smart" });
    let needles;
    try {
      needles = compileQuery(sought).requiredBytes;
    } catch (error) {
      if (error instanceof ToolError) continue;
      throw error;
    }
    for (let i = 0; i < 4; i++) {
      const bytes = randomTextFor(random, sought), at = arena.scratch.at, end = at + bytes.length;
      kernel.bytes.set(bytes, at);
      for (const wanted of [needles.ascii, needles.unicode]) {
        const text = textAt(at, bytes.length);
        trigrams.add(text);
        const test = wanted && trigrams.candidateTest(wanted);
        if (wanted === undefined || test === undefined) continue;
        kernel.setNeedles(wanted);
        const holds = kernel.findNeedle(at, end) >= 0;
        if (holds) held++;
        if (!test(text)) ruledOut++;
        assert(test(text) || !holds, `${pattern} in ${JSON.stringify(new TextDecoder().decode(bytes))}`);
      }
    }
  }
  assert(ruledOut > 160 && held > 160, `${ruledOut} ruled out, ${held} held`);
});

Deno.test("the candidates among many texts are those that are candidates by themselves", () => {
  const random = seeded("signed texts"), arena = new ContentArena(new Kernel(), 2 ** 28);
  const trigrams = new TrigramIndex(arena), { kernel } = arena;
  let suspected = 0, cleared = 0;
  for (let round = 0; round < 60; round++) {
    const sought = query(randomWordPattern(random), { caseRule: "smart" }),
      { ascii: wanted } = compileQuery(sought).requiredBytes;
    if (wanted === undefined) continue;
    const texts = Array.from({ length: random.pick([3, 60, 700]) }, (): CachedFile => {
      const bytes = randomTextFor(random, sought), { at } = arena.scratch;
      kernel.bytes.set(bytes, at);
      const text = textAt(at, bytes.length);
      if (random.chance(0.9)) trigrams.add(text);
      return text;
    });
    const test = trigrams.candidateTest(wanted);
    const positions = new IndexedTexts(texts, trigrams).candidates(wanted)?.sort((a, b) => a - b);
    assertEquals(positions === undefined, test === undefined);
    if (test !== undefined) {
      assertEquals(
        positions,
        texts.flatMap((text, position) => test(text) ? [position] : []),
        sought.pattern,
      );
    }
    suspected += positions?.length ?? 0;
    cleared += positions === undefined ? 0 : texts.length - positions.length;
  }
  assert(suspected > 50 && cleared > 50, `${suspected} suspected, ${cleared} cleared`);
});

Deno.test("a text that links lead to is a candidate under each of its names", () => {
  const arena = new ContentArena(new Kernel(), 2 ** 28), trigrams = new TrigramIndex(arena);
  const [mill, lake] = ["an old mill", "a deep lake"].map((words) => {
    const bytes = new TextEncoder().encode(words), { at } = arena.scratch;
    arena.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    trigrams.add(text);
    return text;
  });
  const wanted = compileQuery(query("mill", { fixed: true })).requiredBytes.ascii ?? [];
  const positions = new IndexedTexts([mill, lake, mill, mill, lake], trigrams).candidates(wanted);
  assertEquals(positions, [0, 2, 3]);
});

Deno.test("a match across two columns of a large text is found in one of them", () => {
  const random = seeded("stretches"), arena = new ContentArena(new Kernel(), 2 ** 28);
  const trigrams = new TrigramIndex(arena), { at } = arena.scratch;
  for (let round = 0; round < 200; round++) {
    const word = "qzjxkvwqzyjxkvqwzjqxkvzqwjxzkvqj"[Symbol.iterator]().take(3 + random.int(30)).toArray().join("");
    const edge = TRIGRAM_GROUP.rows * (1 + random.int(3)), before = edge - random.int(word.length + 1);
    const bytes = new TextEncoder().encode("x".repeat(before) + word + "x".repeat(random.int(2 * TRIGRAM_GROUP.rows)));
    arena.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    trigrams.add(text);
    const wanted = compileQuery(query(word, { fixed: true })).requiredBytes.ascii ?? [];
    assert(trigrams.candidateTest(wanted)?.(text), `${word} at ${before}`);
    assertEquals(new IndexedTexts([text], trigrams).candidates(wanted), [0]);
  }
});

Deno.test("a file's new content reuses the columns of the old one without a trace", () => {
  const random = seeded("columns"), arena = new ContentArena(new Kernel(), 2 ** 28);
  const trigrams = new TrigramIndex(arena), { at } = arena.scratch;
  const sign = (word: string, length: number, before?: CachedFile) => {
    arena.kernel.bytes.set(new TextEncoder().encode(word.padEnd(length, " ")), at);
    const text = textAt(at, length);
    trigrams.add(text, before);
    return text;
  };
  const needles = (word: string) =>
    compileQuery(query(word, { fixed: true })).requiredBytes.ascii ??
      [];
  let texts = Array.from({ length: 20 }, (_, i) => sign(`word${i}of0`, 60_000));
  const most = trigrams.columnCount;
  let stale = 0;
  for (let round = 1; round < 30; round++) {
    texts = texts.map((text, i) => sign(`word${i}of${round}`, 1 + random.int(60_000), text));
    const signed = new IndexedTexts(texts, trigrams);
    assertEquals(signed.candidates(needles("word7of")), [7]);
    stale += signed.candidates(needles(`word7of${round - 1}`))?.length ?? 0;
  }
  // Now and then two trigrams share a row.
  assert(stale < 4, `${stale} texts suspected of what they held before`);
  assert(trigrams.columnCount <= most, `${trigrams.columnCount} columns, ${most} before`);
});

Deno.test("a file that is a text and a binary by turns takes the columns of one text", () => {
  const cache = new FileCache(new MemoryDoor({}), 2 ** 26), epoch = cache.beginRequest();
  const { trigrams, arena: { kernel, scratch: { at } } } = cache, length = 4 * TRIGRAM_GROUP.rows;
  for (let round = 0; round < 20; round++) {
    kernel.bytes.fill(0x61 + round, at, at + length);
    cache.store({ root: 0, path: "f" }, textAt(at, length), epoch);
    for (const _ of cache.maintain(epoch));
    cache.store({ root: 0, path: "f" }, { ...textAt(ABSENT, 0), kind: "binary" }, epoch);
  }
  assertEquals(trigrams.columnCount, 4);
});

function textAt(at: number, length: number): CachedFile {
  return { kind: "ascii", crlf: "none", size: length, readAt: 0, at, end: at + length, token: 0 };
}

Deno.test("files that can't match are not read again in a tree that exceeds memory", () => {
  using directory = tempTree({});
  const root = directory.path;
  const line = "The quick brown fox jumps over the lazy dog, number ";
  const text = (i: number) => Array.from({ length: 9000 }, (_, n) => line + (n * i)).join("\n");
  for (let i = 0; i < 50; i++) Deno.writeTextFileSync(join(root, `f${i}.txt`), text(i) + `\nneedle${i}here\n`);
  const { door } = agedDoor(root), cache = new FileCache(door, 2 ** 24);
  const job = { ...jobOn(door), cache, epoch: cache.beginRequest() };
  const ask = (query: string) => finish(search(searchFor(query, { scope: scopeOf() }), nextRequest(job)));
  assertEquals([ask("fox").total, ask("needle7here").total], [450_000, 1]);
  assert(cache.status.bytes <= 2 ** 24);
  const { reads = NaN, total } = ask("needle8here");
  assertEquals(total, 1);
  assert(reads <= 3, `${reads} files were read`);
});
