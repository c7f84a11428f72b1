/**
 * What a search for definitions counts beside lines.
 * @module
 */
import type { KeyCounts } from "../scan/block.ts";
import type { HitSink } from "../scan/hit_sink.ts";
import type { NamedHit } from "./named_hits.ts";

/** The names that are defined as values; or the patterns of a list that match where a name is defined. */
export function definitionKeys(hits: readonly NamedHit[], { request, counter }: HitSink): KeyCounts | undefined {
  if (counter === undefined) return undefined;
  const keys = new Map<string, number>();
  for (const { line, spans: [span], definition: { name } } of hits) {
    if (request.breakdown === "values") keys.set(name, (keys.get(name) ?? 0) + 1);
    else {
      const text = new TextDecoder().decode(new TextEncoder().encode(line).subarray(...span));
      for (const _ of counter.count(text, 0, text.length - 1, /^[\0-\x7f]*$/.test(text), keys));
    }
  }
  return keys;
}
