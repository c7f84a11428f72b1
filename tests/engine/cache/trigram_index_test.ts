import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { Kernel, TRIGRAM_GROUP } from "../../../src/engine/simd/kernel.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { ABSENT, ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { IndexedTexts, TrigramIndex } from "../../../src/engine/cache/trigram_index.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { MemoryDoor } from "../memory_door.ts";
import { randomTextFor, randomWordPattern } from "../matcher/random_query.ts";
import { query, scopeOf, searchFor } from "../requests.ts";

Deno.test("a text that holds a needle is never ruled out", () => {
  const random = seeded("signatures"), contents = new ContentArena(new Kernel(), 2 ** 28);
  const signatures = new TrigramIndex(contents), { kernel } = contents;
  let ruledOut = 0, held = 0;
  for (let round = 0; round < 3000; round++) {
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
      const bytes = randomTextFor(random, sought), at = contents.scratch.at, end = at + bytes.length;
      kernel.bytes.set(bytes, at);
      for (const wanted of [needles.ascii, needles.unicode]) {
        const text = textAt(at, bytes.length);
        signatures.add(text);
        const may = wanted && signatures.candidateTest(wanted);
        if (wanted === undefined || may === undefined) continue;
        kernel.setNeedles(wanted);
        const holds = kernel.findNeedle(at, end) >= 0;
        if (holds) held++;
        if (!may(text)) ruledOut++;
        assert(may(text) || !holds, `${pattern} in ${JSON.stringify(new TextDecoder().decode(bytes))}`);
      }
    }
  }
  assert(ruledOut > 500 && held > 500, `${ruledOut} ruled out, ${held} held`);
});

Deno.test("of many texts those are suspects that are by themselves", () => {
  const random = seeded("signed texts"), contents = new ContentArena(new Kernel(), 2 ** 28);
  const signatures = new TrigramIndex(contents), { kernel } = contents;
  let suspected = 0, cleared = 0;
  for (let round = 0; round < 60; round++) {
    const sought = query(randomWordPattern(random), { caseRule: "smart" }),
      { ascii: wanted } = compileQuery(sought).requiredBytes;
    if (wanted === undefined) continue;
    const texts = Array.from({ length: random.pick([3, 60, 700]) }, (): CachedFile => {
      const bytes = randomTextFor(random, sought), { at } = contents.scratch;
      kernel.bytes.set(bytes, at);
      const text = textAt(at, bytes.length);
      if (random.chance(0.9)) signatures.add(text);
      return text;
    });
    const may = signatures.candidateTest(wanted);
    const places = new IndexedTexts(texts, signatures).candidates(wanted)?.sort((a, b) => a - b);
    assertEquals(places === undefined, may === undefined);
    if (may !== undefined) {
      assertEquals(
        places,
        texts.flatMap((text, place) => may(text) ? [place] : []),
        sought.pattern,
      );
    }
    suspected += places?.length ?? 0;
    cleared += places === undefined ? 0 : texts.length - places.length;
  }
  assert(suspected > 50 && cleared > 50, `${suspected} suspected, ${cleared} cleared`);
});

Deno.test("a text that links lead to is a suspect under each of its names", () => {
  const contents = new ContentArena(new Kernel(), 2 ** 28), signatures = new TrigramIndex(contents);
  const [mill, lake] = ["an old mill", "a deep lake"].map((words) => {
    const bytes = new TextEncoder().encode(words), { at } = contents.scratch;
    contents.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    signatures.add(text);
    return text;
  });
  const wanted = compileQuery(query("mill", { fixed: true })).requiredBytes.ascii ?? [];
  const places = new IndexedTexts([mill, lake, mill, mill, lake], signatures).candidates(wanted);
  assertEquals(places, [0, 2, 3]);
});

Deno.test("what lies across two stretches of a large text is found in one of them", () => {
  const random = seeded("stretches"), contents = new ContentArena(new Kernel(), 2 ** 28);
  const signatures = new TrigramIndex(contents), { at } = contents.scratch;
  for (let round = 0; round < 200; round++) {
    const word = "qzjxkvwqzyjxkvqwzjqxkvzqwjxzkvqj"[Symbol.iterator]().take(3 + random.int(30)).toArray().join("");
    const edge = TRIGRAM_GROUP.rows * (1 + random.int(3)), before = edge - random.int(word.length + 1);
    const bytes = new TextEncoder().encode("x".repeat(before) + word + "x".repeat(random.int(2 * TRIGRAM_GROUP.rows)));
    contents.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    signatures.add(text);
    const wanted = compileQuery(query(word, { fixed: true })).requiredBytes.ascii ?? [];
    assert(signatures.candidateTest(wanted)?.(text), `${word} at ${before}`);
    assertEquals(new IndexedTexts([text], signatures).candidates(wanted), [0]);
  }
});

Deno.test("what a file was leaves its columns to what it is, without a trace", () => {
  const random = seeded("columns"), contents = new ContentArena(new Kernel(), 2 ** 28);
  const signatures = new TrigramIndex(contents), { at } = contents.scratch;
  const sign = (word: string, length: number, before?: CachedFile) => {
    contents.kernel.bytes.set(new TextEncoder().encode(word.padEnd(length, " ")), at);
    const text = textAt(at, length);
    signatures.add(text, before);
    return text;
  };
  const needles = (word: string) =>
    compileQuery(query(word, { fixed: true })).requiredBytes.ascii ??
      [];
  let texts = Array.from({ length: 20 }, (_, i) => sign(`word${i}of0`, 60_000));
  const most = signatures.columnCount;
  let stale = 0;
  for (let round = 1; round < 30; round++) {
    texts = texts.map((text, i) => sign(`word${i}of${round}`, 1 + random.int(60_000), text));
    const signed = new IndexedTexts(texts, signatures);
    assertEquals(signed.candidates(needles("word7of")), [7]);
    stale += signed.candidates(needles(`word7of${round - 1}`))?.length ?? 0;
  }
  // Now and then two threes share a row.
  assert(stale < 4, `${stale} texts suspected of what they held before`);
  assert(signatures.columnCount <= most, `${signatures.columnCount} columns, ${most} before`);
});

Deno.test("a file that is now a text and now none takes no more columns than once", () => {
  const residence = new FileCache(new MemoryDoor({}), 2 ** 26), question = residence.beginRequest();
  const { trigrams: signatures, arena: { kernel, scratch: { at } } } = residence, length = 4 * TRIGRAM_GROUP.rows;
  for (let round = 0; round < 20; round++) {
    kernel.bytes.fill(0x61 + round, at, at + length);
    residence.store({ root: 0, path: "f" }, textAt(at, length), question);
    for (const _ of residence.maintain(question));
    residence.store({ root: 0, path: "f" }, { ...textAt(ABSENT, 0), kind: "binary" }, question);
  }
  assertEquals(signatures.columnCount, 4);
});

function textAt(at: number, length: number): CachedFile {
  return { kind: "ascii", crlf: "none", size: length, readAt: 0, at, end: at + length, token: 0 };
}

Deno.test("of a tree that memory can't hold, what can't match is not read again", () => {
  using directory = tempTree({});
  const root = directory.path;
  const line = "The quick brown fox jumps over the lazy dog, number ";
  const text = (i: number) => Array.from({ length: 9000 }, (_, n) => line + (n * i)).join("\n");
  for (let i = 0; i < 50; i++) Deno.writeTextFileSync(join(root, `f${i}.txt`), text(i) + `\nneedle${i}here\n`);
  const { door } = agedDoor(root), residence = new FileCache(door, 2 ** 24);
  const job = { ...jobOn(door), cache: residence, epoch: residence.beginRequest() };
  const ask = (query: string) => finish(search(searchFor(query, { scope: scopeOf() }), nextRequest(job)));
  assertEquals([ask("fox").total, ask("needle7here").total], [450_000, 1]);
  assert(residence.status.bytes <= 2 ** 24);
  const { reads = NaN, total } = ask("needle8here");
  assertEquals(total, 1);
  assert(reads <= 3, `${reads} files were read`);
});
