/**
 * Limits on a pattern's complexity. V8 compiles an expression without a time limit, so a pattern on which it would take
 * long or give up is refused before.
 * @module
 */
import { reason, type ReasonKey, type ReasonParams } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { type CharSet, childrenOf, type Node, type SetItem } from "./ast.ts";
import { countLookaheadPaths } from "./v8_lookahead_cost.ts";

/** The limits. */
export const COMPLEXITY_LIMITS = {
  /** Each number in a counted repeat. */
  repeat: 65_535,
  /** The product of nested counted repeats. */
  product: 1_000_000,
  /** Nesting depth of groups and classes. */
  nesting: 250,
  /** Nested classes and set operations in total: V8 evaluates each. */
  operations: 1000,
  /** Unicode tables in the source: each costs V8 up to a millisecond, twice. */
  tables: 150,
  /** Paths that V8 follows from all choices together, and from the start. */
  choices: 100_000,
  start: 500_000,
} as const;

/** Makes the error for a pattern over a limit. */
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

/** The number of sets inside other sets. */
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

/** The largest product of repeat counts along any path; an open end counts as its minimum. */
function largestRepeatProduct(node: Node): number {
  const inner = childrenOf(node).reduce((most, child) => Math.max(most, largestRepeatProduct(child)), 1);
  if (node.type !== "repeat") return inner;
  return inner * Math.max(1, node.max === Infinity ? node.min : node.max);
}

/** @throws ToolError `pattern_too_large` */
export function checkUnicodeTables(tables: number): void {
  if (tables > COMPLEXITY_LIMITS.tables) throw patternTooLarge("tables", { most: COMPLEXITY_LIMITS.tables });
}
