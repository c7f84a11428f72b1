/**
 * The macros among the words of one declaration of C or C++.
 * @module
 */
import { type Atom, type Part, STARTERS } from "./c_atoms.ts";

/** UTF-16 units of `(CALL *name)` that are looked at. */
const MAX_DECLARATOR = 200;

/**
 * The macros of a declaration.
 * @param scope the name of the type around it
 * @param end the sign after it: `;`, `{`, `=`, `,` or `:`
 */
export function macrosOf(atoms: readonly Atom[], scope: string, end: string): Part[] {
  const from = startOf(atoms), before = atoms.slice(0, from).filter(isName), rest = atoms.slice(from);
  const at = functionIn(rest, scope);
  const others = at < 0 ? inObject(rest, end) : inFunction(rest, at, scope);
  return [...before.map(partOf), ...others, ...rest.flatMap(inDeclarator)];
}

/** Whether a name is written in capitals. */
export function isShouted({ text }: Atom): boolean {
  return /^_*[A-Z][A-Z0-9_]+$/.test(text);
}

function isName({ kind }: Atom): boolean {
  return kind === "name";
}

function partOf({ start, end, group }: Atom): Part {
  return [start, group?.end ?? end];
}

/** After the macros that stand before a word with which a declaration begins. */
function startOf(atoms: readonly Atom[]): number {
  const at = atoms.findIndex(({ text, kind }) => kind === "type" || STARTERS.has(text));
  const mayBeMacro = (atom: Atom) => atom.group === undefined || isShouted(atom) || atoms[at].kind === "specifier";
  return atoms.slice(0, Math.max(0, at)).every((atom) => isName(atom) && mayBeMacro(atom)) ? Math.max(0, at) : 0;
}

/** The place of a function's name; negative if the declaration has none. */
function functionIn(atoms: readonly Atom[], scope: string): number {
  const free = atoms.findIndex((atom) => hasArguments(atom) && (atom.form !== undefined || atom.text === scope));
  if (free >= 0) return free;
  const plainAfter = (...kinds: readonly Atom["kind"][]) => {
    const type = atoms.findIndex(({ kind }) => kinds.includes(kind));
    return type < 0 ? -1 : atoms.findIndex((atom, i) => i > type && hasArguments(atom) && !isShouted(atom));
  };
  const plain = [plainAfter("type", "struct", "pointer"), plainAfter("name")].find((at) => at >= 0);
  if (plain !== undefined) return plain;
  const bare = atoms.findIndex(({ kind, group }) => kind === "type" || (kind === "name" && group === undefined));
  return bare < 0 ? -1 : atoms.findIndex((atom, i) => i > bare && hasArguments(atom));
}

/** A name before brackets that may hold parameters: those of an attribute often hold brackets or a string. */
function hasArguments({ kind, group }: Atom): boolean {
  return kind === "name" && group !== undefined && !/^\(\s*[("]/.test(group.text);
}

/** In `API Type CALL name(…) ATTRIBUTE(x)`, all but one type and the name. */
function inFunction(atoms: readonly Atom[], at: number, scope: string): Part[] {
  const head = atoms.slice(0, at), name = atoms[at];
  const isUntyped = name.form === "untyped" || name.text === scope || head.some(({ text }) => text === "explicit");
  const macros = isUntyped ? head.filter(isName).map(partOf) : extraTypes(head);
  return [...macros, ...trailing(atoms.slice(at + 1))];
}

/** The names of a head that are not its type, and the arguments of the one that is. */
function extraTypes(head: readonly Atom[]): Part[] {
  const names = head.filter(isName), type = typeIn(head);
  return names.flatMap((name) =>
    name !== type ? [partOf(name)] : name.group ? [[name.group.start, name.group.end]] : []
  );
}

/** The type's name; undefined if it is a keyword. */
function typeIn(head: readonly Atom[]): Atom | undefined {
  const struct = head.findIndex(({ kind }) => kind === "struct");
  if (struct >= 0) return head[struct + 1];
  if (head.some(({ kind }) => kind === "type")) return undefined;
  const pointer = head.findIndex(({ kind }) => kind === "pointer");
  const names = (pointer < 0 ? head : head.slice(0, pointer)).filter(isName);
  const isType = (name: Atom) => name.group === undefined && !isShouted(name) && !name.text.startsWith("__");
  return names.findLast(isType) ?? names.at(-1);
}

/** The attributes after a function's parameters. With anything else after them, they are not looked at. */
function trailing(atoms: readonly Atom[]): Part[] {
  const names = atoms.filter(isName);
  const areAttributes = names.length === 1 || names.every((one) => isShouted(one) || /^__/.test(one.text) || one.group);
  const isAllowed = atoms.every(({ kind, text }) => kind === "name" || (kind === "specifier" && !STARTERS.has(text)));
  return areAttributes && isAllowed ? names.map(partOf) : [];
}

/** In `API Type name` or `struct API name`, all but one type and the name. */
function inObject(atoms: readonly Atom[], end: string): Part[] {
  const struct = atoms.findIndex(({ kind }) => kind === "struct"), names = atoms.filter(isName);
  if (struct >= 0) return end === "{" || end === ":" ? besideName(atoms.slice(struct).filter(isName)) : [];
  const rest = atoms.findIndex((atom) => !isName(atom) || atom.group === undefined || !isShouted(atom));
  if (rest > 0 && atoms.length > rest + 1 && /^(?:name|type)$/.test(atoms[rest].kind)) {
    return [...atoms.slice(0, rest).map(partOf), ...inObject(atoms.slice(rest), end)];
  }
  const at = objectIn(atoms);
  if (at < 0 || names.some(({ group }) => group !== undefined)) return [];
  return [...extraTypes(atoms.slice(0, at)), ...atoms.slice(at + 1).filter(isName).map(partOf)];
}

function besideName(names: readonly Atom[]): Part[] {
  const name = nameOfType(names);
  return names.filter((one) => one !== name).map(partOf);
}

/** The name in `API name FINAL`, the words after `class`. */
export function nameOfType(atoms: readonly Atom[]): Atom | undefined {
  const bare = atoms.filter((atom) => isName(atom) && atom.group === undefined);
  return bare.findLast((one) => !isShouted(one)) ?? bare.at(-1);
}

/** The place of the name in `Type name` or `Type name ATTRIBUTE`; negative if that is not clear. */
function objectIn(atoms: readonly Atom[]): number {
  const isPlain = (atom: Atom) => isName(atom) && !isShouted(atom), last = atoms.findLastIndex(isName);
  const typed = atoms.findIndex((atom) => atom.kind === "type" || isPlain(atom));
  const plain = atoms.findLastIndex(isPlain);
  if (typed >= 0 && plain > typed) return plain;
  return atoms.filter(({ kind }) => kind === "name" || kind === "type").length > 2 ? -1 : last;
}

/** `CALL` in `(CALL *name)(…)`. */
function inDeclarator({ kind, text, start }: Atom, at: number, atoms: readonly Atom[]): Part[] {
  if (kind !== "declarator" || atoms[at + 1]?.kind !== "declarator" || text.length > MAX_DECLARATOR) return [];
  const macro = /^\(\s*(?!const\b)\w+(?=\s*\*+\s*(?:const\s+)?\w+\s*\)$|\s+\w+\s*\)$)/.exec(text);
  return macro === null ? [] : [[start + 1, start + macro[0].length]];
}
