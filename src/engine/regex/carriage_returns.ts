/**
 * How a pattern relates to carriage returns. Texts are searched with LF for CR LF. Only a pattern that names a carriage
 * return gets the text unchanged; its other parts then still treat CR LF as one line end.
 * @module
 */
import { type Assertion, type CharSet, type Node, type SetItem } from "./ast.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../text/line_feed.ts";
import { containsLineEnd } from "./char_sets.ts";

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
    case "set":
      return namesCharacter(node.set, CARRIAGE_RETURN) && !(node.set.negated && namesCharacter(node.set, LINE_FEED));
    case "sequence":
      return node.parts.some((part, i) =>
        namesCarriageReturn(part) && !isOptionalReturnBefore(part, node.parts[i + 1])
      );
    case "either":
      return node.branches.some(namesCarriageReturn);
    case "repeat":
    case "group":
    case "look":
      return namesCarriageReturn(node.body);
    default:
      return false;
  }
}

/** Whether a class writes out a character, at any depth. */
function namesCharacter({ items }: CharSet, code: number): boolean {
  return items.some((item) => itemNamesCharacter(item, code));
}

function itemNamesCharacter(item: SetItem, code: number): boolean {
  switch (item.type) {
    case "range":
      return item.from === code && item.to === code;
    case "nested":
      return namesCharacter(item.set, code);
    case "both":
    case "without":
      return namesCharacter(item.left, code) || namesCharacter(item.right, code);
    default:
      return false;
  }
}

/** Whether `part` is the `\r?` before a line's end. */
function isOptionalReturnBefore(part: Node, next: Node | undefined): boolean {
  if (part.type !== "repeat" || part.min > 0 || part.body.type !== "char" || next === undefined) return false;
  return next.type === "char" ? next.code === LINE_FEED : next.type === "edge" && next.kind in END_ASSERTIONS;
}

const END_ASSERTIONS: Readonly<Record<string, "line" | "text">> = {
  line_end: "line",
  text_end: "text",
  text_end_or_break: "text",
};

const BEFORE_CRLF: Assertion = { type: "edge", kind: "crlf" };

/**
 * The pattern for texts with CR LF: a line also ends before CR LF, and only classes that name the carriage return match
 * that of a CR LF.
 * @param byLine a text's end is the end of any line
 */
export function withCrlfLineEnds(node: Node, byLine: boolean): Node {
  const within = (inside: Node) => withCrlfLineEnds(inside, byLine);
  switch (node.type) {
    case "set":
      return containsLineEnd(node.set, CARRIAGE_RETURN) && !namesCharacter(node.set, CARRIAGE_RETURN)
        ? exceptAtCrlf(node)
        : node;
    case "edge":
      return isEnd(node, byLine) ? { type: "either", branches: [node, BEFORE_CRLF] } : node;
    case "sequence":
      return { ...node, parts: node.parts.map(within) };
    case "either":
      return { ...node, branches: node.branches.map(within) };
    case "repeat":
    case "group":
    case "look":
      return { ...node, body: within(node.body) };
    default:
      return node;
  }
}

function isEnd({ kind }: Assertion, byLine: boolean): boolean {
  return END_ASSERTIONS[kind] === "line" || byLine && kind in END_ASSERTIONS;
}

function exceptAtCrlf(set: Node): Node {
  return { type: "sequence", parts: [{ type: "look", ahead: true, negated: true, body: BEFORE_CRLF }, set] };
}
