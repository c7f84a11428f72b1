/**
 * Simplifies word boundaries. A boundary with a known character on one side needs one look-around instead of four, each
 * of which is a large table for V8.
 * @module
 */
import { type Assertion, canMatchEmpty, type Node, type SetItem } from "./ast.ts";
import { isWordChar } from "./char_sets.ts";

/** One end of a node. */
export type Side = "first" | "last";

/** Whether every match of the nodes from `start` on begins (for "last": backwards, ends) with a word character. */
export function isWordCharAt(side: Side, nodes: readonly Node[], start: number): boolean {
  const step = side === "first" ? 1 : -1;
  for (let node = nodes[start], i = start; node !== undefined; node = nodes[i += step]) {
    if (!isWordCharBeside(side, node)) return false;
    if (!canMatchEmpty(node)) return true;
  }
  return false;
}

/** The same for one node, if it does not match the empty string. */
function isWordCharBeside(side: Side, node: Node): boolean {
  switch (node.type) {
    case "char":
      return isWordChar(node.code);
    case "class":
      return !node.set.negated && node.set.items.every(isWordItem);
    case "sequence":
      return isWordCharAt(side, node.parts, side === "first" ? 0 : node.parts.length - 1);
    case "alternation":
      return node.branches.every((branch) => isWordCharBeside(side, branch));
    case "repeat":
    case "group":
      return isWordCharBeside(side, node.body);
    default:
      return false;
  }
}

function isWordItem(item: SetItem): boolean {
  if (item.type === "range") return item.to - item.from < 64 && everyCode(item.from, item.to);
  return item.type === "word" || item.type === "digit";
}

function everyCode(from: number, to: number): boolean {
  for (let code = from; code <= to; code++) if (!isWordChar(code)) return false;
  return true;
}

/** The boundaries that all branches share at their ends, and the branches without them. */
export interface FactoredBoundaries {
  readonly before?: Assertion;
  readonly branches: readonly Node[];
  readonly after?: Assertion;
}

/** Turns `\bone\b|\btwo\b` into `\b(?:one|two)\b`, so that a list of words needs two tables in all. */
export function factorBoundaries(branches: readonly Node[]): FactoredBoundaries {
  const before = commonBoundary("first", branches);
  const inner = before === undefined ? branches : branches.map((it) => withoutBoundary("first", it));
  const after = commonBoundary("last", inner);
  return { before, branches: after === undefined ? inner : inner.map((it) => withoutBoundary("last", it)), after };
}

function commonBoundary(side: Side, branches: readonly Node[]): Assertion | undefined {
  const edges = branches.map((branch) => assertionAt(side, branch));
  const [edge] = edges;
  return edge?.kind.includes("word") && edges.every((it) => it?.kind === edge.kind) ? edge : undefined;
}

function assertionAt(side: Side, node: Node): Assertion | undefined {
  if (node.type === "assertion") return node;
  if (node.type !== "sequence") return undefined;
  const outer = node.parts.at(side === "first" ? 0 : -1);
  return outer === undefined ? undefined : assertionAt(side, outer);
}

function withoutBoundary(side: Side, node: Node): Node {
  if (node.type !== "sequence") return { type: "sequence", parts: [] };
  const rest = side === "first" ? node.parts.slice(1) : node.parts.slice(0, -1);
  const outer = node.parts.at(side === "first" ? 0 : -1);
  if (outer === undefined || outer.type === "assertion") return { ...node, parts: rest };
  const kept = withoutBoundary(side, outer);
  return { ...node, parts: side === "first" ? [kept, ...rest] : [...rest, kept] };
}
