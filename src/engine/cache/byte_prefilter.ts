/**
 * Tells which texts can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import { ABSENT, type ContentArena } from "./content_arena.ts";
import type { Needle } from "../simd/byte_set.ts";
import type { DecidingBytes } from "../matcher/deciding_bytes.ts";
import type { CachedFile } from "./cached_file.ts";
import type { CandidateTest, TrigramIndex } from "./trigram_index.ts";

export type { RequiredBytes as Needles };

/** Where the texts lie, and what is known of them without their bytes. */
export interface TextStore {
  readonly arena: ContentArena;
  readonly trigrams: TrigramIndex;
}

/** Texts of one kind that lie in memory one behind the other, by their indices among all. */
export interface TextRun {
  readonly kind: "ascii" | "utf8";
  /** At least one, in the order in which they lie. */
  readonly indices: readonly number[];
}

type Texts = readonly (CachedFile | undefined)[];

/**
 * The runs in which texts lie in memory; holes and what is no text are left out.
 * @param order the texts' indices; as long as it is not that in which they lie, there are more runs than need be
 */
export function textRunsOf(
  texts: Texts,
  contents: ContentArena,
  order: readonly number[] = [...texts.keys()],
): TextRun[] {
  return [...textRunsOfKind("ascii", texts, contents, order), ...textRunsOfKind("utf8", texts, contents, order)];
}

function* textRunsOfKind(
  kind: TextRun["kind"],
  texts: Texts,
  contents: ContentArena,
  order: readonly number[],
): Generator<TextRun> {
  let indices: number[] = [];
  let last: CachedFile | undefined;
  for (const i of order) {
    const text = texts[i];
    if (text?.kind !== kind || text.at === ABSENT) continue;
    if (last !== undefined && !contents.areAdjacent(last, text)) {
      yield { kind, indices };
      indices = [];
    }
    indices.push(i);
    last = text;
  }
  if (indices.length > 0) yield { kind, indices };
}

/** What is sought in texts of a kind; undefined where any may hold a match. */
export function needlesFor(kind: TextRun["kind"], needles: RequiredBytes): readonly Needle[] | undefined {
  return kind === "ascii" ? needles.ascii : needles.unicode;
}

/** Fewer suspects than one in so many texts are looked through one by one. */
const MIN_TEXTS_PER_CANDIDATE = 2;

/** Whether it is worth while to look through suspects alone. */
export function areFewCandidates(suspects: number, texts: number): boolean {
  return suspects * MIN_TEXTS_PER_CANDIDATE < texts;
}

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function prefilterRun(
  { arena: contents, trigrams: signatures }: TextStore,
  needles: RequiredBytes,
  texts: Texts,
  run: TextRun,
  hits: Uint8Array,
): void {
  const wanted = needlesFor(run.kind, needles);
  const suspects = wanted && candidatesAmong(signatures, wanted, texts, run.indices);
  if (wanted === undefined || suspects === undefined || !areFewCandidates(suspects.length, run.indices.length)) {
    return findInRun(contents, wanted, texts, run, hits);
  }
  contents.setNeedles(wanted);
  for (const i of suspects) findInText(contents, texts[i], i, hits);
}

/** Marks with 1 in `hits` the texts of a run in which something that is wanted is found, without asking signatures. */
export function findInRun(
  contents: ContentArena,
  wanted: readonly Needle[] | undefined,
  texts: Texts,
  { indices }: TextRun,
  hits: Uint8Array,
): void {
  if (wanted === undefined) {
    for (const i of indices) hits[i] = 1;
    return;
  }
  const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
  if (first === undefined) return;
  contents.setNeedles(wanted);
  const { kernel } = contents;
  let k = 0;
  for (let at = kernel.findNeedle(first.at, end); at >= 0;) {
    let text = texts[indices[k]];
    while (text !== undefined && text.end <= at) text = texts[indices[++k]];
    if (text === undefined) return;
    // What begins between two texts is in neither; what begins in one may end behind it, and does no harm.
    const isInside = text.at <= at;
    if (isInside) hits[indices[k]] = 1;
    const from = isInside ? text.end : text.at;
    if (from >= end) return;
    at = kernel.findNeedle(from, end);
  }
}

/** Counts in `counts` the matching lines of the texts of a run, of each at most `most`. */
export function countLinesInRun(
  contents: ContentArena,
  { needles, lead, trail }: DecidingBytes,
  texts: Texts,
  { indices }: TextRun,
  most: number,
  counts: Int32Array,
): void {
  const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
  if (first === undefined) return;
  contents.setNeedles(needles);
  const { kernel } = contents;
  let k = 0;
  for (let at = kernel.findNeedle(first.at - lead, end + trail); at >= 0;) {
    let text = texts[indices[k]];
    while (text !== undefined && text.end <= at) text = texts[indices[++k]];
    if (text === undefined) return;
    const isInside = text.at - lead <= at;
    if (isInside) counts[indices[k]] = kernel.countLinesWithNeedle(text.at - lead, text.end + trail, lead, most);
    const from = isInside ? text.end : text.at - lead;
    if (from >= end) return;
    at = kernel.findNeedle(from, end + trail);
  }
}

/** Counts in `counts[i]` the matching lines of a text, at most `most`. */
export function countLinesInText(
  contents: ContentArena,
  { needles, lead, trail }: DecidingBytes,
  text: CachedFile | undefined,
  i: number,
  most: number,
  counts: Int32Array,
): void {
  if (text === undefined || text.at === ABSENT) return;
  contents.setNeedles(needles);
  counts[i] = contents.kernel.countLinesWithNeedle(text.at - lead, text.end + trail, lead, most);
}

/** Marks with 1 in `hits[i]` a text in which what `contents` is aimed at is found. */
export function findInText(contents: ContentArena, text: CachedFile | undefined, i: number, hits: Uint8Array): void {
  if (text !== undefined && contents.kernel.findNeedle(text.at, text.end) >= 0) hits[i] = 1;
}

function candidatesAmong(
  signatures: TrigramIndex,
  wanted: readonly Needle[],
  texts: Texts,
  indices: readonly number[],
): number[] | undefined {
  const may = signatures.candidateTest(wanted);
  return may && indices.filter((i) => mayHoldMatch(texts[i], may));
}

function mayHoldMatch(text: CachedFile | undefined, may: CandidateTest): boolean {
  return text !== undefined && may(text);
}
