/**
 * C and C++: the name in a declarator, and a text that fits a grammar which does not run the preprocessor. `#if` around
 * half a statement, comments in macros and `API int f(void)` confuse the parser, at worst up to the end of the file.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Clock, Operation } from "../task/operation.ts";
import type { Declared, FoundKind } from "./language.ts";

/** Words that the grammar takes for names where it has lost the thread. */
const NO_NAMES: ReadonlySet<string> = new Set(["if", "else", "for", "while", "switch", "return", "do", "sizeof"]);

/**
 * Looks for the name in pointers, arrays, brackets and scopes. The declarator next to it says whether it is a function.
 * A query would need a pattern for each depth: 365 for C++, which take seconds to compile.
 */
export function declaredInC(declarator: Node, kind: FoundKind): Declared | undefined {
  let name = declarator, owner: Node | null = null, isFunction = false;
  for (let node: Node | null = declarator; node !== null; node = innerOf(node)) {
    name = node;
    if (isOneOf(node, "function_declarator", "operator_cast")) isFunction = true;
    else if (isOneOf(node, "pointer_declarator", "array_declarator")) isFunction = false;
    else if (node.type === "qualified_identifier") owner = scopeOf(node) ?? owner;
  }
  const isValue = kind === "variable" || kind === "field";
  if (isValue && !isFunction) return name.type === "primitive_type" ? undefined : { name, owner, kind };
  if (!isValue && kind !== "function") return { name, owner, kind };
  if (NO_NAMES.has(name.text)) return undefined;
  const ownKind = owner ? "method" : isConstructor(declarator, name) ? "constructor" : "function";
  return { name, owner, kind: ownKind, ...(name.type === "operator_cast" && { nameEnd: parametersIn(name) }) };
}

/** The part of a declarator or name that holds the plain name; null for a plain name. */
function innerOf(node: Node): Node | null {
  if (node.type === "operator_cast") return null;
  if (isOneOf(node, "parenthesized_declarator", "reference_declarator")) return node.firstNamedChild;
  const isName = isOneOf(node, "qualified_identifier", "template_type", "template_function");
  return node.childForFieldName(isName ? "name" : "declarator");
}

/** Where the brackets of `operator T*()` begin. */
function parametersIn(conversion: Node): number {
  let node = conversion.childForFieldName("declarator");
  while (node !== null && node.type !== "abstract_function_declarator") node = innerOf(node) ?? node.lastNamedChild;
  return node?.startIndex ?? conversion.endIndex;
}

function isOneOf({ type }: Node, ...types: readonly string[]): boolean {
  return types.includes(type);
}

/** The class in `A<T>::f`. */
function scopeOf(node: Node): Node | null {
  const scope = node.childForFieldName("scope");
  return scope?.childForFieldName("name") ?? scope;
}

/** Whether it is a member with a plain name and no type. */
function isConstructor({ parent }: Node, name: Node): boolean {
  return name.type === "identifier" && parent?.parent?.type === "field_declaration_list" &&
    parent.childForFieldName("type") === null;
}

/** A part of a text: [start, end). */
type Part = readonly [start: number, end: number];

/**
 * A comment, a literal, a line of the preprocessor with those that continue it, or a bracket. What is not closed ends with
 * its line or with the text. `1'000` is a number.
 */
const TOKEN = new RegExp(
  [
    /\/\/.*/,
    /\/\*[^]*?(?:\*\/|(?![^]))/,
    /R"([^()\\\s"]{0,16})\([^]*?(?:\)\1"|(?![^]))/,
    /"(?:[^"\\\n]|\\[^])*"?/,
    /(?!(?<=[0-9A-Fa-f])'[0-9A-Fa-f])'(?:[^'\\\n]|\\[^])*'?/,
    /^[ \t]*#(?:[^\n\\/]|\\\r?\n|\\|\/\*[^]*?(?:\*\/|(?![^]))|\/)*/,
    /[()[\]{}]/,
  ].map(({ source }) => source).join("|"),
  "gm",
);

/** What Qt's own preprocessor makes of a class's `signals:`. */
const QT_LABEL = /^[ \t]*(?:(?:public|private|protected)[ \t]+)?(?:signals|slots|Q_SIGNALS|Q_SLOTS)[ \t]*:(?!:)/gm;

/**
 * The text with spaces for what is neither a declaration nor a body:
 * - conditions of the preprocessor;
 * - branches of `#if 0`, and those that would open a bracket a second time;
 * - bodies of macros with comments, and macros used as attributes. The rest keeps its offset.
 */
export function* withoutPreprocessor(text: string, clock: Clock): Operation<string> {
  const branches = new Branches();
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if ("([{".includes(token)) branches.bracket(1);
    else if (")]}".includes(token)) branches.bracket(-1);
    else if (/^[ \t]*#/.test(token)) branches.directive(token, index);
    if (clock.shouldYield()) yield;
  }
  for (const { 0: label, index } of text.matchAll(QT_LABEL)) branches.parts.push([index, index + label.length]);
  const plain = blank(text, branches.parts);
  return blank(plain, yield* attributesIn(plain, clock));
}

/** Finds the parts of a text that become spaces. */
class Branches {
  readonly parts: Part[] = [];
  /** For each open `#if`, the number of brackets that were open before it. */
  readonly #open: number[] = [];
  #depth = 0;
  /** The number of the `#if` of which a branch is left out, and where that begins. */
  #leftOut: { readonly of: number; readonly from: number } | undefined;

  bracket(change: number): void {
    if (this.#leftOut === undefined) this.#depth += change;
  }

  directive(line: string, start: number): void {
    const word = /[a-z]+/.exec(line)?.[0] ?? "", end = start + line.length;
    if (word === "define") return void this.parts.push(...macroBody(line, start));
    this.parts.push([start, end]);
    if (word.startsWith("if")) {
      this.#open.push(this.#depth);
      if (/#[ \t]*if[ \t]+0\b/.test(line)) this.#leaveOut(end);
    } else if (word.startsWith("el") && this.#open.length > 0) {
      // The branch before this one opened or closed a bracket.
      if (this.#open.at(-1) !== this.#depth) this.#leaveOut(end);
      else this.#goOn(start);
    } else if (word === "endif") {
      this.#goOn(start);
      this.#open.pop();
    }
  }

  #leaveOut(from: number): void {
    this.#leftOut ??= { of: this.#open.length, from };
  }

  #goOn(at: number): void {
    if (this.#leftOut?.of !== this.#open.length) return;
    this.parts.push([this.#leftOut.from, at]);
    this.#leftOut = undefined;
  }
}

/** The rest of a macro of several lines from its first comment on: to the grammar the macro would end there. */
function macroBody(line: string, at: number): Part[] {
  const comment = line.includes("\n") ? line.search(/\/[*/]/) : -1;
  return comment < 0 ? [] : [[at + comment, at + line.length]];
}

/** The text with spaces for the parts. Line breaks, and the backslashes before them, stay. */
function blank(text: string, parts: readonly Part[]): string {
  const inOrder = parts.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  let out = "", from = 0;
  for (const [start, end] of inOrder) {
    if (start < from) continue;
    out += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\r\n\\]|\\(?!\r?\n)/g, " ");
    from = end;
  }
  return out + text.slice(from);
}

/** A macro's name, and its arguments if they stand on one line. */
const MACRO = /(?<!\w)[A-Z_][A-Z0-9_]{2,}(?!\w)(\([^()\n]*\))?/g;

interface Surroundings {
  readonly before: RegExp;
  readonly after: RegExp;
  readonly mayHaveArguments?: true;
  /** What is after it goes as well. */
  readonly isStatement?: true;
}

/** What stands around a macro that is an attribute. Both are tried at one place each, so the time grows linearly. */
const ATTRIBUTES: readonly Surroundings[] = [
  // `API int f(void)`
  {
    before: /^/my,
    after: /[ \t]+(?:\w[\w:]*(?:<[^<>\n]*>)?[ \t*&]+){1,4}(?:\w[\w:~]*[ \t]*\(|\(\*?\w+\)[ \t]*\()/y,
  },
  // `class API A {`
  {
    before: /(?<=\b(?:class|struct)[ \t]+)/y,
    after: /[ \t]+\w+(?:<[^<>\n]*>)?\s*(?:final\s*)?[:{]/y,
    mayHaveArguments: true,
  },
  // `int API f(void)`
  {
    before: /(?<=\b(?:void|int|char|bool|long|short|unsigned|float|double|size_t)[ \t*]+)/y,
    after: /[ \t]+\w+[ \t]*\(/y,
  },
  // `void f() LOCKED(m) {`
  { before: /(?<=\)\s*(?:const\s*)?)/y, after: /\s*[;{]/y, mayHaveArguments: true },
  // `BEGIN_NAMESPACE` on a line of its own
  {
    before: /(?<=(?<!=[ \t]*\r?\n)^[ \t]*)/my,
    after: /[ \t\r]*$(?!\s*(?:[[{(,;]|\w+\s*\())/my,
    mayHaveArguments: true,
  },
  // `DECLARE(int, a);` on a line of its own, after another statement or a comment
  {
    before: /(?<=(?:[;{}/]|(?<!=[ \t]*)\/\/.*\n)\s*^[ \t]*)/my,
    after: /[ \t\r]*;/y,
    mayHaveArguments: true,
    isStatement: true,
  },
];

/** Macros that stand as attributes: to a grammar they are one type too many. */
function* attributesIn(text: string, clock: Clock): Operation<Part[]> {
  const parts: Part[] = [];
  for (const { 0: macro, 1: args, index: start } of text.matchAll(MACRO)) {
    const end = start + macro.length;
    const found = ATTRIBUTES.find(({ before, after, mayHaveArguments }) =>
      (args === undefined || mayHaveArguments) && matchesAt(before, text, start) && matchesAt(after, text, end)
    );
    if (found !== undefined) parts.push([start, found.isStatement ? found.after.lastIndex : end]);
    if (clock.shouldYield()) yield;
  }
  return parts;
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
