/**
 * The parts of a declaration of C or C++, without a grammar.
 * @module
 */

/** A part of a text. */
export type Part = readonly [start: number, end: number];

/** A token at the depth of its declaration, or brackets with what is in them. */
export interface Item {
  readonly kind: "word" | "group" | "literal" | "sign";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A name with its scopes and template arguments, a keyword, a `*` or a declarator in brackets. */
export interface Atom {
  readonly kind: "name" | "specifier" | "type" | "struct" | "pointer" | "declarator";
  /** The last word. */
  readonly text: string;
  readonly start: number;
  end: number;
  /** The first brackets after it: a function's parameters, a macro's arguments. */
  group?: Item;
  /** A qualified name; or a destructor or conversion, which has no type before it. */
  readonly form?: "qualified" | "untyped";
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Words that begin a declaration: what stands before them and is no keyword is a macro. */
export const STARTERS = words(
  "typedef extern static template class struct union enum virtual explicit friend namespace",
);
const STRUCTS = words("class struct union enum typename");
const TYPES = words(
  "void int char bool long short unsigned signed float double auto size_t wchar_t _Bool decltype typeof __typeof__",
);
const SPECIFIERS = words(
  "typedef extern static template virtual explicit friend inline const volatile register mutable constexpr consteval " +
    "constinit thread_local restrict override final noexcept throw try namespace alignas _Alignas _Noreturn " +
    "__attribute__ __attribute __declspec __extension__ __inline __inline__ __restrict __cdecl " +
    "__stdcall __fastcall __thiscall __vectorcall __const __volatile__",
);
/** Words of statements. With one of them a text is no declaration that is looked at. */
const STATEMENTS = words(
  "if else for while do switch case default return goto break continue using new delete sizeof static_assert requires " +
    "_Static_assert concept co_return co_await co_yield public private protected",
);

/** Where the initializer, the base classes or the next declarator begin: the number of items if there are none. */
export function headEnd(items: readonly Item[]): number {
  let angles = 0;
  const at = items.findIndex(({ text }) => {
    if (text === "<") angles++;
    else if (text === ">") angles--;
    return angles <= 0 && ["=", ":", ",", "->"].includes(text);
  });
  return at < 0 ? items.length : at;
}

/** The atoms of a declaration up to its initializer or body; undefined if it is none. Linear in the number of items. */
export function atomsOf(items: readonly Item[]): Atom[] | undefined {
  const atoms: Atom[] = [];
  let angles = 0, isQualifying = false;
  for (let i = 0; i < items.length; i++) {
    const item = items[i], last = atoms.at(-1), { text, end } = item;
    if (text === "<" && last !== undefined) angles++;
    else if (text === ">" && angles > 0) angles--;
    if (angles > 0 || text === ">") {
      if (last !== undefined) last.end = end;
    } else if (text.startsWith("[") && !text.startsWith("[[")) break;
    else if (item.kind === "literal" || text.startsWith("[") || (isQualifying && text === "template")) continue;
    else if (text === "operator") i = addOperator(atoms, items, i);
    else if (STATEMENTS.has(text)) return undefined;
    else if (item.kind === "word") addWord(atoms, item, isQualifying, items[i - 1]?.text === "~");
    else if (item.kind === "group") addGroup(atoms, item);
    else if ("*&".includes(text)) atoms.push({ kind: "pointer", text, start: item.start, end });
    else if (text !== "::" && text !== "~") return undefined;
    isQualifying = text === "::" || (isQualifying && text === "~");
  }
  return angles > 0 ? undefined : atoms;
}

function addWord(atoms: Atom[], { text, start, end }: Item, isQualifying: boolean, isDestructor: boolean) {
  const last = atoms.at(-1);
  if (isQualifying && last?.kind === "name" && last.group === undefined) {
    atoms[atoms.length - 1] = {
      kind: "name",
      text,
      start: last.start,
      end,
      form: isDestructor ? "untyped" : "qualified",
    };
  } else {
    atoms.push({ kind: kindOf(text), text, start, end, ...(isDestructor ? { form: "untyped" } : {}) });
  }
}

function kindOf(word: string): Atom["kind"] {
  if (STRUCTS.has(word)) return "struct";
  if (TYPES.has(word)) return "type";
  return SPECIFIERS.has(word) ? "specifier" : "name";
}

/** Brackets belong to the name before them, unless they hold a declarator: `(*f)` or, before other brackets, `(f)`. */
function addGroup(atoms: Atom[], group: Item) {
  const last = atoms.at(-1);
  if (last?.kind === "specifier") return;
  if (last?.kind === "name" && last.group === undefined && !/^\(\s*[*&^]/.test(group.text)) {
    last.group = group;
    return;
  }
  if (last?.group !== undefined) {
    atoms.push(declarator(last.group));
    last.group = undefined;
  }
  atoms.push(declarator(group));
}

function declarator({ text, start, end }: Item): Atom {
  return { kind: "declarator", text, start, end };
}

/** `operator` with its type or brackets, up to its parameters. */
function addOperator(atoms: Atom[], items: readonly Item[], at: number): number {
  const { text, start } = items[at], isQualified = items[at - 1]?.text === "::";
  const from = isCall(items, at) ? at + 2 : at + 1, to = nextRound(items, from);
  const isConversion = items[at + 1]?.kind === "word" && !/^(?:new|delete|co_await)$/.test(items[at + 1].text);
  const before = isQualified && atoms.at(-1)?.kind === "name" ? atoms.pop() : undefined;
  const form = isConversion ? "untyped" : "qualified";
  atoms.push({
    kind: "name",
    text,
    start: before?.start ?? start,
    end: items[to - 1].end,
    ...(isConversion || isQualified ? { form } : {}),
  });
  return to - 1;
}

function nextRound(items: readonly Item[], from: number): number {
  let at = from;
  while (at < items.length && !isRound(items[at])) at++;
  return at;
}

function isCall(items: readonly Item[], at: number): boolean {
  return items[at + 1] !== undefined && isRound(items[at + 1]) && items[at + 2]?.kind === "group";
}

function isRound({ text }: Item): boolean {
  return text.startsWith("(");
}
