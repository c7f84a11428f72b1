/**
 * Parses globs into tokens, in four dialects.
 * @module
 */
import { afterLiteral } from "../../model/escape.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason, type ReasonKey, type TemplateValues } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { dirPrefix } from "../../model/place.ts";
import { type CodePointRange, POSIX_CLASSES } from "../text/posix_classes.ts";

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

/** The text is no glob; `why` says what is wrong. */
export class GlobSyntaxError extends Error {
  override readonly name = "GlobSyntaxError";
  readonly why: Reason;
  constructor(key: ReasonKey, params: TemplateValues = {}) {
    super(key);
    this.why = reason(key, params);
  }
}

/** How globs are read. */
export interface GlobDialect {
  /** What `?` and classes match: a byte of the UTF-8 form, as in ripgrep and git, or a whole character. */
  readonly unit: "byte" | "character";
  /** `{a,b}` are alternatives, `{,a}` has an empty one; ripgrep drops that. */
  readonly braces: "none" | "filled" | "all";
  /** In a class `\` escapes and `[:alpha:]` is a name, as in git and shells; in ripgrep both are plain characters. */
  readonly gitClasses: boolean;
  /** A `[` without its `]` stands for itself; otherwise it is an error. */
  readonly looseClass: boolean;
  /** Whether a class may match a `/`. */
  readonly slashInClasses: boolean;
  /** Letters match without regard to case. */
  readonly ignoreCase: boolean;
}

const RIPGREP: GlobDialect = {
  unit: "byte",
  braces: "filled",
  gitClasses: false,
  looseClass: false,
  slashInClasses: false,
  ignoreCase: false,
};

/** The dialects, by where globs stand. */
export const GLOB_DIALECTS = {
  /** `.gitignore` and `info/exclude`, as in git; but a `[` without its `]` stands for itself, as in ripgrep. */
  gitignore: { ...RIPGREP, braces: "none", gitClasses: true, looseClass: true },
  /** `.ignore` and `.rgignore`, as in ripgrep. */
  ignore: { ...RIPGREP, looseClass: true },
  /** Globs that include or exclude, as in ripgrep's `-g`. */
  override: { ...RIPGREP, slashInClasses: true },
  /** Globs of whole paths. */
  path: { ...RIPGREP, unit: "character", braces: "all", gitClasses: true },
} as const satisfies Record<string, GlobDialect>;

/** Nesting of braces; deeper ones are refused, since compiling them recurses. */
const MAX_BRACE_NESTING = 100;

/**
 * Parses a glob.
 * @throws GlobSyntaxError
 */
export function parseGlob(text: string, dialect: GlobDialect): GlobToken[] {
  return new GlobParser(text, dialect).parse();
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

  constructor(text: string, readonly dialect: GlobDialect) {
    this.#chars = [...text];
  }

  parse(): GlobToken[] {
    while (this.#position < this.#chars.length) this.#parseChar(this.#chars[this.#position++]);
    if (this.#groups.length > 0) throw new GlobSyntaxError("unmatched", { char: "{" });
    return this.#tokens;
  }

  #parseChar(char: string): void {
    const { braces } = this.dialect;
    if (char === "?") this.#tokens.push({ kind: "any" });
    else if (char === "*") this.#parseStar();
    else if (char === "[" && this.#mayCloseClass) this.#parseClass();
    else if (char === "{" && braces !== "none") this.#openBrace();
    else if (char === "}" && braces !== "none") this.#closeBrace();
    else if (char === "," && this.#groups.length > 0) this.#endBranch(this.#groups[this.#groups.length - 1].branches);
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

  /** Blanks around a branch don't count: `{ts, tsx}`. ripgrep drops empty ones. */
  #endBranch(branches: GlobToken[][]): void {
    const isBlank = (token: GlobToken) => token.kind === "literal" && token.code === BLANK;
    const start = this.#tokens.findIndex((token) => !isBlank(token));
    const branch = start < 0 ? [] : this.#tokens.slice(start, this.#tokens.findLastIndex((it) => !isBlank(it)) + 1);
    if (branch.length > 0 || this.dialect.braces === "all") branches.push(branch);
    this.#tokens = [];
  }

  #closeBrace(): void {
    const group = this.#groups.pop();
    if (group === undefined) throw new GlobSyntaxError("unmatched", { char: "}" });
    this.#endBranch(group.branches);
    this.#tokens = group.outer;
    if (group.branches.length > 0) this.#tokens.push({ kind: "either", branches: group.branches });
  }

  /** `*` or `**`; a `**` crosses directories only if it is a whole name. */
  #parseStar(): void {
    const before = this.#chars[this.#position - 2], isFirst = this.#tokens.length === 0;
    if (this.#peek() !== "*") return void this.#tokens.push({ kind: "star" });
    this.#position++;
    while (this.dialect === GLOB_DIALECTS.gitignore && this.#peek() === "*") this.#position++;
    const next = this.#peek(), endsBranch = !isFirst && this.#groups.length > 0 && (next === "," || next === "}");
    const isEnd = next === undefined || endsBranch;
    const isWhole = (isFirst || before === "/" || this.#startsBranch(before)) && (isEnd || next === "/");
    if (!isWhole) return void this.#tokens.push({ kind: "star" });
    if (next === "/") this.#position++;
    // The token before is the `/` that belongs to this `**`, or a `**/` that already means the same.
    const last = this.#tokens.pop();
    if (last === undefined || last.kind === "prefix") this.#tokens.push({ kind: "prefix" });
    else this.#tokens.push({ kind: isEnd ? "suffix" : "middle" });
  }

  #startsBranch(before: string | undefined): boolean {
    return this.#groups.length > 0 && (before === "," || before === "{");
  }

  #parseClass(): void {
    const start = this.#position;
    const parsed = this.#parseClassBody();
    if (parsed !== undefined) return void this.#tokens.push(parsed);
    // In git an open class matches nothing; ripgrep, which takes it literally, knows no `]` that is escaped.
    const isOfGit = this.dialect.gitClasses && this.#chars.indexOf("\\", start) >= 0;
    if (!this.dialect.looseClass || isOfGit) throw new GlobSyntaxError("unmatched", { char: "[" });
    this.#position = start;
    // No later `[` can be closed either; remembering that keeps `[[[[…` linear.
    this.#mayCloseClass = false;
    this.#pushLiteral("[");
  }

  /** The class after `[`, up to its `]`; undefined if there is none. A `]` that comes first is a character. */
  #parseClassBody(): GlobToken | undefined {
    const negated = this.#peek() === "!" || this.#peek() === "^";
    if (negated) this.#position++;
    const ranges: CodePointRange[] = [], start = this.#position;
    while (this.#peek() !== undefined) {
      if (this.#peek() === "]" && this.#position > start) {
        this.#position++;
        return { kind: "class", negated, ranges };
      }
      ranges.push(...this.#posixClass() ?? this.#classRange());
    }
    return undefined;
  }

  /** One character, or two with a `-` between them; in ripgrep a further `-` extends the range. */
  #classRange(): CodePointRange[] {
    const first = this.#classMember();
    let last = first;
    for (let ends = 0; this.#rangeFollows() && (ends === 0 || !this.dialect.gitClasses); ends++) {
      this.#position++;
      last = this.#classMember();
    }
    if (last >= first) return [[first, last]];
    // Git takes the first end of such a range for a character.
    if (this.dialect === GLOB_DIALECTS.gitignore) return [[first, first]];
    throw new GlobSyntaxError("order");
  }

  #rangeFollows(): boolean {
    const next = this.#chars[this.#position + 1];
    return this.#peek() === "-" && next !== undefined && next !== "]";
  }

  #classMember(): number {
    if (this.#peek() === "\\" && this.dialect.gitClasses) this.#position++;
    return codePointOf(this.#chars[this.#position++] ?? "");
  }

  /** `[:alpha:]`; an unknown name has no members. */
  #posixClass(): readonly CodePointRange[] | undefined {
    if (!this.dialect.gitClasses || this.#peek() !== "[") return undefined;
    const [whole, name] = /^\[:([^\]]*):\]/.exec(this.#chars.slice(this.#position, this.#position + 20).join("")) ?? [];
    if (whole === undefined) return undefined;
    this.#position += whole.length;
    return POSIX_CLASSES.get(name) ?? [];
  }

  #peek(): string | undefined {
    return this.#chars[this.#position];
  }
}

const BLANK = 0x20;

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
