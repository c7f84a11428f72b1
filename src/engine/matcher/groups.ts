/**
 * The capturing groups whose texts are counted as values.
 * @module
 */
import { childrenOf, type Node } from "../regex/ast.ts";

/** The numbers of a pattern's groups. */
export function groupIndices(node: Node): number[] {
  const inside = childrenOf(node).flatMap(groupIndices);
  return node.type === "group" ? [node.index, ...inside] : inside;
}

/** Patterns with a group each, whose text is the value of a match. */
export interface ValueGroups {
  readonly roots: readonly Node[];
  /** The numbers of the groups to capture: these, and those that back-references need. */
  readonly captured: ReadonlySet<number>;
  /** The places of the value groups among the captured ones, from 1. */
  readonly places: readonly number[];
}

/**
 * The first group of each pattern; of a pattern without one, a group of the whole. Undefined if no pattern has a group:
 * then the matches are the values.
 */
export function valueGroupsOf(patterns: readonly Node[]): ValueGroups | undefined {
  const indices = patterns.map(groupIndices);
  if (indices.every(({ length }) => length === 0)) return undefined;
  const last = Math.max(...indices.flat());
  const values = indices.map((own, i) => own.length > 0 ? Math.min(...own) : last + 1 + i);
  const roots = patterns.map((body, i): Node =>
    indices[i].length > 0 ? body : { type: "group", index: values[i], body }
  );
  const captured = [...new Set([...values, ...patterns.flatMap(referredIndices)])].sort((a, b) => a - b);
  return { roots, captured: new Set(captured), places: values.map((index) => 1 + captured.indexOf(index)) };
}

/** The numbers of the groups that back-references use. */
function referredIndices(node: Node): number[] {
  return node.type === "back_reference" ? [node.index] : childrenOf(node).flatMap(referredIndices);
}
