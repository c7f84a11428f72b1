/**
 * Back-references to a single character, for whoever only asks whether there is a match in a line of ASCII: a choice
 * among the characters that it may be. `(\w)\1` is aa, or bb, and so on.
 * @module
 */
import { membersOf } from "../simd/byte_set.ts";
import { type Char, type CharClass as CharSet, childrenOf, type Node } from "../regex/ast.ts";
import { asciiInLine } from "./leaf_bytes.ts";

/** Choices beyond this would make too large an automaton. */
const MAX_CHOICES = 64;

/**
 * `root` with its back-references spelled out; itself where one is to more than a character, or to a group that may be
 * left out or come more than once.
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * spelledOut(parsePattern("([ab])\\1", false).root).type; // "either"
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
  return choices.length === 1 ? choices[0] : { type: "either", branches: choices };
}

function referencedGroups(root: Node): Set<number> {
  return new Set([...walkNodes(root)].flatMap((node) => node.type === "back" ? [node.index] : []));
}

/** All nodes, each before what is in it. */
function* walkNodes(node: Node): Generator<Node, void, void> {
  yield node;
  for (const inside of childrenOf(node)) yield* walkNodes(inside);
}

/** The one character of a group that every match has exactly once, before it is referred to. */
function referencedChar(root: Node, index: number): Char | CharSet | undefined {
  const group = findGroup(root, index);
  const first = [...walkNodes(root)].find((node) =>
    (node.type === "group" || node.type === "back") && node.index === index
  );
  return group !== undefined && group === first ? onlyCharIn(group) : undefined;
}

function onlyCharIn(node: Node): Char | CharSet | undefined {
  if (node.type === "char" || node.type === "set") return node;
  const inside = node.type === "group" || node.type === "sequence" ? childrenOf(node) : [];
  return inside.length === 1 ? onlyCharIn(inside[0]) : undefined;
}

/** A group that is in nothing but groups and sequences. */
function findGroup(node: Node, index: number): Node | undefined {
  if (node.type === "group" && node.index === index) return node;
  if (node.type !== "group" && node.type !== "sequence") return undefined;
  for (const inside of childrenOf(node)) {
    const group = findGroup(inside, index);
    if (group !== undefined) return group;
  }
}

/** With this character for the group, and for what refers to it. */
function replaceGroup(node: Node, index: number, code: number): Node {
  const within = (inside: Node) => replaceGroup(inside, index, code);
  switch (node.type) {
    case "group":
      return node.index === index ? charNode(code, false) : { ...node, body: within(node.body) };
    case "back":
      return node.index === index ? charNode(code, node.fold) : node;
    case "sequence":
      return { ...node, parts: node.parts.map(within) };
    case "either":
      return { ...node, branches: node.branches.map(within) };
    case "repeat":
    case "look":
      return { ...node, body: within(node.body) };
    default:
      return node;
  }
}

function charNode(code: number, fold: boolean): Char {
  return { type: "char", code, fold, at: 0 };
}
