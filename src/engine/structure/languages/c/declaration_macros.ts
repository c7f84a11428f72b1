/**
 * Finds the macros in the declarations of C and C++: words that cannot be anything else, since a declaration has one type
 * and one name. Bodies of functions are not looked at.
 * @module
 */
import { type Atom, atomsOf, headEnd, type Item, type Part } from "./c_atoms.ts";
import { type CToken, cTokens } from "./c_tokens.ts";
import { isShouted, macrosOf, nameOfType } from "./macros_of_declaration.ts";

/** The macros, as parts of the text. Takes time that grows linearly with it. */
export function macrosIn(text: string): Part[] {
  const declarations = new Declarations(text);
  for (const token of cTokens(text)) declarations.add(token);
  return declarations.macros;
}

/** Words, signs and brackets of a declaration that is looked at, up to its value or body. */
const MAX_ITEMS = 500;
const ACCESS = /^(?:public|private|protected)$/;

/** Splits a text into its declarations, those in namespaces and types included. */
class Declarations {
  readonly macros: Part[] = [];
  readonly #text: string;
  /** The names of the namespaces (empty) and types around the declaration. */
  readonly #scopes: string[] = [];
  #items: Item[] = [];
  /** Brackets that are open in the declaration, and where the first one is. */
  #depth = 0;
  #groupStart = 0;
  /** `<` that are open in the declaration, and whether a `=` was outside of them. */
  #angles = 0;
  #hasValue = false;

  constructor(text: string) {
    this.#text = text;
  }

  add(token: CToken) {
    const { kind, start, end } = token;
    if (kind === "directive") return;
    if (this.#depth > 0) this.#inBrackets(token);
    else if (kind === "open") this.#open(start);
    else if (kind === "close") this.#close();
    else this.#addItem({ kind, text: this.#text.slice(start, end), start, end });
  }

  #inBrackets({ kind, end }: CToken) {
    if (kind === "open") this.#depth++;
    else if (kind === "close" && --this.#depth === 0) this.#endGroup(end);
  }

  /** A body ends its declaration, an initializer does not. */
  #endGroup(end: number) {
    const text = this.#text.slice(this.#groupStart, end);
    if (!text.startsWith("{")) this.#items.push({ kind: "group", text, start: this.#groupStart, end });
    else if (!this.#hasValue) this.#restart();
  }

  #open(start: number) {
    const isBody = this.#text[start] === "{" && !this.#hasValue, scope = isBody ? scopeOf(this.#items) : undefined;
    if (isBody) this.#declare("{");
    if (scope !== undefined) {
      this.#scopes.push(scope);
      this.#restart();
    } else {
      this.#depth = 1;
      this.#groupStart = start;
    }
  }

  #close() {
    this.#scopes.pop();
    this.#restart();
  }

  #restart() {
    this.#items = [];
    this.#angles = 0;
    this.#hasValue = false;
  }

  #addItem(item: Item) {
    const { text } = item, last = this.#items.at(-1);
    if (text === ";") {
      this.#declare(text);
      this.#restart();
    } else if (text === ":" && (this.#items.length === 1 || ACCESS.test(this.#items[0]?.text))) this.#restart();
    else if (last?.text === "operator" && item.kind === "sign") {
      this.#items[this.#items.length - 1] = { ...last, end: item.end };
    } else {
      if (text === "<") this.#angles++;
      else if (text === ">") this.#angles--;
      this.#hasValue ||= text === "=" && this.#angles <= 0;
      this.#items.push(item);
    }
  }

  #declare(end: string) {
    const to = headEnd(this.#items), sign = this.#items[to]?.text ?? end;
    const atoms = headAtoms(this.#items.slice(0, to)) ?? [];
    this.macros.push(...macrosOf(atoms, this.#scopes.at(-1) ?? "", sign));
  }
}

function headAtoms(head: readonly Item[]): Atom[] | undefined {
  return head.length > MAX_ITEMS ? undefined : atomsOf(head);
}

/** The name of the type whose body begins, empty for a namespace or `extern "C"`; undefined for any other body. */
function scopeOf(items: readonly Item[]): string | undefined {
  const atoms = headAtoms(items.slice(0, headEnd(items)));
  if (atoms === undefined) return undefined;
  const at = atoms.findIndex(({ kind, text }) => kind === "struct" || text === "namespace");
  if (at < 0) return isLinkage(items) ? "" : undefined;
  if (atoms[at].text === "namespace") return "";
  return atoms.some(({ text }) => text === "enum") || hasParameters(atoms)
    ? undefined
    : nameOfType(atoms.slice(at + 1))?.text ?? "";
}

function isLinkage(items: readonly Item[]): boolean {
  return items.at(-1)?.kind === "literal" && items.at(-2)?.text === "extern";
}

function hasParameters(atoms: readonly Atom[]): boolean {
  return atoms.some((atom) => atom.group !== undefined && (!isShouted(atom) || atom === atoms.at(-1)));
}
