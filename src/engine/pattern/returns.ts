/**
 * What a pattern has to do with carriage returns. As a rule none is before a line feed: the texts that are searched have
 * LF for CR LF. A pattern that asks for one is given the texts as they are, and then reads all else of it as ever.
 * @module
 */
import { type CharSet, type Edge, type Node, type SetItem } from "./ast.ts";
import { BREAK, RETURN } from "../text/line_feed.ts";
import { hasBreak } from "./sets.ts";

/**
 * Whether the pattern names a carriage return, so that it must be given texts with CR LF. `\r?\n`, `\r?$`, `\R` and
 * `[^\r\n]` do not: they are ways to say that either line break will do.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * namesReturn(parsePattern("a\\r$", false).root); // true
 * namesReturn(parsePattern("[^\\r\\n]+\\r?\\n", false).root); // false
 * ```
 */
export function namesReturn(node: Node): boolean {
  switch (node.type) {
    case "char":
      return node.code === RETURN;
    case "set":
      return isNamed(node.set, RETURN) && !(node.set.negated && isNamed(node.set, BREAK));
    case "sequence":
      return node.parts.some((part, i) => namesReturn(part) && !isOptionalBefore(part, node.parts[i + 1]));
    case "either":
      return node.branches.some(namesReturn);
    case "repeat":
    case "group":
    case "look":
      return namesReturn(node.body);
    default:
      return false;
  }
}

/** Whether a class has a character written out as itself, at whatever depth. */
function isNamed({ items }: CharSet, code: number): boolean {
  return items.some((item) => isItemNamed(item, code));
}

function isItemNamed(item: SetItem, code: number): boolean {
  switch (item.type) {
    case "range":
      return item.from === code && item.to === code;
    case "nested":
      return isNamed(item.set, code);
    case "both":
    case "without":
      return isNamed(item.left, code) || isNamed(item.right, code);
    default:
      return false;
  }
}

/** `\r?` before a line's end. */
function isOptionalBefore(part: Node, next: Node | undefined): boolean {
  if (part.type !== "repeat" || part.min > 0 || part.body.type !== "char" || next === undefined) return false;
  return next.type === "char" ? next.code === BREAK : next.type === "edge" && next.kind in ENDS;
}

const ENDS: Readonly<Record<string, "line" | "text">> = {
  line_end: "line",
  text_end: "text",
  text_end_or_break: "text",
};

const BEFORE_CRLF: Edge = { type: "edge", kind: "crlf" };

/**
 * The pattern for texts with CR LF: a line's end is before it, too, and no class reaches its carriage return but one that
 * names it.
 * @param byLine a text's end is that of any line
 */
export function besideCrlf(node: Node, byLine: boolean): Node {
  const within = (inside: Node) => besideCrlf(inside, byLine);
  switch (node.type) {
    case "set":
      return hasBreak(node.set, RETURN) && !isNamed(node.set, RETURN) ? notAtCrlf(node) : node;
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

function isEnd({ kind }: Edge, byLine: boolean): boolean {
  return ENDS[kind] === "line" || byLine && kind in ENDS;
}

function notAtCrlf(set: Node): Node {
  return { type: "sequence", parts: [{ type: "look", ahead: true, negated: true, body: BEFORE_CRLF }, set] };
}
