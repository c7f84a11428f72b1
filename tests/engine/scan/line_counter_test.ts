import { assert, assertEquals } from "@std/assert";
import type { Haystack } from "../../../src/engine/scan/haystack.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { LineCounter } from "../../../src/engine/scan/line_counter.ts";
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { ContentArena } from "../../../src/engine/cache/content_arena.ts";
import { seeded } from "../../seed.ts";
import { cachedText, randomLinePattern, randomLineText } from "./line_samples.ts";
import { countByRegex, countMatchingLines } from "../matcher/expected_lines.ts";
import { searchFor } from "../requests.ts";

/** The number of matching lines in a haystack. */
function countIn(matcher: Matcher, haystack: Haystack): number | undefined {
  if (haystack.kind === "miss") return 0;
  if (haystack.kind === "count") return haystack.count;
  assert(haystack.kind === "block" && haystack.counted !== undefined);
  const rest = countByRegex(matcher, haystack.block);
  return rest === undefined ? undefined : haystack.counted + rest;
}

Deno.test("lines counted by bytes plus undecided lines that match are all lines that match", () => {
  const random = seeded("line counter"), arena = new ContentArena(new Kernel(), 2 ** 24);
  const seen = { count: 0, block: 0, lines: 0, byNeedle: 0 };
  const long = new TextEncoder().encode("zz\n".repeat(100_000));
  for (let round = 0; round < 60; round++) {
    const pattern = randomLinePattern(random), matcher = compileQuery(searchFor(pattern).query);
    const { decidingBytes, requiredBytes, lineDfa: dfa } = matcher,
      counter = new LineCounter(arena);
    // After this much text the counter uses automata.
    counter.count(cachedText(long, arena), { decidingBytes: {}, requiredBytes: {}, dfa, maxLines: Infinity });
    const ways = [
      { decidingBytes, requiredBytes, dfa },
      { decidingBytes: {}, requiredBytes, dfa },
      { decidingBytes: {}, requiredBytes, dfa: () => undefined },
      { decidingBytes: {}, requiredBytes: {}, dfa },
    ];
    for (let i = 0; i < 4; i++) {
      const bytes = randomLineText(random), wanted = countMatchingLines(matcher, bytes);
      for (const way of ways) {
        const haystack = counter.count(cachedText(bytes, arena), { ...way, maxLines: Infinity });
        const counted = haystack && countIn(matcher, haystack);
        if (haystack === undefined || counted === undefined || wanted === undefined) continue;
        const shown = `${pattern} in ${JSON.stringify(new TextDecoder().decode(bytes))}`;
        assertEquals(counted, wanted, shown);
        if (haystack.kind === "count" || haystack.kind === "block") seen[haystack.kind]++;
        seen.lines += wanted;
        if (way.dfa !== dfa) seen.byNeedle += wanted;
        const two = counter.count(cachedText(bytes, arena), { ...way, maxLines: 2 });
        if (two?.kind === "count") assertEquals(two.count, Math.min(2, wanted), shown);
      }
    }
  }
  assert(seen.count > 20 && seen.block > 280 && seen.lines > 170 && seen.byNeedle > 0, JSON.stringify(seen));
});
