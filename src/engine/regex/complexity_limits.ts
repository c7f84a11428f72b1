/**
 * How large a pattern may be: V8 takes no time limit while it compiles, so what would take it long,
 * or what it would give up on, is refused before.
 * @module
 */
import { reason, type ReasonKey, type ReasonParams } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { type CharSet, childrenOf, type Node, type SetItem } from "./ast.ts";
import { countLookaheadPaths } from "./v8_lookahead_cost.ts";

/** The bounds. */
export const COMPLEXITY_LIMITS = {
  /** Each number in a counted repeat. */
  repeat: 65_535,
  /** Counted repeats within one another, multiplied. */
  product: 1_000_000,
  /** Groups and classes within one another. */
  nesting: 250,
  /** Classes within classes, and set operations, all together: V8 works each out, one after the other. */
  operations: 1000,
  /** Unicode tables in the source: each costs V8 up to a millisecond, twice. */
  tables: 150,
  /** What V8 looks ahead from all choices, and from the start (paths.ts). */
  choices: 100_000,
  start: 500_000,
} as const;

/** The error for a pattern over a bound. */
export function patternTooLarge(key: ReasonKey, params: ReasonParams = {}): ToolError {
  return new ToolError("pattern_too_large", { why: reason(key, params), cap: COMPLEXITY_LIMITS.repeat });
}

/** @throws ToolError `pattern_too_large` */
export function checkComplexity(root: Node): void {
  const { choices, start } = countLookaheadPaths(root);
  if (choices > COMPLEXITY_LIMITS.choices || start > COMPLEXITY_LIMITS.start) throw patternTooLarge("optional_parts");
  if (largestRepeatProduct(root) > COMPLEXITY_LIMITS.product) throw patternTooLarge("repeats_multiplied");
  if (countNestedSets(root) > COMPLEXITY_LIMITS.operations) {
    throw patternTooLarge("classes_within", { most: COMPLEXITY_LIMITS.operations });
  }
}

/** Sets that are in other sets. */
function countNestedSets(node: Node): number {
  if (node.type === "set") return innerSets(node.set);
  return childrenOf(node).reduce((sum, child) => sum + countNestedSets(child), 0);
}

function innerSets({ items }: CharSet): number {
  return items.reduce((sum, item) => sum + innerSetsOf(item), 0);
}

function innerSetsOf(item: SetItem): number {
  if (item.type === "nested") return 1 + innerSets(item.set);
  return item.type === "both" || item.type === "without" ? 1 + innerSets(item.left) + innerSets(item.right) : 0;
}

/** The largest product of bounds along any path; an open end counts as its minimum. */
function largestRepeatProduct(node: Node): number {
  const inner = childrenOf(node).reduce((most, child) => Math.max(most, largestRepeatProduct(child)), 1);
  if (node.type !== "repeat") return inner;
  return inner * Math.max(1, node.max === Infinity ? node.min : node.max);
}

/** @throws ToolError `pattern_too_large` */
export function checkUnicodeTables(tables: number): void {
  if (tables > COMPLEXITY_LIMITS.tables) throw patternTooLarge("tables", { most: COMPLEXITY_LIMITS.tables });
}
