/**
 * Selects the texts that can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { DecidingBytes } from "../matcher/deciding_bytes.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { Needle } from "../simd/byte_set.ts";
import type { CachedFile } from "./cached_file.ts";
import { ABSENT, type ContentArena } from "./content_arena.ts";

/** Texts of one kind that are adjacent in memory, by their indices among all. */
export interface TextRun {
  readonly kind: "ascii" | "utf8";
  /** At least one, in the order of their addresses. */
  readonly indices: readonly number[];
}

type Texts = readonly (CachedFile | undefined)[];

/**
 * Groups texts into runs that are adjacent in memory; holes and files that are not texts are left out.
 * @param order the texts' indices; if they are not in the order of the addresses, there are more runs than necessary
 */
export function textRunsOf(
  texts: Texts,
  arena: ContentArena,
  order: readonly number[] = [...texts.keys()],
): TextRun[] {
  return [...textRunsOfKind("ascii", texts, arena, order), ...textRunsOfKind("utf8", texts, arena, order)];
}

function* textRunsOfKind(
  kind: TextRun["kind"],
  texts: Texts,
  arena: ContentArena,
  order: readonly number[],
): Generator<TextRun> {
  let indices: number[] = [];
  let last: CachedFile | undefined;
  for (const i of order) {
    const text = texts[i];
    if (text?.kind !== kind || text.at === ABSENT) continue;
    if (last !== undefined && !arena.areAdjacent(last, text)) {
      yield { kind, indices };
      indices = [];
    }
    indices.push(i);
    last = text;
  }
  if (indices.length > 0) yield { kind, indices };
}

/** The needles for texts of a kind; undefined if any text may hold a match. */
export function needlesFor(kind: TextRun["kind"], needles: RequiredBytes): readonly Needle[] | undefined {
  return kind === "ascii" ? needles.ascii : needles.unicode;
}

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function prefilterRun(
  arena: ContentArena,
  required: RequiredBytes,
  texts: Texts,
  run: TextRun,
  hits: Uint8Array,
): void {
  new TextSearcher(arena, texts).findInRun(needlesFor(run.kind, required), run, hits);
}

/** Searches texts in memory; texts are given by their indices. */
export class TextSearcher {
  constructor(readonly arena: ContentArena, readonly texts: Texts) {}

  /** Marks with 1 in `hits` the texts of a run that have one of the needles; without needles, all of them. */
  findInRun(needles: readonly Needle[] | undefined, { indices }: TextRun, hits: Uint8Array): void {
    if (needles !== undefined) this.#forEachMatch({ needles, lead: 0, trail: 0 }, indices, (i) => hits[i] = 1);
    else for (const i of indices) hits[i] = 1;
  }

  /** Counts in `counts` the matching lines of each text of a run, at most `maxLines` of each. */
  countLinesInRun(bytes: DecidingBytes, { indices }: TextRun, maxLines: number, counts: Int32Array): void {
    this.#forEachMatch(bytes, indices, (i, text) => counts[i] = this.#countLines(bytes, text, maxLines));
  }

  #countLines({ lead, trail }: DecidingBytes, text: CachedFile, maxLines: number): number {
    return this.arena.kernel.countLinesWithNeedle(text.at - lead, text.end + trail, lead, maxLines);
  }

  /** Calls `visit` with each of adjacent texts that has one of the needles. */
  #forEachMatch(
    { needles, lead, trail }: DecidingBytes,
    indices: readonly number[],
    visit: (index: number, text: CachedFile) => void,
  ): void {
    const { arena, arena: { kernel }, texts } = this;
    const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
    if (first === undefined) return;
    arena.setNeedles(needles);
    let k = 0;
    for (let at = kernel.findNeedle(first.at - lead, end + trail); at >= 0;) {
      let text = texts[indices[k]];
      while (text !== undefined && text.end <= at) text = texts[indices[++k]];
      if (text === undefined) return;
      // A needle between two texts belongs to neither; one that begins in a text and ends after it does no harm.
      const isInside = text.at - lead <= at;
      if (isInside) visit(indices[k], text);
      const from = isInside ? text.end : text.at - lead;
      if (from >= end) return;
      at = kernel.findNeedle(from, end + trail);
    }
  }
}
