/**
 * Matches a query's patterns at one node of a tree.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { ChildTest, CompiledPattern, CompiledQuery, NodeTest } from "./compile_query.ts";

/** A node that a pattern captured. */
export interface NodeCapture {
  readonly name: string;
  readonly node: Node;
}

/** The captures of one match, and the number of its pattern. */
export interface NodeMatch {
  readonly pattern: number;
  readonly captures: readonly NodeCapture[];
}

/** All matches of the patterns that begin at `node`. */
export function* matchesAt(query: CompiledQuery, node: Node): Generator<NodeMatch> {
  for (const pattern of query.patternsByType.get(node.typeId) ?? []) {
    if (!standsIn(node, pattern)) continue;
    for (const captures of matchNode(query, pattern.test, node)) {
      if (fulfils(captures, pattern)) yield { pattern: pattern.index, captures };
    }
  }
}

function standsIn(node: Node, { parents }: CompiledPattern): boolean {
  let inner: Node | null = node;
  return parents.every((types) => {
    inner = inner?.parent ?? null;
    return inner !== null && types.has(inner.typeId);
  });
}

function fulfils(captures: readonly NodeCapture[], { predicates }: CompiledPattern): boolean {
  return predicates.every(({ capture, test }) => {
    const captured = captures.find(({ name }) => name === capture);
    return captured !== undefined && test(captured.node.text);
  });
}

function* matchNode(query: CompiledQuery, test: NodeTest, node: Node): Generator<NodeCapture[]> {
  const type = node.typeId;
  if (test.types === undefined ? test.isNamed && !query.isNamed(type) : !test.types.has(type)) return;
  if (test.absentFields.some((field) => node.childForFieldId(field) !== null)) return;
  const own = test.captures.map((name) => ({ name, node }));
  if (test.children.length === 0) return yield own;
  for (const captures of matchChildren(query, test.children, node)) yield [...own, ...captures];
}

/** Matches children in their order, each after those before it. */
function* matchChildren(
  query: CompiledQuery,
  [first, ...rest]: readonly ChildTest[],
  parent: Node,
  after = -1,
): Generator<NodeCapture[]> {
  for (const child of candidates(first, parent, after)) {
    for (const test of first.tests) {
      for (const captures of matchNode(query, test, child)) {
        if (rest.length === 0) yield captures;
        else for (const more of matchChildren(query, rest, parent, child.endIndex)) yield [...captures, ...more];
      }
    }
  }
}

/** The children that may be the next to match. */
function candidates({ field, isNext, tests }: ChildTest, parent: Node, after: number): readonly Node[] {
  const wantsNamed = tests.every(({ isNamed }) => isNamed);
  const all = field !== undefined
    ? parent.childrenForFieldId(field)
    : wantsNamed
    ? parent.namedChildren
    : parent.children;
  const later = all.filter((child) => child.startIndex >= after);
  return isNext ? later.slice(0, 1) : later;
}
