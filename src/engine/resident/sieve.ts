/**
 * Tells which texts can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { Needles } from "../pattern/needles.ts";
import type { Contents } from "./contents.ts";
import type { Resident } from "./resident.ts";

export type { Needles };

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
    if (text?.kind !== kind) continue;
    if (last !== undefined && !contents.adjoin(last, text)) {
      yield { kind, indices };
      indices = [];
    }
    indices.push(i);
    last = text;
  }
  if (indices.length > 0) yield { kind, indices };
}

/** Marks with 1 in `hits` the texts of a run that may hold a match. */
export function siftRun(
  contents: Contents,
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
