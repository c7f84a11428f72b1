/**
 * Parses queries in tree-sitter's notation, as far as the languages use it: nodes with fields, absent fields, strings,
 * wildcards, alternations, anchors, captures, and the predicates `#eq?` and `#match?`.
 * @module
 */

/** A pattern of a node, or several of which one must match. */
export type Pattern = NodePattern | Alternation;

export interface NodePattern {
  /** The node's type; absent: any. */
  readonly type?: string;
  /** Whether it is a rule of the grammar, not a string in one; absent: either. */
  readonly isNamed?: boolean;
  readonly children: readonly ChildPattern[];
  /** Fields that the node must not have. */
  readonly absentFields: readonly string[];
  readonly captures: readonly string[];
}

/** Patterns of which one must match. */
export interface Alternation {
  readonly options: readonly Pattern[];
  readonly captures: readonly string[];
}

/** A child that a node must have, after those before it. */
export interface ChildPattern {
  readonly field?: string;
  /** No named node may stand between it and the one before it, or the beginning. */
  readonly isNext: boolean;
  readonly pattern: Pattern;
}

/** A condition on the text of a capture. */
export interface Predicate {
  readonly capture: string;
  readonly test: (text: string) => boolean;
}

export interface QueryPattern {
  readonly root: Pattern;
  readonly predicates: readonly Predicate[];
}

const TOKEN = /\s+|([()[\]])|"((?:[^"\\]|\\.)*)"|@([\w.-]+)|!(\w+)|(#[\w-]+\?)|(\.)|(\w+)(:?)/y;

/** A token's kind, or its sign, and its text. */
interface Token {
  readonly kind: "(" | ")" | "[" | "]" | "." | "string" | "capture" | "absent" | "predicate" | "field" | "name";
  readonly text: string;
}

/**
 * The patterns of a query.
 * @throws Error for what it can't parse
 *
 * @example
 * ```ts
 * parseQuery("(class_declaration name: (_) @name) @class").length; // 1
 * ```
 */
export function parseQuery(text: string): QueryPattern[] {
  const parser = new QueryParser(tokensOf(text)), patterns: QueryPattern[] = [];
  while (!parser.isAtEnd) patterns.push(parser.queryPattern());
  return patterns;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const at = TOKEN.lastIndex, match = TOKEN.exec(text);
    if (match === null) throw new Error(`a query can't have this: ${text.slice(at, at + 40)}`);
    const token = tokenOf(match);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

function tokenOf(
  [, bracket, string, capture, absent, predicate, anchor, word, colon]: RegExpExecArray,
): Token | undefined {
  if (bracket === "(" || bracket === ")" || bracket === "[" || bracket === "]") return { kind: bracket, text: bracket };
  if (string !== undefined) return { kind: "string", text: string.replaceAll(/\\(.)/g, "$1") };
  if (capture !== undefined) return { kind: "capture", text: capture };
  if (absent !== undefined) return { kind: "absent", text: absent };
  if (predicate !== undefined) return { kind: "predicate", text: predicate };
  if (anchor !== undefined) return { kind: ".", text: "." };
  return word === undefined ? undefined : { kind: colon === ":" ? "field" : "name", text: word };
}

/** A parser by recursive descent. */
class QueryParser {
  #at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.#at >= this.tokens.length;
  }

  /** A pattern, perhaps in brackets with its predicates. */
  queryPattern(): QueryPattern {
    const isGroup = this.#kindAt(0) === "(" && (this.#kindAt(1) === "(" || this.#kindAt(1) === "[");
    if (!isGroup) return { root: this.#pattern(), predicates: this.#predicates() };
    this.#take("(");
    const root = this.#pattern(), predicates = this.#predicates();
    this.#take(")");
    return { root, predicates };
  }

  #kindAt(ahead: number): Token["kind"] | undefined {
    return this.tokens[this.#at + ahead]?.kind;
  }

  #take(kind: Token["kind"]): string {
    const token = this.tokens[this.#at++];
    if (token?.kind !== kind) throw new Error(`a query has ${token?.text ?? "its end"} in place of ${kind}`);
    return token.text;
  }

  #takeIf(kind: Token["kind"]): string | undefined {
    return this.#kindAt(0) === kind ? this.#take(kind) : undefined;
  }

  #pattern(): Pattern {
    if (this.#kindAt(0) === "[") return this.#alternation();
    const node = this.#kindAt(0) === "(" ? this.#node() : this.#token();
    return { ...node, captures: this.#captures() };
  }

  #alternation(): Alternation {
    const options: Pattern[] = [];
    for (this.#take("["); this.#kindAt(0) !== "]";) options.push(this.#pattern());
    this.#take("]");
    return { options, captures: this.#captures() };
  }

  /** A string, or `_` for any node. */
  #token(): Omit<NodePattern, "captures"> {
    const string = this.#takeIf("string");
    if (string !== undefined) return { type: string, isNamed: false, children: [], absentFields: [] };
    if (this.#take("name") !== "_") throw new Error("a query has a name without brackets");
    return { children: [], absentFields: [] };
  }

  #node(): Omit<NodePattern, "captures"> {
    this.#take("(");
    const type = this.#take("name"), children: ChildPattern[] = [], absentFields: string[] = [];
    while (this.#kindAt(0) !== ")" && this.#kindAt(0) !== "predicate" && !this.#isPredicate) {
      const absent = this.#takeIf("absent");
      if (absent === undefined) children.push(this.#child());
      else absentFields.push(absent);
    }
    this.#predicatesInside.push(...this.#predicates());
    this.#take(")");
    return { ...(type !== "_" && { type }), isNamed: true, children, absentFields };
  }

  readonly #predicatesInside: Predicate[] = [];

  get #isPredicate(): boolean {
    return this.#kindAt(0) === "(" && this.#kindAt(1) === "predicate";
  }

  #child(): ChildPattern {
    const isNext = this.#takeIf(".") !== undefined, field = this.#takeIf("field");
    return { isNext, ...(field !== undefined && { field }), pattern: this.#pattern() };
  }

  #captures(): string[] {
    const captures: string[] = [];
    for (let name = this.#takeIf("capture"); name !== undefined; name = this.#takeIf("capture")) captures.push(name);
    return captures;
  }

  /** The predicates that follow, and those inside the pattern before. */
  #predicates(): Predicate[] {
    const predicates = this.#predicatesInside.splice(0);
    while (this.#isPredicate) {
      this.#take("(");
      const kind = this.#take("predicate"), capture = this.#take("capture"), value = this.#take("string");
      this.#take(")");
      predicates.push({ capture, test: testOf(kind, value) });
    }
    return predicates;
  }
}

function testOf(kind: string, value: string): (text: string) => boolean {
  if (kind === "#eq?") return (text) => text === value;
  if (kind !== "#match?") throw new Error(`a query can't have ${kind}`);
  const expression = new RegExp(value);
  return (text) => expression.test(text);
}
