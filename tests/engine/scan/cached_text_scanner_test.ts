import { assert, assertEquals } from "@std/assert";
import { decodeUtf8 } from "../../../src/engine/text/encoding.ts";
import { wholeBlock } from "../../../src/engine/scan/haystack.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { ContentArena } from "../../../src/engine/cache/content_arena.ts";
import type { CachedFile } from "../../../src/engine/cache/cached_file.ts";
import { scanBlock } from "../../../src/engine/scan/scan.ts";
import { CachedTextScanner } from "../../../src/engine/scan/cached_text_scanner.ts";
import { type Random, seeded } from "../../seed.ts";
import { cachedText, randomLinePattern, randomLineText } from "./line_samples.ts";
import { searchFor } from "../requests.ts";

/** A pattern of few forms, so that bytes usually decide. */
function simplePattern(random: Random): string {
  const edge = () => random.chance(0.2) ? random.pick(["^", "$", "\\b"]) : "";
  const pieces = Array.from(
    { length: 1 + random.int(3) },
    () => random.pick(["a", "b", "ab", "[ab]", "c", "x", "-", "k?"]),
  );
  return edge() + pieces.join("") + edge();
}

/** Random lines between many that rarely match; the last may have no break. */
function sparseText(random: Random): Uint8Array {
  const filler = () => new TextEncoder().encode("zz z.\n".repeat(random.int(400)));
  const parts = Array.from({ length: 1 + random.int(5) }, () => [filler(), randomLineText(random)]).flat();
  return Uint8Array.from([...parts, ...random.chance(0.5) ? [filler()] : []].flatMap((part) => [...part]));
}

/** A cached text. */
function kept(bytes: Uint8Array, arena: ContentArena): CachedFile {
  const file = cachedText(bytes, arena);
  assert(arena.store(file, 1));
  return file;
}

Deno.test("lines found by their bytes give the same hits as a scan of the whole text", () => {
  const random = seeded("scan bytes"), arena = new ContentArena(new Kernel(), 2 ** 26);
  let compared = 0;
  for (let round = 0; round < 400; round++) {
    const pattern = random.chance(0.1) ? randomLinePattern(random) : simplePattern(random);
    const matcher = compileQuery({ ...searchFor(pattern).query, word: random.chance(0.2) });
    const bytes = sparseText(random), file = kept(bytes, arena), { decidingBytes: lineNeedles } = matcher;
    const around = { before: random.int(3), after: random.int(3) };
    const text = CachedTextScanner.create(
      file,
      arena,
      file.kind === "ascii" ? lineNeedles.ascii : lineNeedles.unicode,
      around,
    );
    if (text === undefined) continue;
    const firstRecord = random.int(3);
    const wanted = {
      firstRecord,
      endRecord: firstRecord + random.int(8),
      maxLines: random.pick([Infinity, Infinity, random.int(5)]),
      maxUnits: random.pick([Infinity, 100]),
      ...around,
    };
    const block = { ...wholeBlock(decodeUtf8(bytes)), ascii: file.kind === "ascii" };
    assertEquals(text.scanLines(matcher, wanted), scanBlock(matcher, block, wanted), String(matcher.unicode));
    compared++;
    arena.remove(file);
  }
  assert(compared > 70, `${compared} texts`);
});
