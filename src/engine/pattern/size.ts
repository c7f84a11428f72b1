/**
 * How large a pattern may be: V8 takes no time limit while it compiles, so what would take it long,
 * or what it would give up on, is refused before.
 * @module
 */
import { ToolError } from "../../model/tool_error.ts";
import { childrenOf, type Node } from "./ast.ts";
import { costOf } from "./sets.ts";

/** The bounds. */
export const SIZES = {
  /** Each number in a counted repeat. */
  repeat: 65_535,
  /** Counted repeats within one another, multiplied. */
  product: 1_000_000,
  /** Groups and classes within one another. */
  nesting: 250,
  /** Unicode classes and word boundaries: each costs V8 up to a millisecond. */
  unicodeSets: 250,
} as const;

/** The error for a pattern over a bound. */
export function tooLarge(why: string): ToolError {
  return new ToolError("pattern_too_large", { why, cap: SIZES.repeat });
}

/** @throws ToolError `pattern_too_large` */
export function checkSize(root: Node): void {
  if (repeated(root) > SIZES.product) throw tooLarge("repeats within repeats multiply to over a million");
  if (unicodeSets(root) > SIZES.unicodeSets) throw tooLarge(`over ${SIZES.unicodeSets} Unicode classes and boundaries`);
}

/** The largest product of bounds along any path; an open end counts as its minimum. */
function repeated(node: Node): number {
  const inner = childrenOf(node).reduce((most, child) => Math.max(most, repeated(child)), 1);
  if (node.type !== "repeat") return inner;
  return inner * Math.max(1, node.max === Infinity ? node.min : node.max);
}

function unicodeSets(node: Node): number {
  if (node.type === "set") return costOf(node.set);
  if (node.type === "edge") return /word/.test(node.kind) ? 1 : 0;
  return childrenOf(node).reduce((sum, child) => sum + unicodeSets(child), 0);
}
