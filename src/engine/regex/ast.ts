/**
 * What a pattern means, after all spelling is gone: flags are already stamped on the leaves they
 * change, so every later step (emitting, line checks, required literals) reads one tree.
 * @module
 */

/** A pattern, or a part of one. */
export type Node =
  | Char
  | CharClass
  | Assertion
  | { readonly type: "sequence"; readonly parts: readonly Node[] }
  /** Tried in order: the first branch that lets the whole match wins. */
  | { readonly type: "either"; readonly branches: readonly Node[] }
  | Repeat
  /** A capturing group; `index` counts opening parentheses from 1. */
  | { readonly type: "group"; readonly index: number; readonly body: Node }
  | LookAround
  | { readonly type: "back"; readonly index: number; readonly fold: boolean };

/** One code point that was written as itself, by an escape, or as a class of one. */
export interface Char {
  readonly type: "char";
  readonly code: number;
  /** Compared case-insensitively. */
  readonly fold: boolean;
  /** Where it stands in the pattern: a UTF-16 index. */
  readonly at: number;
}

/** One code point out of a set. */
export interface CharClass {
  readonly type: "set";
  readonly set: CharSet;
  readonly fold: boolean;
}

/** A union of items, or everything else. `{negated: true, items: []}` is any code point. */
export interface CharSet {
  readonly negated: boolean;
  readonly items: readonly SetItem[];
}

/** A member of a set. */
export type SetItem =
  | Range
  | { readonly type: "word" | "digit" | "space" }
  /** The body of a `\p{…}` that this engine's own expressions accept. */
  | { readonly type: "property"; readonly name: string }
  | { readonly type: "nested"; readonly set: CharSet }
  | { readonly type: "both" | "without"; readonly left: CharSet; readonly right: CharSet };

/** Code points `from` to `to`, both included. */
export interface Range {
  readonly type: "range";
  readonly from: number;
  readonly to: number;
}

/** A position. */
export interface Assertion {
  readonly type: "edge";
  readonly kind: AssertionKind;
}

/** Positions a pattern can ask for; the `half` kinds look to one side only. */
export type AssertionKind =
  | "line_start"
  | "line_end"
  | "text_start"
  | "text_end"
  | "text_end_or_break"
  /** Before the CR LF of a text that has not been given LF for it. */
  | "crlf"
  | "word"
  | "not_word"
  | "word_start"
  | "word_end"
  | "word_start_half"
  | "word_end_half";

/** `min` to `max` times (`Infinity`: no upper bound). */
export interface Repeat {
  readonly type: "repeat";
  readonly body: Node;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/** A look-around. */
export interface LookAround {
  readonly type: "look";
  readonly ahead: boolean;
  readonly negated: boolean;
  readonly body: Node;
}

/** A range of code points. */
export function range(from: number, to = from): Range {
  return { type: "range", from, to };
}

/** The nodes directly inside `node`. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case "sequence":
      return node.parts;
    case "either":
      return node.branches;
    case "repeat":
    case "group":
    case "look":
      return [node.body];
    default:
      return [];
  }
}

/** Whether `node` can match the empty string; a back-reference counts as able to. */
export function canMatchEmpty(node: Node): boolean {
  return canMatchWithoutConsuming(node, () => true);
}

/** Whether `node` matches at the beginning of any text, be it the empty string. */
export function matchesAtTextStart(node: Node): boolean {
  return canMatchWithoutConsuming(
    node,
    (it) => it.type === "edge" && (it.kind === "line_start" || it.kind === "text_start"),
  );
}

/** Whether `node` can match without taking a character where `holds` of those nodes that never need one. */
function canMatchWithoutConsuming(node: Node, holds: (node: Node) => boolean): boolean {
  switch (node.type) {
    case "char":
    case "set":
      return false;
    case "sequence":
      return node.parts.every((part) => canMatchWithoutConsuming(part, holds));
    case "either":
      return node.branches.some((branch) => canMatchWithoutConsuming(branch, holds));
    case "repeat":
      return node.min === 0 || canMatchWithoutConsuming(node.body, holds);
    case "group":
      return canMatchWithoutConsuming(node.body, holds);
    default:
      return holds(node);
  }
}

/** Whether `node` takes no character wherever it matches. */
export function isZeroWidth(node: Node): boolean {
  switch (node.type) {
    case "char":
    case "set":
    case "back":
      return false;
    case "edge":
    case "look":
      return true;
    case "repeat":
      return node.max === 0 || isZeroWidth(node.body);
    default:
      return childrenOf(node).every(isZeroWidth);
  }
}

/** Whether what lies before a match can decide whether it is one. */
export function looksBehind(node: Node): boolean {
  if (node.type === "edge") return !FORWARD_ASSERTIONS.has(node.kind);
  return (node.type === "look" && !node.ahead) || childrenOf(node).some(looksBehind);
}

const FORWARD_ASSERTIONS: ReadonlySet<AssertionKind> = new Set([
  "line_end",
  "text_end",
  "text_end_or_break",
  "crlf",
  "word_end_half",
]);
