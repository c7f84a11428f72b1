/**
 * The syntax tree of a pattern, without its spelling. Flags are already stamped on the leaves that they change, so
 * emitting, line checks and literal extraction all read one tree.
 * @module
 */

/** A pattern, or a part of one. */
export type Node =
  | Char
  | CharClass
  | Assertion
  | { readonly type: "sequence"; readonly parts: readonly Node[] }
  /** Branches are tried in order: the first that lets the whole match succeed wins. */
  | { readonly type: "alternation"; readonly branches: readonly Node[] }
  | Repeat
  /** A capturing group; `index` counts opening parentheses from 1. */
  | { readonly type: "group"; readonly index: number; readonly body: Node }
  | LookAround
  | { readonly type: "back_reference"; readonly index: number; readonly fold: boolean };

/** One code point, written as itself, as an escape or as a class of one. */
export interface Char {
  readonly type: "char";
  readonly code: number;
  /** Compared case-insensitively. */
  readonly fold: boolean;
  /** Its place in the pattern, as a UTF-16 index. */
  readonly at: number;
}

/** One code point out of a set. */
export interface CharClass {
  readonly type: "class";
  readonly set: CharSet;
  readonly fold: boolean;
}

/** A union of items, or its complement. `{negated: true, items: []}` is any code point. */
export interface CharSet {
  readonly negated: boolean;
  readonly items: readonly SetItem[];
}

export type SetItem =
  | Range
  | { readonly type: "word" | "digit" | "space" }
  /** The body of a `\p{…}` in the spelling that JavaScript accepts. */
  | { readonly type: "property"; readonly name: string }
  | { readonly type: "nested"; readonly set: CharSet };

/** Code points `from` to `to`, both included. */
export interface Range {
  readonly type: "range";
  readonly from: number;
  readonly to: number;
}

/** A position: an anchor or a word boundary. */
export interface Assertion {
  readonly type: "assertion";
  readonly kind: AssertionKind;
}

/** The positions that a pattern can assert; the `half` kinds look to one side only. */
export type AssertionKind =
  | "line_start"
  | "line_end"
  | "text_start"
  | "text_end"
  | "text_end_or_break"
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

export interface LookAround {
  readonly type: "look_around";
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
    case "alternation":
      return node.branches;
    case "repeat":
    case "group":
    case "look_around":
      return [node.body];
    default:
      return [];
  }
}

/** Whether `node` can match the empty string; a back-reference counts as able to. */
export function canMatchEmpty(node: Node): boolean {
  return canMatchWithoutConsuming(node, () => true);
}

/** Whether `node` matches at the beginning of any text, if only the empty string. */
export function matchesAtTextStart(node: Node): boolean {
  return canMatchWithoutConsuming(
    node,
    (it) => it.type === "assertion" && (it.kind === "line_start" || it.kind === "text_start"),
  );
}

/** Whether `node` can match without consuming a character, given what `holds` says of the zero-width nodes in it. */
function canMatchWithoutConsuming(node: Node, holds: (node: Node) => boolean): boolean {
  switch (node.type) {
    case "char":
    case "class":
      return false;
    case "sequence":
      return node.parts.every((part) => canMatchWithoutConsuming(part, holds));
    case "alternation":
      return node.branches.some((branch) => canMatchWithoutConsuming(branch, holds));
    case "repeat":
      return node.min === 0 || canMatchWithoutConsuming(node.body, holds);
    case "group":
      return canMatchWithoutConsuming(node.body, holds);
    default:
      return holds(node);
  }
}

/** Whether `node` never consumes a character. */
export function isZeroWidth(node: Node): boolean {
  switch (node.type) {
    case "char":
    case "class":
    case "back_reference":
      return false;
    case "assertion":
    case "look_around":
      return true;
    case "repeat":
      return node.max === 0 || isZeroWidth(node.body);
    default:
      return childrenOf(node).every(isZeroWidth);
  }
}

/** Whether the text before a match can decide whether it is a match. */
export function looksBehind(node: Node): boolean {
  if (node.type === "assertion") return !FORWARD_ASSERTIONS.has(node.kind);
  return (node.type === "look_around" && !node.ahead) || childrenOf(node).some(looksBehind);
}

const FORWARD_ASSERTIONS: ReadonlySet<AssertionKind> = new Set([
  "line_end",
  "text_end",
  "text_end_or_break",
  "word_end_half",
]);
