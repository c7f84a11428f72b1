/**
 * Owns the grammar of globs: text in, tokens out, with the reading of `**`, braces and classes that
 * ripgrep's `-g` and ignore files have.
 * @module
 */
import { type Reason, reason, type ReasonKey, type ReasonParams } from "../model/reasons.ts";

/** One piece of a parsed glob. Characters are code points. */
export type Token =
  | { readonly kind: "literal"; readonly code: number }
  /** `?`: anything but `/`. */
  | { readonly kind: "any" }
  /** `*`: any run without `/`. */
  | { readonly kind: "star" }
  /** A leading `**` + `/`: nothing, or any directories. */
  | { readonly kind: "prefix" }
  /** `/` + `**` + `/` in the middle: `/`, or any directories in between. */
  | { readonly kind: "middle" }
  /** `/` + `**` at the end: everything below. */
  | { readonly kind: "suffix" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly Range[] }
  | { readonly kind: "either"; readonly branches: readonly (readonly Token[])[] };

/** First and last code point of a range in a class. */
export type Range = readonly [first: number, last: number];

/** Why a text is no glob. */
export class GlobSyntaxError extends Error {
  override readonly name = "GlobSyntaxError";
  readonly why: Reason;
  constructor(key: ReasonKey, params: ReasonParams = {}) {
    super(key);
    this.why = reason(key, params);
  }
}

const DASH = 0x2d;

/** Groups within groups beyond this are refused: nobody writes them, and compiling them recurses. */
const MAX_NESTING = 100;

/** A character of a class. */
interface Member {
  readonly code: number;
  /** It follows a backslash, so that `-` makes no range. */
  readonly escaped: boolean;
}

/** How `[` is read. */
export interface ClassSyntax {
  /** A `[` without its `]` stands for itself, as in ignore files; else it is an error. */
  readonly looseClass?: boolean;
  /** A backslash in a class escapes, as in git and in shells; else it stands for itself, as in ripgrep. */
  readonly classEscapes?: boolean;
}

/**
 * Parses a glob.
 * @throws GlobSyntaxError
 */
export function parseGlob(text: string, syntax: ClassSyntax = {}): Token[] {
  return new Parser(text, syntax).parse();
}

class Parser {
  readonly #chars: readonly string[];
  /** The sequence under construction, and around it the open groups: finished branches, and what led up to them. */
  #current: Token[] = [];
  readonly #groups: { readonly outer: Token[]; readonly branches: Token[][] }[] = [];
  #at = 0;
  #classes = true;

  constructor(text: string, readonly syntax: ClassSyntax) {
    this.#chars = [...text];
  }

  parse(): Token[] {
    while (this.#at < this.#chars.length) this.#one(this.#chars[this.#at++]);
    if (this.#groups.length > 0) throw new GlobSyntaxError("brace_unclosed");
    return this.#current;
  }

  #one(char: string): void {
    if (char === "?") this.#current.push({ kind: "any" });
    else if (char === "*") this.#star();
    else if (char === "[" && this.#classes) this.#class();
    else if (char === "{") this.#open();
    else if (char === "}") this.#close();
    else if (char === "," && this.#groups.length > 0) this.#comma();
    else if (char === "\\") this.#escape();
    else this.#literal(char);
  }

  #literal(char: string): void {
    this.#current.push({ kind: "literal", code: codeOf(char) });
  }

  #escape(): void {
    if (this.#at === this.#chars.length) throw new GlobSyntaxError("glob_escape");
    this.#literal(this.#chars[this.#at++]);
  }

  #open(): void {
    if (this.#groups.length === MAX_NESTING) throw new GlobSyntaxError("braces_deep", { most: MAX_NESTING });
    this.#groups.push({ outer: this.#current, branches: [] });
    this.#current = [];
  }

  #comma(): void {
    this.#groups[this.#groups.length - 1].branches.push(this.#current);
    this.#current = [];
  }

  #close(): void {
    const group = this.#groups.pop();
    if (group === undefined) throw new GlobSyntaxError("brace_unopened");
    const branches = [...group.branches, this.#current];
    this.#current = group.outer;
    this.#current.push({ kind: "either", branches });
  }

  /** `*`, or a `**`, which crosses directories only where it is a whole name. */
  #star(): void {
    const before = this.#chars[this.#at - 2];
    if (this.#peek() !== "*") return void this.#current.push({ kind: "star" });
    this.#at++;
    if (this.#current.length === 0) this.#leading();
    else if (before === "/" || this.#startsBranch(before)) this.#inner();
    else this.#current.push({ kind: "star" });
  }

  #leading(): void {
    if (this.#peek() !== undefined && this.#peek() !== "/") return void this.#current.push({ kind: "star" });
    this.#at++;
    this.#current.push({ kind: "prefix" });
  }

  #inner(): void {
    const next = this.#peek();
    const ends = next === undefined || (this.#groups.length > 0 && (next === "," || next === "}"));
    if (!ends && next !== "/") return void this.#current.push({ kind: "star" });
    if (next === "/") this.#at++;
    // The token before is the `/` that this `**` takes with it, or a `**/` that already says as much.
    const last = this.#current.pop();
    this.#current.push(last?.kind === "prefix" ? last : { kind: ends ? "suffix" : "middle" });
  }

  #startsBranch(before: string | undefined): boolean {
    return this.#groups.length > 0 && (before === "," || before === "{");
  }

  #class(): void {
    const end = this.#at;
    const parsed = this.#classBody();
    if (parsed !== undefined) return void this.#current.push(parsed);
    if (this.syntax.looseClass !== true) throw new GlobSyntaxError("bracket_unclosed");
    this.#at = end;
    // No later `[` can be closed either; knowing that keeps `[[[[…` linear.
    this.#classes = false;
    this.#literal("[");
  }

  /** What follows `[`, up to its `]`; nothing when there is none. A `]` that comes first is a character. */
  #classBody(): Token | undefined {
    const negated = this.#peek() === "!" || this.#peek() === "^";
    if (negated) this.#at++;
    const members: Member[] = [];
    while (this.#at < this.#chars.length) {
      const char = this.#chars[this.#at++];
      if (char === "]" && members.length > 0) return { kind: "class", negated, ranges: rangesOf(members) };
      const escaped = char === "\\" && this.syntax.classEscapes === true;
      const member = escaped ? this.#chars[this.#at++] : char;
      if (member !== undefined) members.push({ code: codeOf(member), escaped });
    }
    return undefined;
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }
}

/** A `-` between two characters makes a range of them; first or last it is itself. */
function rangesOf(members: readonly Member[]): Range[] {
  const ranges: Range[] = [];
  let open = false;
  members.forEach(({ code, escaped }, i) => {
    if (code === DASH && !escaped && i > 0 && !open) open = true;
    else if (open) open = extend(ranges, code);
    else ranges.push([code, code]);
  });
  if (open) ranges.push([DASH, DASH]);
  return ranges;
}

function extend(ranges: Range[], last: number): false {
  const [first] = ranges.pop() ?? [last];
  if (last < first) {
    throw new GlobSyntaxError("glob_range", { first: String.fromCodePoint(first), last: String.fromCodePoint(last) });
  }
  ranges.push([first, last]);
  return false;
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
