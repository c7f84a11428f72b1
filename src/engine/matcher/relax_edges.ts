/**
 * Rewrites a pattern to a faster one that matches in the same lines, but not necessarily the same parts of them.
 * @module
 */
import { childrenOf, mapChildren, type Node, type Repeat } from "../regex/ast.ts";
import type { Side } from "../regex/word_boundaries.ts";

/**
 * A pattern that has a match in a text exactly if `root` has one. A repeat at the very beginning or end is reduced to
 * its minimum. `\w+Error` and `\wError` match in the same lines, but the first tries every start in every word.
 */
export function relaxEdges(root: Node): Node {
  return hasBackReference(root) ? root : relaxedAt(relaxedAt(root, "first"), "last");
}

function relaxedAt(node: Node, side: Side): Node {
  switch (node.type) {
    case "sequence":
      return { ...node, parts: relaxedParts(node.parts, side) };
    case "alternation":
    case "group":
      return mapChildren(node, (child) => relaxedAt(child, side));
    case "repeat":
      return isOfOneCharacter(node) ? { ...node, max: node.min, lazy: false } : node;
    default:
      return node;
  }
}

/** A part that is now empty is dropped, and its neighbour is relaxed. */
function relaxedParts(parts: readonly Node[], side: Side): readonly Node[] {
  const rest = [...parts];
  for (;;) {
    const at = side === "first" ? 0 : rest.length - 1;
    const part = rest[at];
    if (part === undefined) return rest;
    const relaxed = relaxedAt(part, side);
    if (relaxed.type !== "repeat" || relaxed.max > 0) return rest.with(at, relaxed);
    rest.splice(at, 1);
  }
}

function isOfOneCharacter({ body }: Repeat): boolean {
  return body.type === "char" || body.type === "class";
}

function hasBackReference(node: Node): boolean {
  return node.type === "back_reference" || childrenOf(node).some(hasBackReference);
}
