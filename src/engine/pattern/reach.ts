/**
 * How far a match reaches: where that is known, a piece of a text can be searched as if it were all of it.
 * @module
 */
import type { Node } from "./ast.ts";

/**
 * The UTF-16 units that a match of `node` takes at most; Infinity where there is no bound, or where what lies around a
 * match has a say in it.
 */
export function reachOf(node: Node): number {
  switch (node.type) {
    case "char":
    case "set":
      return 2;
    case "edge":
    case "look":
    case "back":
      return Infinity;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + reachOf(part), 0);
    case "either":
      return Math.max(0, ...node.branches.map(reachOf));
    case "repeat":
      return node.max === 0 ? 0 : node.max * reachOf(node.body);
    case "group":
      return reachOf(node.body);
  }
}
