import { assert, assertEquals } from "@std/assert";
import { decodeUtf8 } from "../../src/engine/encoding.ts";
import { wholeBlock } from "../../src/engine/haystack.ts";
import { Kernel } from "../../src/engine/kernel/kernel.ts";
import { compileQuery } from "../../src/engine/pattern/compile_query.ts";
import { ABSENT, Contents } from "../../src/engine/resident/contents.ts";
import type { Resident } from "../../src/engine/resident/resident.ts";
import { scan } from "../../src/engine/scan.ts";
import { LinesByBytes } from "../../src/engine/scan_bytes.ts";
import { type Random, seeded } from "../seed.ts";
import { randomPattern, randomText, residentOf } from "./line_samples.ts";
import { searchFor } from "./requests.ts";

/** Mostly of few forms, so that bytes decide; in this text nearly all stand in some line. */
function simplePattern(random: Random): string {
  const edge = () => random.chance(0.2) ? random.pick(["^", "$", "\\b"]) : "";
  const pieces = Array.from(
    { length: 1 + random.int(3) },
    () => random.pick(["a", "b", "ab", "[ab]", "c", "x", "-", "k?"]),
  );
  return edge() + pieces.join("") + edge();
}

/** Some random lines between many that mostly don't match; the last may have no break. */
function sparseText(random: Random): Uint8Array {
  const filler = () => new TextEncoder().encode("zz z.\n".repeat(random.int(400)));
  const parts = Array.from({ length: 1 + random.int(5) }, () => [filler(), randomText(random)]).flat();
  return Uint8Array.from([...parts, ...random.chance(0.5) ? [filler()] : []].flatMap((part) => [...part]));
}

/** A text where it can stay. */
function kept(bytes: Uint8Array, contents: Contents): Resident {
  const file = residentOf(bytes, contents);
  assert(contents.keep(file, 1));
  return file;
}

Deno.test("lines found by their bytes are shown as those of the whole text, however many are wanted", () => {
  const random = seeded("scan bytes"), contents = new Contents(new Kernel(), 2 ** 26);
  let compared = 0;
  for (let round = 0; round < 1200; round++) {
    const pattern = random.chance(0.1) ? randomPattern(random) : simplePattern(random);
    const matcher = compileQuery({ ...searchFor(pattern).query, word: random.chance(0.2) });
    const bytes = sparseText(random), file = kept(bytes, contents), { lineNeedles } = matcher;
    const around = { before: random.int(3), after: random.int(3) };
    const text = LinesByBytes.of(
      file,
      contents,
      file.kind === "ascii" ? lineNeedles.ascii : lineNeedles.unicode,
      around,
    );
    if (text === undefined) continue;
    const from = random.int(3);
    const wanted = {
      from,
      to: from + random.int(8),
      max: random.pick([Infinity, Infinity, random.int(5)]),
      room: random.pick([Infinity, 100]),
      ...around,
    };
    const block = { ...wholeBlock(decodeUtf8(bytes)), ascii: file.kind === "ascii" };
    assertEquals(text.scan(matcher, wanted), scan(matcher, block, wanted), String(matcher.unicode));
    compared++;
    contents.drop(file);
  }
  assert(compared > 200, `${compared} texts`);
});

Deno.test("a text of which too much would be shown, or that can't stay in memory, is left to be decoded", () => {
  const contents = new Contents(new Kernel(), 2 ** 24), { ascii } = compileQuery(searchFor("foo").query).lineNeedles;
  const of = (file: Resident, after = 0) => LinesByBytes.of(file, contents, ascii, { before: 0, after }) !== undefined;
  const few = new TextEncoder().encode("foo\n" + "bar\n".repeat(600)),
    many = new TextEncoder().encode("foo\n".repeat(600));
  assertEquals(of(residentOf(few, contents)), false);
  const file = kept(few, contents);
  assertEquals([of(file), of(file, 9), of(kept(many, contents))], [true, false, false]);
  const text = LinesByBytes.of(file, contents, ascii, { before: 0, after: 0 });
  assertEquals(text?.isThere, true);
  file.at = ABSENT;
  assertEquals(text?.isThere, false);
});
