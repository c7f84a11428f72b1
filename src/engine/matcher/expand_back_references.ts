/**
 * Replaces back-references to a single character by a choice among its possible values: `(\w)\1` becomes aa, or bb, and
 * so on. The result decides whether a line of ASCII has a match.
 * @module
 */
import { membersOf } from "../simd/byte_set.ts";
import { type Char, type CharClass, childrenOf, mapChildren, type Node } from "../regex/ast.ts";
import { asciiInLine } from "./leaf_bytes.ts";

/** More choices would make the automaton too large. */
const MAX_CHOICES = 64;

/**
 * `root` without back-references; `root` itself if one refers to more than a character, or to a group that is optional
 * or repeated.
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * expandBackReferences(parsePattern("([ab])\\1", false).root).type; // "alternation"
 * ```
 */
export function expandBackReferences(root: Node): Node {
  const referred = referencedGroups(root);
  if (referred.size > MAX_CHOICES) return root;
  let choices: readonly Node[] = [root];
  for (const index of referred) {
    const leaf = referencedChar(root, index), codes = leaf === undefined ? [] : membersOf(asciiInLine(leaf));
    if (codes.length === 0 || choices.length * codes.length > MAX_CHOICES) return root;
    choices = choices.flatMap((choice) => codes.map((code) => replaceGroup(choice, index, code)));
  }
  return choices.length === 1 ? choices[0] : { type: "alternation", branches: choices };
}

function referencedGroups(root: Node): Set<number> {
  return new Set([...walkNodes(root)].flatMap((node) => node.type === "back_reference" ? [node.index] : []));
}

/** All nodes in pre-order. */
function* walkNodes(node: Node): Generator<Node, void, void> {
  yield node;
  for (const inside of childrenOf(node)) yield* walkNodes(inside);
}

/** The single character of a group that takes part in every match exactly once, before its references. */
function referencedChar(root: Node, index: number): Char | CharClass | undefined {
  const group = findGroup(root, index);
  const first = [...walkNodes(root)].find((node) =>
    (node.type === "group" || node.type === "back_reference") && node.index === index
  );
  return group !== undefined && group === first ? onlyCharIn(group) : undefined;
}

function onlyCharIn(node: Node): Char | CharClass | undefined {
  if (node.type === "char" || node.type === "class") return node;
  const inside = node.type === "group" || node.type === "sequence" ? childrenOf(node) : [];
  return inside.length === 1 ? onlyCharIn(inside[0]) : undefined;
}

/** The group, if only groups and sequences contain it. */
function findGroup(node: Node, index: number): Node | undefined {
  if (node.type === "group" && node.index === index) return node;
  if (node.type !== "group" && node.type !== "sequence") return undefined;
  for (const inside of childrenOf(node)) {
    const group = findGroup(inside, index);
    if (group !== undefined) return group;
  }
}

/** Replaces the group and its references by this character. */
function replaceGroup(node: Node, index: number, code: number): Node {
  if (node.type === "group" && node.index === index) return charNode(code, false);
  if (node.type === "back_reference") return node.index === index ? charNode(code, node.fold) : node;
  return mapChildren(node, (child) => replaceGroup(child, index, code));
}

function charNode(code: number, fold: boolean): Char {
  return { type: "char", code, fold, at: 0 };
}
