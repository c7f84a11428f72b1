/**
 * How a pattern relates to line breaks: whether it needs one, can match across one, or names a carriage return.
 * Texts are searched with LF for CR LF. Only a pattern that names a carriage return gets the text unchanged; its other
 * parts then still treat CR LF as one line end (see `EmitTarget`).
 * @module
 */
import { CARRIAGE_RETURN, LINE_FEED } from "../text/newlines.ts";
import { canMatchEmpty, type CharSet, childrenOf, type Node } from "./ast.ts";
import { hasMember, LINE_BREAKS } from "./char_sets.ts";

/**
 * The index of a line break that the pattern needs, which rules out a line-by-line search. An optional break (`\n?`,
 * `(?:\n|$)`) can be dropped without changing the meaning, and a negated look-around may contain any.
 */
export function findRequiredBreak(node: Node): number | undefined {
  switch (node.type) {
    case "char":
      return node.code === LINE_FEED ? node.at : undefined;
    case "alternation": {
      const isOptional = node.branches.some(canMatchEmpty);
      return firstRequiredBreak(node.branches.filter((it) => !(isOptional && matchesOnlyBreaks(it))));
    }
    case "repeat": {
      const isOptional = node.max === 0 || (node.min === 0 && matchesOnlyBreaks(node.body));
      return isOptional ? undefined : findRequiredBreak(node.body);
    }
    case "look_around":
      return node.negated ? undefined : findRequiredBreak(node.body);
    default:
      return firstRequiredBreak(childrenOf(node));
  }
}

function firstRequiredBreak(nodes: readonly Node[]): number | undefined {
  return nodes.values().map(findRequiredBreak).find((at) => at !== undefined);
}

/** Whether `node` consumes line breaks of any kind and nothing else. */
function matchesOnlyBreaks(node: Node): boolean {
  if (node.type === "char") return isLineBreak(node.code);
  if (node.type === "class") {
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
 * Whether a text can be split into lines before matching. Nothing in the pattern matches a line break or looks past
 * one, so a text has the matches that its lines have one by one.
 */
export function matchesWithinLine(node: Node): boolean {
  if (node.type === "char") return node.code !== LINE_FEED;
  if (node.type === "class") return !hasMember(node.set, LINE_FEED);
  // `^` and `$` alone would allow it, but ripgrep then shows adjacent lines as one match, and so does this search.
  if (node.type === "assertion") return !/^(text|line)_/.test(node.kind);
  return childrenOf(node).every(matchesWithinLine);
}

/**
 * Whether the pattern names a carriage return and so needs texts with their CR LF. `\r?\n`, `\r?$`, `\R` and `[^\r\n]`
 * don't: they accept either line end.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * namesCarriageReturn(parsePattern("a\\r$", false).root); // true
 * namesCarriageReturn(parsePattern("[^\\r\\n]+\\r?\\n", false).root); // false
 * ```
 */
export function namesCarriageReturn(node: Node): boolean {
  switch (node.type) {
    case "char":
      return node.code === CARRIAGE_RETURN;
    case "class":
      return namesCharacter(node.set, CARRIAGE_RETURN) && !(node.set.negated && namesCharacter(node.set, LINE_FEED));
    case "sequence":
      return node.parts.some((part, i) =>
        namesCarriageReturn(part) && !isOptionalReturnBefore(part, node.parts[i + 1])
      );
    case "alternation":
      return node.branches.some(namesCarriageReturn);
    case "repeat":
    case "group":
    case "look_around":
      return namesCarriageReturn(node.body);
    default:
      return false;
  }
}

/** Whether `part` is the `\r?` before a line's end. */
function isOptionalReturnBefore(part: Node, next: Node | undefined): boolean {
  if (part.type !== "repeat" || part.min > 0 || part.body.type !== "char" || next === undefined) return false;
  return next.type === "char"
    ? next.code === LINE_FEED
    : next.type === "assertion" && /_end(_or_break)?$/.test(next.kind);
}

/**
 * Whether `set` matches a carriage return that it does not write out: in a text with CR LF, only the line break as a
 * whole or nothing of it.
 */
export function includesUnnamedReturn(set: CharSet): boolean {
  return hasMember(set, CARRIAGE_RETURN) && !namesCharacter(set, CARRIAGE_RETURN);
}

/** Whether a class writes out a character, at any depth. */
function namesCharacter({ items }: CharSet, code: number): boolean {
  return items.some((item) =>
    item.type === "nested"
      ? namesCharacter(item.set, code)
      : item.type === "range" && item.from === code && item.to === code
  );
}
