/**
 * Back-references to a single character, for whoever only asks whether there is a match in a line of ASCII: a choice
 * among the characters that it may be. `(\w)\1` is aa, or bb, and so on.
 * @module
 */
import { membersOf } from "../kernel/byte_set.ts";
import { type Char, childrenOf, type Node, type Set as CharSet } from "./ast.ts";
import { lineAsciiOf } from "./leaf_bytes.ts";

/** Choices beyond this would make too large an automaton. */
const MOST = 64;

/**
 * `root` with its back-references spelled out; itself where one is to more than a character, or to a group that may be
 * left out or come more than once.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * spelledOut(parsePattern("([ab])\\1", false).root).type; // "either"
 * ```
 */
export function spelledOut(root: Node): Node {
  const referred = referredIn(root);
  if (referred.size > MOST) return root;
  let choices: readonly Node[] = [root];
  for (const index of referred) {
    const leaf = leafOf(root, index), codes = leaf === undefined ? [] : membersOf(lineAsciiOf(leaf));
    if (codes.length === 0 || choices.length * codes.length > MOST) return root;
    choices = choices.flatMap((choice) => codes.map((code) => withCode(choice, index, code)));
  }
  return choices.length === 1 ? choices[0] : { type: "either", branches: choices };
}

function referredIn(root: Node): Set<number> {
  return new Set([...inOrder(root)].flatMap((node) => node.type === "back" ? [node.index] : []));
}

/** All nodes, each before what is in it. */
function* inOrder(node: Node): Generator<Node, void, void> {
  yield node;
  for (const inside of childrenOf(node)) yield* inOrder(inside);
}

/** The one character of a group that every match has exactly once, before it is referred to. */
function leafOf(root: Node, index: number): Char | CharSet | undefined {
  const group = groupOf(root, index);
  const first = [...inOrder(root)].find((node) =>
    (node.type === "group" || node.type === "back") && node.index === index
  );
  return group !== undefined && group === first ? onlyLeaf(group) : undefined;
}

function onlyLeaf(node: Node): Char | CharSet | undefined {
  if (node.type === "char" || node.type === "set") return node;
  const inside = node.type === "group" || node.type === "sequence" ? childrenOf(node) : [];
  return inside.length === 1 ? onlyLeaf(inside[0]) : undefined;
}

/** A group that is in nothing but groups and sequences. */
function groupOf(node: Node, index: number): Node | undefined {
  if (node.type === "group" && node.index === index) return node;
  if (node.type !== "group" && node.type !== "sequence") return undefined;
  for (const inside of childrenOf(node)) {
    const group = groupOf(inside, index);
    if (group !== undefined) return group;
  }
}

/** With this character for the group, and for what refers to it. */
function withCode(node: Node, index: number, code: number): Node {
  const within = (inside: Node) => withCode(inside, index, code);
  switch (node.type) {
    case "group":
      return node.index === index ? exactly(code, false) : { ...node, body: within(node.body) };
    case "back":
      return node.index === index ? exactly(code, node.fold) : node;
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

function exactly(code: number, fold: boolean): Char {
  return { type: "char", code, fold, at: 0 };
}
