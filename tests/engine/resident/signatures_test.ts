import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { GROUP, Kernel } from "../../../src/engine/kernel/kernel.ts";
import { compileQuery } from "../../../src/engine/pattern/compile_query.ts";
import { ABSENT, Contents } from "../../../src/engine/resident/contents.ts";
import { Residence } from "../../../src/engine/resident/residence.ts";
import type { Resident } from "../../../src/engine/resident/resident.ts";
import { Signatures, Signed } from "../../../src/engine/resident/signatures.ts";
import { search } from "../../../src/engine/search.ts";
import { ToolError } from "../../../src/model/tool_error.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { tree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { asked, finish, jobOn } from "../job_on.ts";
import { MemoryDoor } from "../memory_door.ts";
import { textFor, wordyPattern } from "../pattern/wordy.ts";
import { query, scopeOf, searchFor } from "../requests.ts";

Deno.test("a text that holds a needle is never ruled out", () => {
  const random = seeded("signatures"), contents = new Contents(new Kernel(), 2 ** 28);
  const signatures = new Signatures(contents), { kernel } = contents;
  let ruledOut = 0, held = 0;
  for (let round = 0; round < 3000; round++) {
    const pattern = random.chance(0.7) ? wordyPattern(random) : randomPattern(random);
    const sought = query(pattern, { caseRule: "smart" });
    let needles;
    try {
      needles = compileQuery(sought).needles;
    } catch (error) {
      if (error instanceof ToolError) continue;
      throw error;
    }
    for (let i = 0; i < 4; i++) {
      const bytes = textFor(random, sought), at = contents.scratch.at, end = at + bytes.length;
      kernel.bytes.set(bytes, at);
      for (const wanted of [needles.ascii, needles.unicode]) {
        const text = textAt(at, bytes.length);
        signatures.sign(text);
        const may = wanted && signatures.suspicion(wanted);
        if (wanted === undefined || may === undefined) continue;
        kernel.aim(wanted);
        const holds = kernel.find(at, end) >= 0;
        if (holds) held++;
        if (!may(text)) ruledOut++;
        assert(may(text) || !holds, `${pattern} in ${JSON.stringify(new TextDecoder().decode(bytes))}`);
      }
    }
  }
  assert(ruledOut > 500 && held > 500, `${ruledOut} ruled out, ${held} held`);
});

Deno.test("of many texts those are suspects that are by themselves", () => {
  const random = seeded("signed texts"), contents = new Contents(new Kernel(), 2 ** 28);
  const signatures = new Signatures(contents), { kernel } = contents;
  let suspected = 0, cleared = 0;
  for (let round = 0; round < 60; round++) {
    const sought = query(wordyPattern(random), { caseRule: "smart" }), { ascii: wanted } = compileQuery(sought).needles;
    if (wanted === undefined) continue;
    const texts = Array.from({ length: random.pick([3, 60, 700]) }, (): Resident => {
      const bytes = textFor(random, sought), { at } = contents.scratch;
      kernel.bytes.set(bytes, at);
      const text = textAt(at, bytes.length);
      if (random.chance(0.9)) signatures.sign(text);
      return text;
    });
    const may = signatures.suspicion(wanted);
    const places = new Signed(texts, signatures).suspects(wanted)?.sort((a, b) => a - b);
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
  const contents = new Contents(new Kernel(), 2 ** 28), signatures = new Signatures(contents);
  const [mill, lake] = ["an old mill", "a deep lake"].map((words) => {
    const bytes = new TextEncoder().encode(words), { at } = contents.scratch;
    contents.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    signatures.sign(text);
    return text;
  });
  const wanted = compileQuery(query("mill", { fixed: true })).needles.ascii ?? [];
  const places = new Signed([mill, lake, mill, mill, lake], signatures).suspects(wanted);
  assertEquals(places, [0, 2, 3]);
});

Deno.test("what lies across two stretches of a large text is found in one of them", () => {
  const random = seeded("stretches"), contents = new Contents(new Kernel(), 2 ** 28);
  const signatures = new Signatures(contents), { at } = contents.scratch;
  for (let round = 0; round < 200; round++) {
    const word = "qzjxkvwqzyjxkvqwzjqxkvzqwjxzkvqj"[Symbol.iterator]().take(3 + random.int(30)).toArray().join("");
    const edge = GROUP.rows * (1 + random.int(3)), before = edge - random.int(word.length + 1);
    const bytes = new TextEncoder().encode("x".repeat(before) + word + "x".repeat(random.int(2 * GROUP.rows)));
    contents.kernel.bytes.set(bytes, at);
    const text = textAt(at, bytes.length);
    signatures.sign(text);
    const wanted = compileQuery(query(word, { fixed: true })).needles.ascii ?? [];
    assert(signatures.suspicion(wanted)?.(text), `${word} at ${before}`);
    assertEquals(new Signed([text], signatures).suspects(wanted), [0]);
  }
});

Deno.test("what a file was leaves its columns to what it is, without a trace", () => {
  const random = seeded("columns"), contents = new Contents(new Kernel(), 2 ** 28);
  const signatures = new Signatures(contents), { at } = contents.scratch;
  const sign = (word: string, length: number, before?: Resident) => {
    contents.kernel.bytes.set(new TextEncoder().encode(word.padEnd(length, " ")), at);
    const text = textAt(at, length);
    signatures.sign(text, before);
    return text;
  };
  const needles = (word: string) =>
    compileQuery(query(word, { fixed: true })).needles.ascii ??
      [];
  let texts = Array.from({ length: 20 }, (_, i) => sign(`word${i}of0`, 60_000));
  const most = signatures.columns;
  let stale = 0;
  for (let round = 1; round < 30; round++) {
    texts = texts.map((text, i) => sign(`word${i}of${round}`, 1 + random.int(60_000), text));
    const signed = new Signed(texts, signatures);
    assertEquals(signed.suspects(needles("word7of")), [7]);
    stale += signed.suspects(needles(`word7of${round - 1}`))?.length ?? 0;
  }
  // Now and then two threes share a row.
  assert(stale < 4, `${stale} texts suspected of what they held before`);
  assert(signatures.columns <= most, `${signatures.columns} columns, ${most} before`);
});

Deno.test("a file that is now a text and now none takes no more columns than once", () => {
  const residence = new Residence(new MemoryDoor({}), 2 ** 26), question = residence.ask();
  const { signatures, contents: { kernel, scratch: { at } } } = residence, length = 4 * GROUP.rows;
  for (let round = 0; round < 20; round++) {
    kernel.bytes.fill(0x61 + round, at, at + length);
    residence.keep({ root: 0, path: "f" }, textAt(at, length), question);
    for (const _ of residence.tidy(question));
    residence.keep({ root: 0, path: "f" }, { ...textAt(ABSENT, 0), kind: "binary" }, question);
  }
  assertEquals(signatures.columns, 4);
});

function textAt(at: number, length: number): Resident {
  return { kind: "ascii", crlf: "none", size: length, readAt: 0, at, end: at + length, seen: 0 };
}

Deno.test("of a tree that memory can't hold, what can't match is not read again", () => {
  using directory = tree({});
  const root = directory.path;
  const line = "The quick brown fox jumps over the lazy dog, number ";
  const text = (i: number) => Array.from({ length: 9000 }, (_, n) => line + (n * i)).join("\n");
  for (let i = 0; i < 50; i++) Deno.writeTextFileSync(join(root, `f${i}.txt`), text(i) + `\nneedle${i}here\n`);
  const { door } = agedDoor(root), residence = new Residence(door, 2 ** 24);
  const job = { ...jobOn(door), residence, question: residence.ask() };
  const ask = (query: string) => finish(search(searchFor(query, { scope: scopeOf() }), asked(job)));
  assertEquals([ask("fox").total, ask("needle7here").total], [450_000, 1]);
  assert(residence.status.bytes <= 2 ** 24);
  const { reads = NaN, total } = ask("needle8here");
  assertEquals(total, 1);
  assert(reads <= 3, `${reads} files were read`);
});
