/**
 * Parses globs into tokens; `**`, braces and classes are read as in ripgrep's `-g` and ignore files.
 * @module
 */
import { afterLiteral } from "../../model/escape.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason, type ReasonKey, type TemplateValues } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { dirPrefix } from "../../model/place.ts";

/** One piece of a parsed glob. Characters are code points. */
export type GlobToken =
  | { readonly kind: "literal"; readonly code: number }
  /** `?`: anything but `/`. */
  | { readonly kind: "any" }
  /** `*`: any run without `/`. */
  | { readonly kind: "star" }
  /** A leading `**` + `/`: any directories, or none. */
  | { readonly kind: "prefix" }
  /** `/` + `**` + `/` in the middle: `/`, or any directories between two of them. */
  | { readonly kind: "middle" }
  /** `/` + `**` at the end: everything below. */
  | { readonly kind: "suffix" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly CodePointRange[] }
  | { readonly kind: "either"; readonly branches: readonly (readonly GlobToken[])[] };

/** First and last code point of a range in a class. */
export type CodePointRange = readonly [first: number, last: number];

/** The text is no glob; `why` says what is wrong. */
export class GlobSyntaxError extends Error {
  override readonly name = "GlobSyntaxError";
  readonly why: Reason;
  constructor(key: ReasonKey, params: TemplateValues = {}) {
    super(key);
    this.why = reason(key, params);
  }
}

const DASH = 0x2d;

/** Nesting of braces; deeper ones are refused, since compiling them recurses. */
const MAX_BRACE_NESTING = 100;

interface ClassMember {
  readonly code: number;
  /** It follows a backslash, so a `-` makes no range. */
  readonly escaped: boolean;
}

/** How `[` is read. */
interface GlobClassSyntax {
  /** A `[` without its `]` stands for itself, as in ignore files; otherwise it is an error. */
  readonly looseClass?: boolean;
  /** A backslash in a class escapes, as in git and shells; otherwise it stands for itself, as in ripgrep. */
  readonly classEscapes?: boolean;
}

/**
 * Parses a glob.
 * @throws GlobSyntaxError
 */
export function parseGlob(text: string, syntax: GlobClassSyntax = {}): GlobToken[] {
  return new GlobParser(text, syntax).parse();
}

class GlobParser {
  readonly #chars: readonly string[];
  /** The sequence under construction. */
  #tokens: GlobToken[] = [];
  /** The open braces around it: the tokens before each, and its finished branches. */
  readonly #groups: { readonly outer: GlobToken[]; readonly branches: GlobToken[][] }[] = [];
  #position = 0;
  /** False once a `[` had no `]` after it. */
  #mayCloseClass = true;

  constructor(text: string, readonly syntax: GlobClassSyntax) {
    this.#chars = [...text];
  }

  parse(): GlobToken[] {
    while (this.#position < this.#chars.length) this.#parseChar(this.#chars[this.#position++]);
    if (this.#groups.length > 0) throw new GlobSyntaxError("unmatched", { char: "{" });
    return this.#tokens;
  }

  #parseChar(char: string): void {
    if (char === "?") this.#tokens.push({ kind: "any" });
    else if (char === "*") this.#parseStar();
    else if (char === "[" && this.#mayCloseClass) this.#parseClass();
    else if (char === "{") this.#openBrace();
    else if (char === "}") this.#closeBrace();
    else if (char === "," && this.#groups.length > 0) this.#nextBranch();
    else if (char === "\\") this.#parseEscape();
    else this.#pushLiteral(char);
  }

  #pushLiteral(char: string): void {
    this.#tokens.push({ kind: "literal", code: codePointOf(char) });
  }

  #parseEscape(): void {
    if (this.#position === this.#chars.length) throw new GlobSyntaxError("escape_nothing");
    this.#pushLiteral(this.#chars[this.#position++]);
  }

  #openBrace(): void {
    if (this.#groups.length === MAX_BRACE_NESTING) {
      throw new GlobSyntaxError("braces_deep", { most: MAX_BRACE_NESTING });
    }
    this.#groups.push({ outer: this.#tokens, branches: [] });
    this.#tokens = [];
  }

  #nextBranch(): void {
    this.#groups[this.#groups.length - 1].branches.push(this.#tokens);
    this.#tokens = [];
  }

  #closeBrace(): void {
    const group = this.#groups.pop();
    if (group === undefined) throw new GlobSyntaxError("unmatched", { char: "}" });
    const branches = [...group.branches, this.#tokens];
    this.#tokens = group.outer;
    this.#tokens.push({ kind: "either", branches });
  }

  /** `*` or `**`; a `**` crosses directories only if it is a whole name. */
  #parseStar(): void {
    const before = this.#chars[this.#position - 2];
    if (this.#peek() !== "*") return void this.#tokens.push({ kind: "star" });
    this.#position++;
    if (this.#tokens.length === 0) this.#leadingGlobstar();
    else if (before === "/" || this.#startsBranch(before)) this.#innerGlobstar();
    else this.#tokens.push({ kind: "star" });
  }

  #leadingGlobstar(): void {
    if (this.#peek() !== undefined && this.#peek() !== "/") return void this.#tokens.push({ kind: "star" });
    this.#position++;
    this.#tokens.push({ kind: "prefix" });
  }

  #innerGlobstar(): void {
    const next = this.#peek();
    const isEnd = next === undefined || (this.#groups.length > 0 && (next === "," || next === "}"));
    if (!isEnd && next !== "/") return void this.#tokens.push({ kind: "star" });
    if (next === "/") this.#position++;
    // The token before is the `/` that belongs to this `**`, or a `**/` that already means the same.
    const last = this.#tokens.pop();
    this.#tokens.push(last?.kind === "prefix" ? last : { kind: isEnd ? "suffix" : "middle" });
  }

  #startsBranch(before: string | undefined): boolean {
    return this.#groups.length > 0 && (before === "," || before === "{");
  }

  #parseClass(): void {
    const start = this.#position;
    const parsed = this.#parseClassBody();
    if (parsed !== undefined) return void this.#tokens.push(parsed);
    if (this.syntax.looseClass !== true) throw new GlobSyntaxError("unmatched", { char: "[" });
    this.#position = start;
    // No later `[` can be closed either; remembering that keeps `[[[[…` linear.
    this.#mayCloseClass = false;
    this.#pushLiteral("[");
  }

  /** The class after `[`, up to its `]`; undefined if there is none. A `]` that comes first is a character. */
  #parseClassBody(): GlobToken | undefined {
    const negated = this.#peek() === "!" || this.#peek() === "^";
    if (negated) this.#position++;
    const members: ClassMember[] = [];
    while (this.#position < this.#chars.length) {
      const char = this.#chars[this.#position++];
      if (char === "]" && members.length > 0) return { kind: "class", negated, ranges: classRanges(members) };
      const escaped = char === "\\" && this.syntax.classEscapes === true;
      const member = escaped ? this.#chars[this.#position++] : char;
      if (member !== undefined) members.push({ code: codePointOf(member), escaped });
    }
    return undefined;
  }

  #peek(): string | undefined {
    return this.#chars[this.#position];
  }
}

/** A `-` between two characters makes a range; as the first or last character it is itself. */
function classRanges(members: readonly ClassMember[]): CodePointRange[] {
  const ranges: CodePointRange[] = [];
  let open = false;
  members.forEach(({ code, escaped }, i) => {
    if (code === DASH && !escaped && i > 0 && !open) open = true;
    else if (open) open = closeRange(ranges, code);
    else ranges.push([code, code]);
  });
  if (open) ranges.push([DASH, DASH]);
  return ranges;
}

function closeRange(ranges: CodePointRange[], last: number): false {
  const [first] = ranges.pop() ?? [last];
  if (last < first) {
    throw new GlobSyntaxError("order");
  }
  ranges.push([first, last]);
  return false;
}

function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** Wildcards of one glob: this many take about 3 ms on the longest name. */
const MAX_GLOB_WILDCARDS = 100;

/** Counts the tokens that stay active on every following character. */
export function countWildcards(tokens: readonly GlobToken[]): number {
  let count = 0;
  for (const token of tokens) {
    if (token.kind === "either") { for (const branch of token.branches) count += countWildcards(branch); }
    else if (token.kind === "star" || token.kind === "middle" || token.kind === "suffix") count++;
  }
  return count;
}

/**
 * Parses a caller's glob by `parse`, within limits.
 * @throws ToolError `glob` for one that is malformed or has too many wildcards, `too_large` for one that is too long
 */
export function parseUserGlob<T extends { readonly tokens: readonly GlobToken[] }>(
  pattern: string,
  parse: () => T | undefined,
): T | undefined {
  const fail = (why: Reason) => new ToolError("glob", { pattern, why });
  if (pattern.length > LIMITS.patternChars) {
    throw new ToolError("too_large", { field: "glob", size: pattern.length, cap: LIMITS.patternChars });
  }
  if (pattern.includes("\0")) throw fail(reason("glob_nul"));
  try {
    const parsed = parse();
    if (parsed !== undefined && countWildcards(parsed.tokens) > MAX_GLOB_WILDCARDS) {
      throw fail(reason("glob_wildcards", { most: MAX_GLOB_WILDCARDS }));
    }
    return parsed;
  } catch (error) {
    if (error instanceof GlobSyntaxError) throw fail(error.why);
    throw error;
  }
}

/** An escape, a class (a `]` that comes first in it is a character), a run of blanks, or one character. */
const TOKENS = /\\[^]?|\[[!^]?[^]?[^\]]*\]?|\s+|[^]/g;

/** The readings of a glob, all of which count: as written and, if its braces have such blanks, without them. */
export function globReadings(glob: string): readonly string[] {
  const stripped = withoutBraceBlanks(glob);
  return stripped === glob ? [glob] : [glob, stripped];
}

/**
 * The glob without blanks around the parts of its braces. Escaped blanks and those in a class stay.
 *
 * @example
 * ```ts
 * withoutBraceBlanks("*.{ts, tsx }"); // "*.{ts,tsx}"
 * withoutBraceBlanks("a, b/{c\\ ,d}"); // "a, b/{c\\ ,d}"
 * ```
 */
export function withoutBraceBlanks(glob: string): string {
  let depth = 0;
  return glob.replace(TOKENS, (token, start: number) => {
    if (token === "{") depth++;
    if (token === "}") depth--;
    const before = glob[start - 1], after = glob[start + token.length] ?? "";
    const isAtPart = depth > 0 && token.trim() === "" && (/[{,]/.test(before) || /[},]/.test(after));
    return isAtPart ? "" : token;
  });
}

export interface GlobSegments {
  /** The root that it begins with, unescaped and with a slash at its end; absent if there is none. */
  readonly root?: string;
  /** The glob after the root. */
  readonly below: string;
  /** The names in `below`. */
  readonly names: readonly string[];
  /** How many names there are before the first with a wildcard. */
  readonly literalCount: number;
}

/**
 * Splits `pattern` into its names.
 * @param roots absolute paths: a pattern may begin with one of them, in which no character is a wildcard. Any other
 * leading `/` means the search root
 *
 * @example
 * ```ts
 * globSegments("/project/src/*.ts", ["/project"]); // { root: "/project/", below: "src/*.ts", names: ["src", "*.ts"], literalCount: 1 }
 * ```
 */
export function globSegments(pattern: string, roots: readonly string[]): GlobSegments {
  const root = roots.map(dirPrefix).find((prefix) => afterLiteral(pattern + "/", prefix) !== undefined);
  const below = root === undefined ? pattern : afterLiteral(pattern, root) ?? "";
  const names = below.split("/").filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  return { ...(root !== undefined && { root }), below, names, literalCount: wild < 0 ? names.length : wild };
}
