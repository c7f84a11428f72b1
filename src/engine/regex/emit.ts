/**
 * Writes a pattern as JavaScript source.
 * @module
 */
import { LINE_FEED } from "../text/newlines.ts";
import {
  type Assertion,
  type AssertionKind,
  canMatchEmpty,
  type Char,
  type CharSet,
  childrenOf,
  type Node,
  type Repeat,
  type SetItem,
} from "./ast.ts";
import { hasMember, isMember, isWordChar, unicodeTablesIn, WORD_CLASS_BODY } from "./char_sets.ts";
import { includesUnnamedReturn } from "./line_breaks.ts";
import { comparesCharacters, hasCase, type Leaf } from "./smart_case.ts";

/** Source and flags of an expression. */
export interface RegexSource {
  readonly text: string;
  readonly flags: string;
  /** Unicode tables in the source, which dominate V8's compile time. */
  readonly unicodeTables: number;
}

/**
 * Writes `root` for `target`.
 * @param captured numbers of groups to capture, apart from those that back-references need
 */
export function emitRegex(root: Node, target: EmitTarget, captured: ReadonlySet<number> = NO_GROUPS): RegexSource {
  const emitter = new Emitter(root, target, captured);
  const text = (target.unicode && canMatchEmpty(root) ? NOT_INSIDE_SURROGATE_PAIR : "") + emitter.emit(root);
  return { text, flags: emitter.flags, unicodeTables: unicodeTablesIn(text) };
}

const NO_GROUPS: ReadonlySet<number> = new Set();

/** V8 also finds the empty string between the halves of a surrogate pair; this look-ahead rules that out. */
const NOT_INSIDE_SURROGATE_PAIR = "(?=[^]|$)";

class Emitter {
  #needsV = false;
  /** Every cased leaf folds: the flag `i` is enough. */
  readonly #allFold: boolean;
  /** Only some cased leaves fold: each states it itself, or the branch that it is in. */
  #someFold: boolean;
  /** New numbers of the groups that are captured. */
  readonly #numbers: ReadonlyMap<number, number>;

  constructor(root: Node, readonly target: EmitTarget, captured: ReadonlySet<number>) {
    const { folding, exact, referred } = survey(root);
    this.#allFold = folding && !exact;
    this.#someFold = folding && exact;
    this.#numbers = new Map([...referred.union(captured)].sort((a, b) => a - b).map((index, i) => [index, i + 1]));
  }

  /** The flags; call after `emit`. */
  get flags(): string {
    return "g" + (this.#allFold ? "i" : "") + (this.#needsV ? "v" : "u");
  }

  emit(node: Node): string {
    return this.#someFold && childrenOf(node).length > 0 && isFolding(node) ? this.#folded(node) : this.#emit(node);
  }

  /** A part whose cased leaves all fold says so once: 1,000 such words match seven times as fast. */
  #folded(node: Node): string {
    this.#someFold = false;
    const text = this.#emit(node);
    this.#someFold = true;
    return `(?i:${text})`;
  }

  #emit(node: Node): string {
    switch (node.type) {
      case "char":
        return this.#withCase(node, emitChar(node, this.target));
      case "class":
        return exceptAtCrlf(node.set, this.#withCase(node, this.#class(node.set)), this.target);
      case "assertion":
        return emitAssertion(node.kind, this.target);
      case "sequence":
        return node.parts.map((part, i) => this.#emitPart(node.parts, part, i)).join("");
      case "alternation":
        return this.#alternation(node.branches);
      case "repeat":
        return this.#emitQuantifiable(node.body) + quantifier(node);
      case "group":
        return this.#group(node.index, node.body);
      case "look_around":
        return `(?${node.ahead ? "" : "<"}${node.negated ? "!" : "="}${this.emit(node.body)})`;
      case "back_reference":
        return this.#withCase(node, `(?:\\${this.#numbers.get(node.index) ?? 0})`);
    }
  }

  /**
   * V8 expands a Unicode table to thousands of surrogate pairs and multiplies them along a run of classes: eight `\w`
   * take 4 s. A class in a look-ahead is not multiplied, and matches up to twice as fast.
   */
  #class(set: CharSet): string {
    const { text, needsV } = emitClass(set, this.target);
    this.#needsV ||= needsV;
    return unicodeTablesIn(text) >= 1 ? `(?:(?=${text})[^])` : text;
  }

  /** A part of a sequence. A word boundary is shorter if the character beside it is known. */
  #emitPart(parts: readonly Node[], part: Node, i: number): string {
    if (part.type !== "assertion" || part.kind !== "word" || !this.target.unicode) return this.emit(part);
    if (isWordCharAt("first", parts, i + 1)) return NOT_AFTER_WORD;
    return isWordCharAt("last", parts, i - 1) ? NOT_BEFORE_WORD : this.emit(part);
  }

  #alternation(all: readonly Node[]): string {
    const { before, branches, after } = factorBoundaries(all);
    if (before === undefined && after === undefined) return `(?:${all.map((it) => this.emit(it)).join("|")})`;
    const parts: Node[] = [{ type: "alternation", branches }];
    if (before !== undefined) parts.unshift(before);
    if (after !== undefined) parts.push(after);
    return `(?:${this.emit({ type: "sequence", parts })})`;
  }

  /** The source of a node to which a quantifier can be appended. */
  #emitQuantifiable(body: Node): string {
    const text = this.emit(body);
    return body.type === "char" || body.type === "class" || body.type === "alternation" ? text : `(?:${text})`;
  }

  #group(index: number, body: Node): string {
    return this.#numbers.has(index) ? `(${this.emit(body)})` : `(?:${this.emit(body)})`;
  }

  /** V8 also folds `v` classes after an `(?i:…)` unless they opt out; so every class states its case. */
  #withCase(leaf: Leaf, text: string): string {
    if (!this.#someFold || !hasCase(leaf)) return text;
    return leaf.fold ? `(?i:${text})` : leaf.type === "class" ? `(?-i:${text})` : text;
  }
}

/** The facts that decide flags and captures. */
interface Survey {
  folding: boolean;
  exact: boolean;
  readonly referred: Set<number>;
}

function survey(node: Node, found: Survey = { folding: false, exact: false, referred: new Set() }): Survey {
  if (node.type === "back_reference") found.referred.add(node.index);
  if (comparesCharacters(node) && hasCase(node)) node.fold ? found.folding = true : found.exact = true;
  for (const child of childrenOf(node)) survey(child, found);
  return found;
}

/** Whether some of its cased leaves fold, and no other is cased. */
function isFolding(node: Node): boolean {
  const { folding, exact } = survey(node);
  return folding && !exact;
}

function quantifier({ min, max, lazy }: Repeat): string {
  const end = lazy ? "?" : "";
  if (max === Infinity) return (min === 0 ? "*" : min === 1 ? "+" : `{${min},}`) + end;
  if (min === 0 && max === 1) return "?" + end;
  return (min === max ? `{${min}}` : `{${min},${max}}`) + end;
}

/** A line feed can't match in a line: it becomes an empty class. */
function emitChar({ code }: Char, { byLine }: EmitTarget): string {
  if (code === LINE_FEED && byLine) return "[]";
  const char = String.fromCodePoint(code);
  if (/[\^$\\.*+?()[\]{}|/]/.test(char)) return "\\" + char;
  return /[\p{C}\p{Z}]/u.test(char) && char !== " " ? `\\u{${code.toString(16)}}` : char;
}

const WORD_SET = `[${WORD_CLASS_BODY}]`;
/** An invalid byte is no word character, but doesn't prove that there is none. */
const WORD_OR_INVALID = `[${WORD_CLASS_BODY}\\ud800-\\udfff]`;
const NOT_AFTER_WORD = `(?<!${WORD_SET})`;
const NOT_BEFORE_WORD = `(?!${WORD_SET})`;

/** V8's own `\b`, `\w` for ASCII subjects. */
const ASCII_ASSERTIONS: Readonly<Partial<Record<AssertionKind, string>>> = {
  word: "\\b",
  not_word: "\\B",
  word_start: "\\b(?=\\w)",
  word_end: "\\b(?<=\\w)",
  word_start_half: "(?<!\\w)",
  word_end_half: "(?!\\w)",
};

/** V8's own look-ahead does not follow alternatives inside a look-ahead (complexity_limits.ts). */
const UNICODE_ASSERTIONS: Readonly<Partial<Record<AssertionKind, string>>> = {
  word: `(?=(?<=${WORD_SET})${NOT_BEFORE_WORD}|${NOT_AFTER_WORD}(?=${WORD_SET}))`,
  not_word: `(?=(?<=${WORD_SET})(?=${WORD_SET})|(?<!${WORD_OR_INVALID})(?!${WORD_OR_INVALID}))`,
  word_start: `${NOT_AFTER_WORD}(?=${WORD_SET})`,
  word_end: `(?<=${WORD_SET})${NOT_BEFORE_WORD}`,
  word_start_half: `(?<!${WORD_OR_INVALID})`,
  word_end_half: `(?!${WORD_OR_INVALID})`,
};

const LINE_START = "(?<![^\\n])";
const LINE_END = "(?![^\\n])";
const LINE_END_OR_CRLF = "(?![^\\r\\n]|\\r(?!\\n))";

/** JavaScript's `m` flag has more line ends than the line feed, so it is never set: `^` is the text's start. */
const LINE_ASSERTIONS: Readonly<Partial<Record<AssertionKind, readonly [byLine: string, whole: string]>>> = {
  line_start: [LINE_START, LINE_START],
  line_end: [LINE_END, LINE_END],
  text_start: [LINE_START, "^"],
  text_end: [LINE_END, "$"],
  text_end_or_break: [LINE_END, "(?=(?:\\r?\\n)?$)"],
};

function emitAssertion(kind: AssertionKind, { unicode, byLine, keepsCrlf }: EmitTarget): string {
  const text = LINE_ASSERTIONS[kind]?.[byLine ? 0 : 1];
  if (text !== undefined) return text === LINE_END && keepsCrlf ? LINE_END_OR_CRLF : text;
  return (unicode ? UNICODE_ASSERTIONS : ASCII_ASSERTIONS)[kind] ?? "";
}

/** `\s` beyond ASCII: White_Space. JavaScript's own `\s` has U+FEFF and lacks U+0085. */
const UNICODE_SPACES = "\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** The texts that an expression is written for. */
export interface EmitTarget extends LineRules {
  /** Subjects may be beyond ASCII. */
  readonly unicode: boolean;
}

/** How an expression treats line breaks. */
export interface LineRules {
  /** Matches stay within a line. */
  readonly byLine: boolean;
  /** Subjects have the CR LF of their file. A line ends before CR LF, too, and no set matches a half of it unnamed. */
  readonly keepsCrlf: boolean;
}

/** A set that has both a line feed and an unnamed carriage return matches CR LF as one character. */
function exceptAtCrlf(set: CharSet, text: string, { byLine, keepsCrlf }: EmitTarget): string {
  if (!keepsCrlf || !includesUnnamedReturn(set)) return text;
  const isBreak = !byLine && hasMember(set, LINE_FEED);
  return isBreak ? `(?:\\r\\n|(?!\\r\\n)${text})` : `(?:(?!\\r\\n)${text})`;
}

/** A class, and whether it needs the `v` flag. */
interface EmittedClass {
  readonly text: string;
  readonly needsV: boolean;
}

/** Writes the class for `set`. */
function emitClass(set: CharSet, target: EmitTarget): EmittedClass {
  const { negated, items } = unwrapped(set);
  const hole = excludedSource(target);
  if (negated && !items.some(isNested)) return { text: `[^${join(items, target)}${hole}]`, needsV: false };
  if (!negated && items.every((item) => !isNested(item) && !hitsExcluded(item, target))) {
    return { text: `[${join(items, target)}]`, needsV: false };
  }
  const all = `[${negated ? "^" : ""}${join(items, target)}]`;
  return { text: hole === "" ? all : `[${all}--[${hole}]]`, needsV: true };
}

/** A set that holds only one other set is that set: `[^\W]` is `\w`. */
function unwrapped(set: CharSet): CharSet {
  const [only] = set.items;
  if (set.items.length !== 1 || only.type !== "nested") return set;
  return unwrapped({ items: only.set.items, negated: only.set.negated !== set.negated });
}

/** The source of the characters that no set may match. */
function excludedSource({ unicode, byLine }: EmitTarget): string {
  return (byLine ? "\\n" : "") + (unicode ? "\\ud800-\\udfff" : "");
}

/** Whether an item needs the `v` flag. */
function isNested({ type }: SetItem): boolean {
  return type === "nested";
}

/** Whether an item of several characters includes excluded ones. */
function hitsExcluded(item: SetItem, { unicode, byLine }: EmitTarget): boolean {
  if (item.type === "property") {
    return unicode && (isMember(item, 0xd800) || byLine && isMember(item, LINE_FEED));
  }
  const overlaps = (from: number, to: number) =>
    item.type === "range" && item.from < item.to && item.from <= to && from <= item.to;
  return unicode && overlaps(0xd800, 0xdfff) || byLine && overlaps(LINE_FEED, LINE_FEED);
}

/** Each item once: V8 evaluates them all. */
function join(items: readonly SetItem[], target: EmitTarget): string {
  return [...new Set(items.map((item) => emitItem(item, target)))].join("");
}

function emitItem(item: SetItem, target: EmitTarget): string {
  switch (item.type) {
    case "range":
      return item.from === item.to && item.from === LINE_FEED && target.byLine ? "" : emitRange(item.from, item.to);
    case "word":
      return target.unicode ? WORD_CLASS_BODY : "\\w";
    case "digit":
      return target.unicode ? "\\p{Nd}" : "0-9";
    case "space":
      return (target.byLine ? "\\t\\v-\\r" : "\\t-\\r") + "\\x20" + (target.unicode ? UNICODE_SPACES : "");
    case "property":
      return target.unicode ? `\\p{${item.name}}` : asciiOf(item, target);
    case "nested":
      return `[${item.set.negated ? "^" : ""}${join(item.set.items, target)}]`;
  }
}

/** The property's ASCII members, written out to spare V8 the table. */
function asciiOf(property: SetItem, { byLine }: EmitTarget): string {
  const codes = Array.from({ length: 0x80 }, (_, code) => code).filter((code) => isMember(property, code));
  return codes.filter((code) => !byLine || code !== LINE_FEED).map(classChar).join("");
}

function emitRange(from: number, to: number): string {
  return from === to ? classChar(from) : `${classChar(from)}-${classChar(to)}`;
}

/** A character as a class accepts it, with or without the `v` flag. */
function classChar(code: number): string {
  if (/^[0-9A-Za-z]$/.test(String.fromCodePoint(code))) return String.fromCodePoint(code);
  return code < 0x80 ? "\\x" + code.toString(16).padStart(2, "0") : `\\u{${code.toString(16)}}`;
}

// A word boundary with a known character on one side needs one look-around instead of four, each of which is a large
// table for V8.

/** One end of a node. */
type Side = "first" | "last";

/** Whether every match of the nodes from `start` on begins (for "last": backwards, ends) with a word character. */
function isWordCharAt(side: Side, nodes: readonly Node[], start: number): boolean {
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
function factorBoundaries(all: readonly Node[]): FactoredBoundaries {
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
