/**
 * How a pattern relates to line breaks: whether it needs one, and whether it can match across one.
 * @module
 */
import { canMatchEmpty, childrenOf, type Node } from "./ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { containsLineEnd, LINE_BREAKS } from "./char_sets.ts";

/**
 * The index of a line break that the pattern needs, which rules out a line-by-line search. An optional break (`\n?`,
 * `(?:\n|$)`) can be dropped without changing the meaning, and a negated look-around may contain any.
 */
export function findRequiredBreak(node: Node): number | undefined {
  switch (node.type) {
    case "char":
      return node.code === LINE_FEED ? node.at : undefined;
    case "either":
      return first(
        node.branches.some(canMatchEmpty) ? node.branches.filter((it) => !matchesOnlyBreaks(it)) : node.branches,
      );
    case "repeat":
      return node.max === 0 || (node.min === 0 && matchesOnlyBreaks(node.body))
        ? undefined
        : findRequiredBreak(node.body);
    case "look":
      return node.negated ? undefined : findRequiredBreak(node.body);
    default:
      return first(childrenOf(node));
  }
}

function first(nodes: readonly Node[]): number | undefined {
  for (const node of nodes) {
    const at = findRequiredBreak(node);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** Whether `node` consumes line breaks of any kind and nothing else. */
function matchesOnlyBreaks(node: Node): boolean {
  if (node.type === "char") return isLineBreak(node.code);
  if (node.type === "set") {
    const { items, negated } = node.set;
    return !negated && items.every((item) => item.type === "range" && isLineBreak(item.from) && isLineBreak(item.to));
  }
  const inner = childrenOf(node);
  return inner.length > 0 && inner.every(matchesOnlyBreaks);
}

function isLineBreak(code: number): boolean {
  return LINE_BREAKS.some((item) => item.type === "range" && item.from <= code && code <= item.to);
}

/**
 * Whether a text can be split into lines before matching: nothing in the pattern matches a line break or looks past
 * one, so a text has the matches that its lines have one by one.
 */
export function matchesWithinLine(node: Node): boolean {
  if (node.type === "char") return node.code !== LINE_FEED;
  if (node.type === "set") return !containsLineEnd(node.set);
  // `^` and `$` alone would allow it, but ripgrep then shows adjacent lines as one match, and so does this search.
  if (node.type === "edge") return !/^(text|line)_/.test(node.kind);
  return childrenOf(node).every(matchesWithinLine);
}
