/**
 * Simplifies word boundaries. A boundary with a known character on one side needs one look-around instead of four, each
 * of which is a large table for V8.
 * @module
 */
import { type Assertion, canMatchEmpty, type Node, type SetItem } from "./ast.ts";
import { isWordChar } from "./char_sets.ts";

/** One end of a node. */
type Side = "first" | "last";

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
interface FactoredBoundaries {
  readonly before?: Assertion;
  readonly branches: readonly Node[];
  readonly after?: Assertion;
}

/** Turns `\bone\b|\btwo\b` into `\b(?:one|two)\b`, so that a list of words needs two tables in all. */
export function factorBoundaries(all: readonly Node[]): FactoredBoundaries {
  const sequences = all.map((branch) => branch.type === "sequence" ? branch.parts : []);
  const before = commonBoundary(sequences.map((parts) => parts[0]));
  const after = commonBoundary(sequences.map((parts) => parts.length > 1 ? parts.at(-1) : undefined));
  const [from, to] = [before === undefined ? 0 : 1, after === undefined ? undefined : -1];
  if (from === 0 && to === undefined) return { branches: all };
  return { before, branches: sequences.map((parts) => ({ type: "sequence", parts: parts.slice(from, to) })), after };
}

function commonBoundary(edges: readonly (Node | undefined)[]): Assertion | undefined {
  const [edge] = edges;
  if (edge?.type !== "assertion" || !edge.kind.includes("word")) return undefined;
  return edges.every((it) => it?.type === "assertion" && it.kind === edge.kind) ? edge : undefined;
}
