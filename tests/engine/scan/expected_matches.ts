/**
 * The expected results of a search: those of the expression on each line, or on the whole text.
 * @module
 */
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { splitBlock, wholeBlock } from "../../../src/engine/scan/block.ts";
import { HitMaker } from "../../../src/engine/scan/hit_maker.ts";
import { matchBlock } from "../../../src/engine/scan/match_block.ts";
import type { Decoded } from "../../../src/engine/text/encoding.ts";
import type { Hit } from "../../../src/model/search_report.ts";

/** The matches of a text, and the hits of the first `most` records. */
export function matchesOf(
  matcher: Matcher,
  decoded: Decoded,
  { most = 0, maxCount = Infinity, before = 0, after = 0 } = {},
): { readonly count: number; readonly hits: readonly Hit[] } {
  const whole = wholeBlock(decoded), hits: Hit[] = [], maker = new HitMaker(before, after);
  let count = 0;
  for (const block of matcher.multiline ? [whole] : splitBlock(whole)) {
    if (count >= maxCount) break;
    const found = matchBlock(block, { matcher, maxGroups: most - hits.length, maxCount });
    for (const group of found.groups) if (hits.length < most) hits.push(maker.make(block, group));
    count += found.count;
  }
  return { count, hits };
}
