/**
 * How a pattern relates to line ends: whether it needs a line break, can match across one, or names a carriage return.
 * Texts are searched with LF for CR LF. Only a pattern that names a carriage return gets the text unchanged; its other
 * parts then still treat CR LF as one line end.
 * @module
 */
import { CARRIAGE_RETURN, LINE_FEED } from "../text/newlines.ts";
import { type Assertion, canMatchEmpty, type CharSet, childrenOf, mapChildren, type Node } from "./ast.ts";
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

/** Whether a class writes out a character, at any depth. */
function namesCharacter({ items }: CharSet, code: number): boolean {
  return items.some((item) =>
    item.type === "nested"
      ? namesCharacter(item.set, code)
      : item.type === "range" && item.from === code && item.to === code
  );
}

/** Whether `part` is the `\r?` before a line's end. */
function isOptionalReturnBefore(part: Node, next: Node | undefined): boolean {
  if (part.type !== "repeat" || part.min > 0 || part.body.type !== "char" || next === undefined) return false;
  return next.type === "char" ? next.code === LINE_FEED : next.type === "assertion" && next.kind in END_ASSERTIONS;
}

const END_ASSERTIONS: Readonly<Record<string, "line" | "text">> = {
  line_end: "line",
  text_end: "text",
  text_end_or_break: "text",
};

const BEFORE_CRLF: Assertion = { type: "assertion", kind: "crlf" };

/**
 * The pattern for texts with CR LF. A line also ends before CR LF. The carriage return of a CR LF is matched only by
 * classes that name it. Where matches cross lines, a class that contains the line feed (`\s`, `[^a]`, the dot of
 * `(?s)`) matches CR LF as one character.
 * @param byLine a text's end is the end of any line
 */
export function withCrlfLineEnds(node: Node, byLine: boolean): Node {
  if (node.type === "class") {
    const isUnnamed = hasMember(node.set, CARRIAGE_RETURN) && !namesCharacter(node.set, CARRIAGE_RETURN);
    if (!isUnnamed) return node;
    return byLine || !hasMember(node.set, LINE_FEED) ? exceptAtCrlf(node) : orCrlf(exceptAtCrlf(node));
  }
  if (node.type === "assertion") {
    return isEnd(node, byLine) ? { type: "alternation", branches: [node, BEFORE_CRLF] } : node;
  }
  return mapChildren(node, (child) => withCrlfLineEnds(child, byLine));
}

function isEnd({ kind }: Assertion, byLine: boolean): boolean {
  return END_ASSERTIONS[kind] === "line" || byLine && kind in END_ASSERTIONS;
}

function exceptAtCrlf(set: Node): Node {
  return { type: "sequence", parts: [{ type: "look_around", ahead: true, negated: true, body: BEFORE_CRLF }, set] };
}

const CRLF: Node = {
  type: "sequence",
  parts: [CARRIAGE_RETURN, LINE_FEED].map((code) => ({ type: "char", code, fold: false, at: 0 })),
};

function orCrlf(set: Node): Node {
  return { type: "alternation", branches: [CRLF, set] };
}
