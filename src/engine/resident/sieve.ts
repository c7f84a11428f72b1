/**
 * Tells which texts can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { Needles } from "../pattern/needles.ts";
import { ABSENT, type Contents } from "./contents.ts";
import type { Needle } from "../kernel/byte_set.ts";
import type { LineNeedles } from "../pattern/line_needles.ts";
import type { Resident } from "./resident.ts";
import type { Signatures, Suspicion } from "./signatures.ts";

export type { Needles };

/** Where the texts lie, and what is known of them without their bytes. */
export interface Sifted {
  readonly contents: Contents;
  readonly signatures: Signatures;
}

/** Texts of one kind that lie in memory one behind the other, by their indices among all. */
export interface Run {
  readonly kind: "ascii" | "utf8";
  /** At least one, in the order in which they lie. */
  readonly indices: readonly number[];
}

type Texts = readonly (Resident | undefined)[];

/**
 * The runs in which texts lie in memory; holes and what is no text are left out.
 * @param order the texts' indices; as long as it is not that in which they lie, there are more runs than need be
 */
export function runsOf(texts: Texts, contents: Contents, order: readonly number[] = [...texts.keys()]): Run[] {
  return [...runsOfKind("ascii", texts, contents, order), ...runsOfKind("utf8", texts, contents, order)];
}

function* runsOfKind(kind: Run["kind"], texts: Texts, contents: Contents, order: readonly number[]): Generator<Run> {
  let indices: number[] = [];
  let last: Resident | undefined;
  for (const i of order) {
    const text = texts[i];
    if (text?.kind !== kind || text.at === ABSENT) continue;
    if (last !== undefined && !contents.adjoin(last, text)) {
      yield { kind, indices };
      indices = [];
    }
    indices.push(i);
    last = text;
  }
  if (indices.length > 0) yield { kind, indices };
}

/** What is sought in texts of a kind; undefined where any may hold a match. */
export function wantedIn(kind: Run["kind"], needles: Needles): readonly Needle[] | undefined {
  return kind === "ascii" ? needles.ascii : needles.unicode;
}

/** Fewer suspects than one in so many texts are looked through one by one. */
const FEW = 2;

/** Whether it is worth while to look through suspects alone. */
export function isFew(suspects: number, texts: number): boolean {
  return suspects * FEW < texts;
}

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function siftRun(
  { contents, signatures }: Sifted,
  needles: Needles,
  texts: Texts,
  run: Run,
  hits: Uint8Array,
): void {
  const wanted = wantedIn(run.kind, needles);
  const suspects = wanted && oneByOne(signatures, wanted, texts, run.indices);
  if (wanted === undefined || suspects === undefined || !isFew(suspects.length, run.indices.length)) {
    return scanRun(contents, wanted, texts, run, hits);
  }
  contents.aim(wanted);
  for (const i of suspects) siftOne(contents, texts[i], i, hits);
}

/** Marks with 1 in `hits` the texts of a run in which something that is wanted is found, without asking signatures. */
export function scanRun(
  contents: Contents,
  wanted: readonly Needle[] | undefined,
  texts: Texts,
  { indices }: Run,
  hits: Uint8Array,
): void {
  if (wanted === undefined) {
    for (const i of indices) hits[i] = 1;
    return;
  }
  const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
  if (first === undefined) return;
  contents.aim(wanted);
  const { kernel } = contents;
  let k = 0;
  for (let at = kernel.find(first.at, end); at >= 0;) {
    let text = texts[indices[k]];
    while (text !== undefined && text.end <= at) text = texts[indices[++k]];
    if (text === undefined) return;
    // What begins between two texts is in neither; what begins in one may end behind it, and does no harm.
    const isInside = text.at <= at;
    if (isInside) hits[indices[k]] = 1;
    const from = isInside ? text.end : text.at;
    if (from >= end) return;
    at = kernel.find(from, end);
  }
}

/** Counts in `counts` the matching lines of the texts of a run, of each at most `most`. */
export function countRun(
  contents: Contents,
  { needles, lead, trail }: LineNeedles,
  texts: Texts,
  { indices }: Run,
  most: number,
  counts: Int32Array,
): void {
  const first = texts[indices[0]], end = texts[indices[indices.length - 1]]?.end ?? 0;
  if (first === undefined) return;
  contents.aim(needles);
  const { kernel } = contents;
  let k = 0;
  for (let at = kernel.find(first.at - lead, end + trail); at >= 0;) {
    let text = texts[indices[k]];
    while (text !== undefined && text.end <= at) text = texts[indices[++k]];
    if (text === undefined) return;
    const isInside = text.at - lead <= at;
    if (isInside) counts[indices[k]] = kernel.countLines(text.at - lead, text.end + trail, lead, most);
    const from = isInside ? text.end : text.at - lead;
    if (from >= end) return;
    at = kernel.find(from, end + trail);
  }
}

/** Counts in `counts[i]` the matching lines of a text, at most `most`. */
export function countOne(
  contents: Contents,
  { needles, lead, trail }: LineNeedles,
  text: Resident | undefined,
  i: number,
  most: number,
  counts: Int32Array,
): void {
  if (text === undefined || text.at === ABSENT) return;
  contents.aim(needles);
  counts[i] = contents.kernel.countLines(text.at - lead, text.end + trail, lead, most);
}

/** Marks with 1 in `hits[i]` a text in which what `contents` is aimed at is found. */
export function siftOne(contents: Contents, text: Resident | undefined, i: number, hits: Uint8Array): void {
  if (text !== undefined && contents.kernel.find(text.at, text.end) >= 0) hits[i] = 1;
}

function oneByOne(
  signatures: Signatures,
  wanted: readonly Needle[],
  texts: Texts,
  indices: readonly number[],
): number[] | undefined {
  const may = signatures.suspicion(wanted);
  return may && indices.filter((i) => isSuspect(texts[i], may));
}

function isSuspect(text: Resident | undefined, may: Suspicion): boolean {
  return text !== undefined && may(text);
}
