/**
 * Tells which texts can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { Needles } from "../pattern/needles.ts";
import { ABSENT, type Contents } from "./contents.ts";
import type { Needle } from "../kernel/byte_set.ts";
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
  /** At least one, ascending. */
  readonly indices: readonly number[];
}

/** The runs in which texts lie in memory; holes and what is no text are left out. */
export function runsOf(texts: readonly (Resident | undefined)[], contents: Contents): Run[] {
  return [...runsOfKind("ascii", texts, contents), ...runsOfKind("utf8", texts, contents)];
}

function* runsOfKind(kind: Run["kind"], texts: readonly (Resident | undefined)[], contents: Contents): Generator<Run> {
  let indices: number[] = [];
  let last: Resident | undefined;
  for (let i = 0; i < texts.length; i++) {
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

/** Fewer suspects than one in so many texts are looked through one by one. */
const FEW = 4;

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function siftRun(
  { contents, signatures }: Sifted,
  needles: Needles,
  texts: readonly (Resident | undefined)[],
  { kind, indices }: Run,
  hits: Uint8Array,
): void {
  const wanted = kind === "ascii" ? needles.ascii : needles.unicode;
  if (wanted === undefined) {
    for (const i of indices) hits[i] = 1;
    return;
  }
  const may = signatures.suspicion(wanted);
  if (may !== undefined) {
    const suspects = indices.filter((i) => isSuspect(texts[i], may));
    if (suspects.length * FEW < indices.length) return siftEach(contents, wanted, texts, suspects, hits);
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

function isSuspect(text: Resident | undefined, may: Suspicion): boolean {
  return text !== undefined && may(text);
}

function siftEach(
  contents: Contents,
  wanted: readonly Needle[],
  texts: readonly (Resident | undefined)[],
  indices: readonly number[],
  hits: Uint8Array,
): void {
  contents.aim(wanted);
  for (const i of indices) {
    const text = texts[i];
    if (text !== undefined && contents.kernel.find(text.at, text.end) >= 0) hits[i] = 1;
  }
}
