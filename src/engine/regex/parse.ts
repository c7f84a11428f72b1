/**
 * Parses a regular expression: JavaScript's syntax, plus the syntax of other engines where it has one meaning.
 * Ambiguous or unsupported syntax is refused with a reason.
 * @module
 */

import { CARRIAGE_RETURN, LINE_FEED } from "../text/newlines.ts";
import { type AssertionKind, isZeroWidth, type Node, range, type Repeat, type SetItem } from "./ast.ts";
import { charClass, isUppercase, LINE_BREAKS } from "./char_sets.ts";
import { COMPLEXITY_LIMITS, patternTooLarge } from "./complexity_limits.ts";
import { Cursor, type Flags, type GroupHead, readGroupHead } from "./cursor.ts";
import { parseClass, readCharEscape, readSetEscape } from "./parse_class.ts";

/** A parsed pattern, and the facts that smart case needs. */
export interface ParsedPattern {
  readonly root: Node;
  /** Some character is written out, in a class or outside. */
  readonly hasLiteral: boolean;
  /** Some written character is an upper-case letter. */
  readonly hasUpper: boolean;
}

/**
 * Parses `pattern`.
 * @param fold whether letters fold until a flag in the pattern says otherwise
 * @param groupsBefore groups of other patterns, which are numbered before its own
 * @throws ToolError `regex` (where and why), `pattern_too_large`
 * @example
 * ```ts
 * parsePattern("(?i)f", false).root; // { type: "char", code: 0x66, fold: true, at: 4 }
 * ```
 */
export function parsePattern(pattern: string, fold: boolean, groupsBefore = 0): ParsedPattern {
  const parser = new Parser(pattern, fold, groupsBefore), root = parser.parse();
  return { root, hasLiteral: parser.hasLiteral, hasUpper: parser.hasUpper };
}

const ASSERTIONS: Readonly<Record<string, AssertionKind>> = {
  A: "text_start",
  z: "text_end",
  Z: "text_end_or_break",
  B: "not_word",
  "<": "word_start",
  ">": "word_end",
  "b{start}": "word_start",
  "b{end}": "word_end",
  "b{start-half}": "word_start_half",
  "b{end-half}": "word_end_half",
  b: "word",
};
const ASSERTION_ESCAPE = /b\{(?:start|end)(?:-half)?\}|[AzZBb<>]/y;

/** Escapes of other engines that are not supported here, and what to write instead. */
const INSTEAD_OF_ESCAPE: Readonly<Record<string, string>> = {
  K: "(?<=…)",
  X: "\\P{M}\\p{M}*",
  g: "\\1 or \\k<name>",
};

/** A back-reference whose group is resolved when the whole pattern has been read. */
interface PendingReference {
  readonly node: { index: number };
  readonly name: string;
  readonly at: number;
}

class Parser {
  hasLiteral = false;
  hasUpper = false;
  readonly #cursor: Cursor;
  #flags: Flags;
  #depth = 0;
  #groups: number;
  /** Group numbers by name. Several groups may share a name as long as no reference uses it. */
  readonly #names = new Map<string, number[]>();
  /** A reference may precede its group. */
  readonly #references: PendingReference[] = [];

  constructor(pattern: string, fold: boolean, readonly groupsBefore: number) {
    this.#groups = groupsBefore;
    this.#cursor = new Cursor(pattern);
    this.#flags = { fold, dotAll: false, multiLine: true, freeSpacing: false };
  }

  parse(): Node {
    const root = this.#alternation();
    if (!this.#cursor.atEnd) throw this.#cursor.syntaxError("group_unopened");
    for (const { node, name, at } of this.#references) node.index = this.#groupNumber(name, at);
    return root;
  }

  #alternation(): Node {
    const branches = [this.#sequence()];
    while (this.#cursor.consume("|")) branches.push(this.#sequence());
    return branches.length === 1 ? branches[0] : { type: "alternation", branches };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (!this.#atEnd()) {
      const atom = this.#atom(), last = atom.at(-1);
      if (last !== undefined) parts.push(...atom.slice(0, -1), this.#quantified(last));
    }
    return parts.length === 1 ? parts[0] : { type: "sequence", parts };
  }

  #atEnd(): boolean {
    this.#skipSpace();
    return this.#cursor.atEnd || this.#cursor.startsWith("|") || this.#cursor.startsWith(")");
  }

  /** Free spacing, (?x): skips blanks and comments. */
  #skipSpace(): void {
    if (this.#flags.freeSpacing) this.#cursor.consumeMatch(/(?:\s|#[^\n]*(?:\n|$))*/y);
  }

  #quantified(body: Node): Node {
    this.#skipSpace();
    const start = this.#cursor.index;
    const bounds = readQuantifier(this.#cursor);
    if (bounds === undefined) return body;
    const lazy = this.#cursor.consume("?");
    if (this.#cursor.startsWith("+")) {
      throw this.#cursor.syntaxError("unsupported", undefined, { what: "a possessive quantifier" });
    }
    const { index, peek: char } = this.#cursor;
    if (quantifierFollows(this.#cursor)) throw this.#cursor.syntaxError("repeat_nothing", index, { char });
    if (bounds.max < bounds.min) throw this.#cursor.syntaxError("order", start);
    // A zero-width body matches alike every time, so at most one repetition is kept.
    const most = isZeroWidth(body) ? 1 : Infinity;
    return { type: "repeat", body, min: Math.min(bounds.min, most), max: Math.min(bounds.max, most), lazy };
  }

  /** The nodes of the next atom: none for a comment or a flag, several for a quoted text. */
  #atom(): readonly Node[] {
    const cursor = this.#cursor;
    if (quantifierFollows(cursor)) throw cursor.syntaxError("repeat_nothing", cursor.index, { char: cursor.peek });
    switch (cursor.peek) {
      case "(":
        return this.#group();
      case "[":
        return [this.#class()];
      case "\\":
        return this.#escape();
      case ".":
        return this.#consumed(charClass(this.#flags.dotAll ? [] : [range(LINE_FEED)], true));
      case "^":
        return this.#consumed(assertion(this.#flags.multiLine ? "line_start" : "text_start"));
      case "$":
        return this.#consumed(assertion(this.#flags.multiLine ? "line_end" : "text_end"));
      default:
        return [this.#char(cursor.index, cursor.advance().codePointAt(0) ?? 0)];
    }
  }

  /** Consumes one character and returns the node that stands for it. */
  #consumed(node: Node): readonly Node[] {
    this.#cursor.advance();
    return [node];
  }

  #char(at: number, code: number): Node {
    this.#noteLiteral(code);
    return { type: "char", code, fold: this.#flags.fold, at };
  }

  #noteLiteral(code: number): void {
    this.hasLiteral = true;
    this.hasUpper ||= isUppercase(code);
  }

  #class(): Node {
    const at = this.#cursor.index;
    const set = parseClass(this.#cursor, (code) => this.#noteLiteral(code));
    const code = set.negated ? undefined : singleChar(set.items), { fold } = this.#flags;
    return code === undefined ? { type: "class", set, fold } : { type: "char", code, fold, at };
  }

  #escape(): readonly Node[] {
    const cursor = this.#cursor, at = cursor.index;
    cursor.consume("\\");
    if (cursor.consume("Q")) return this.#quoted();
    const kind = cursor.consumeMatch(ASSERTION_ESCAPE)?.[0];
    if (kind !== undefined) return [assertion(ASSERTIONS[kind])];
    if (cursor.consume("R")) return [lineBreak(at)];
    const back = cursor.consumeMatch(/([1-9]\d*)|k(?:<([^>]*)>|\{([^}]*)\}|'([^']*)')/y);
    if (back !== undefined) return [this.#backReference(back[1] ?? back[2] ?? back[3] ?? back[4], at)];
    const code = readCharEscape(cursor);
    if (code !== undefined) return [this.#char(at, code)];
    const named = readSetEscape(cursor);
    if (named === undefined) {
      const what = `\\${cursor.peek}`, instead = INSTEAD_OF_ESCAPE[cursor.peek];
      throw cursor.syntaxError(instead === undefined ? "unsupported" : "instead", at, { what, instead: instead ?? "" });
    }
    return [charClass(named.items, named.negated, this.#flags.fold)];
  }

  /** `\Q…\E`, or `\Q` to the end. */
  #quoted(): readonly Node[] {
    const cursor = this.#cursor, nodes: Node[] = [];
    while (!cursor.atEnd && !cursor.consume("\\E")) {
      nodes.push(this.#char(cursor.index, cursor.advance().codePointAt(0) ?? 0));
    }
    return nodes;
  }

  #backReference(name: string, at: number): Node {
    const node = { type: "back_reference" as const, index: 0, fold: this.#flags.fold };
    this.#references.push({ node, name, at });
    return node;
  }

  #groupNumber(name: string, at: number): number {
    const groups = /^\d+$/.test(name) ? [this.groupsBefore + Number(name)] : this.#names.get(name) ?? [];
    if (groups.length > 1) throw this.#cursor.syntaxError("group_ambiguous", at, { name });
    if (groups.length === 0 || groups[0] > this.#groups) throw this.#cursor.syntaxError("unknown_name", at, { name });
    return groups[0];
  }

  #group(): readonly Node[] {
    const start = this.#cursor.index;
    const head = readGroupHead(this.#cursor);
    if (head.kind === "comment") return [];
    if (head.kind === "back_reference") return [this.#backReference(head.name, start)];
    const outer = this.#flags;
    if (head.kind === "flags") this.#flags = { ...outer, ...head.change };
    if (head.kind === "flags" && !head.scoped) return [];
    const index = head.kind === "capture" ? this.#openGroup(head.name) : 0;
    const body = this.#groupBody(start);
    this.#flags = outer;
    return [groupNode(head, index, body)];
  }

  #openGroup(name: string | undefined): number {
    this.#groups++;
    if (name === undefined) return this.#groups;
    const alike = this.#names.get(name);
    if (alike === undefined) this.#names.set(name, [this.#groups]);
    else alike.push(this.#groups);
    return this.#groups;
  }

  #groupBody(start: number): Node {
    const { nesting: most } = COMPLEXITY_LIMITS;
    if (++this.#depth > most) throw patternTooLarge("too_deep", { most });
    const body = this.#alternation();
    if (!this.#cursor.consume(")")) throw this.#cursor.syntaxError("unclosed", start, { char: "(" });
    this.#depth--;
    return body;
  }
}

function groupNode(head: GroupHead, index: number, body: Node): Node {
  if (head.kind === "capture") return { type: "group", index, body };
  return head.kind === "look_around" ? { type: "look_around", ahead: head.ahead, negated: head.negated, body } : body;
}

function assertion(kind: AssertionKind): Node {
  return { type: "assertion", kind };
}

/** `\R`: `\r?\n`, or any other line break. */
function lineBreak(at: number): Node {
  const [body, feed] = [CARRIAGE_RETURN, LINE_FEED].map((code) => ({ type: "char", code, fold: false, at } as const));
  const parts: Node[] = [{ type: "repeat", body, min: 0, max: 1, lazy: false }, feed];
  return { type: "alternation", branches: [{ type: "sequence", parts }, charClass(LINE_BREAKS)] };
}

/** The character of a class that holds exactly one. */
function singleChar(items: readonly SetItem[]): number | undefined {
  const [first] = items;
  if (first?.type !== "range" || first.from !== first.to) return undefined;
  return items.every((item) => item.type === "range" && item.from === first.from && item.to === first.from)
    ? first.from
    : undefined;
}

const QUANTIFIER = /[*+?]|\{(\d+)(?:(,)(\d*))?\}|\{,(\d+)\}/y;

function quantifierFollows(cursor: Cursor): boolean {
  const start = cursor.index, follows = cursor.consumeMatch(QUANTIFIER) !== undefined;
  cursor.index = start;
  return follows;
}

/** Consumes `*`, `+`, `?`, `{2}`, `{2,}`, `{2,3}` or `{,3}`; any other `{` is a plain character. */
function readQuantifier(cursor: Cursor): Pick<Repeat, "min" | "max"> | undefined {
  const found = cursor.consumeMatch(QUANTIFIER);
  if (found === undefined) return undefined;
  const [text, from = "0", comma = "", to = "", most = ""] = found;
  if (text === "*" || text === "+") return { min: text === "+" ? 1 : 0, max: Infinity };
  if (text === "?") return { min: 0, max: 1 };
  const min = Number(from), upper = to + most;
  const max = upper !== "" ? Number(upper) : comma === "" ? min : Infinity;
  if (min > COMPLEXITY_LIMITS.repeat || (max > COMPLEXITY_LIMITS.repeat && max < Infinity)) {
    throw patternTooLarge("repeat", { repeat: text.slice(0, 40) });
  }
  return { min, max };
}
