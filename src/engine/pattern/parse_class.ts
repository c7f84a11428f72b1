/**
 * Reads a class, `[…]`. JavaScript's rules, so `[` inside is a plain character; on top of them POSIX
 * names (`[[:alpha:]]`), a `-` that can't be a range is a plain one, and `&&[…]`, `--[…]` are set
 * operations, since no engine that knows them reads them otherwise; so is what a class begins with in front of
 * one, `[[a-z]&&[^aeiou]]`. `[]` and most of `[^]…` mean
 * different things in different engines: `[]` is refused, see `startsEmpty` for the other.
 * @module
 */
import { type CharSet, range, type SetItem } from "./ast.ts";
import { type Cursor, shortened } from "./cursor.ts";
import { type NamedSet, readCharEscape, readSetEscape } from "./escapes.ts";
import { POSIX } from "./sets.ts";
import { SIZES, tooLarge } from "./size.ts";

/** Told of every character that is written out: smart case asks for them. */
export type Letter = (code: number) => void;

/** Reads the class that opens here. */
export function parseClass(cursor: Cursor, letter: Letter, depth = 0): CharSet {
  const start = cursor.index;
  if (depth > SIZES.nesting) throw tooLarge("classes_deep", { most: SIZES.nesting });
  cursor.eat("[");
  const negated = cursor.eat("^");
  if (negated && cursor.match(/\](?=[*+?{|)]|$)/y)) return { negated, items: [] };
  if (!negated && cursor.sees("]")) throw cursor.fail("class_empty", start);
  let items = negated && cursor.eat("]") ? [charItem(0x5d, letter)] : [];
  if (items.length === 0 && cursor.match(OPERAND)) {
    items = [...itemsOf(parseClass(cursor, letter, ++depth), letter)];
    if (!cursor.match(OPERATION_AHEAD)) throw cursor.fail("class_operand");
  }
  while (!cursor.eat("]")) {
    if (cursor.done) throw cursor.fail("class_unclosed", start);
    const operation = cursor.match(/(&&|--)(?=\[)/y)?.[1];
    if (operation === undefined) items.push(...readItem(cursor, letter));
    // What stands before an operation is within it, as what stands behind is.
    else items = [operate(operation, items, parseClass(cursor, letter, ++depth))];
  }
  return { negated, items };
}

/** What stands in a class, with so many classes within one another. */
function membersSource(nesting: number): string {
  const plain = String.raw`[^[\]\\]|\\.`;
  return nesting === 0 ? plain : String.raw`${plain}|\[(?:${membersSource(nesting - 1)})*\]`;
}

/** A class in front of an operation; one that holds more levels of classes nobody writes. */
const OPERAND = new RegExp(String.raw`(?=\[(?!:)(?:${membersSource(4)})+\](?:&&|--)(?:\[|[^[\]]*\]))`, "sy");
const OPERATION_AHEAD = /(?=(?:&&|--)\[)/y;

function operate(operation: string, items: readonly SetItem[], right: CharSet): SetItem {
  return { type: operation === "&&" ? "both" : "without", left: { negated: false, items }, right };
}

function charItem(code: number, letter: Letter): SetItem {
  letter(code);
  return range(code);
}

/** One item, or the items of what looked like a range and was none. */
function readItem(cursor: Cursor, letter: Letter): readonly SetItem[] {
  const start = cursor.index;
  const from = readMember(cursor);
  if (!rangeFollows(cursor)) return itemsOf(from, letter);
  cursor.eat("-");
  const to = readMember(cursor);
  if (typeof from !== "number" || typeof to !== "number") {
    return [...itemsOf(from, letter), charItem(0x2d, letter), ...itemsOf(to, letter)];
  }
  if (to < from) throw cursor.fail("class_range", start);
  letter(from), letter(to);
  return [range(from, to)];
}

/** A `-` with something behind it that it could reach to. */
function rangeFollows(cursor: Cursor): boolean {
  const rest = cursor.pattern.slice(cursor.index, cursor.index + 3);
  return rest.length > 1 && rest[0] === "-" && rest[1] !== "]" && rest !== "--[";
}

function itemsOf(member: number | NamedSet, letter: Letter): readonly SetItem[] {
  if (typeof member === "number") return [charItem(member, letter)];
  return member.negated ? [{ type: "nested", set: member }] : member.items;
}

function readMember(cursor: Cursor): number | NamedSet {
  const posix = readPosix(cursor);
  if (posix !== undefined) return posix;
  if (!cursor.eat("\\")) return cursor.take().codePointAt(0) ?? 0;
  if (cursor.eat("b")) return 0x08;
  const code = readCharEscape(cursor);
  if (code !== undefined) return code;
  const set = readSetEscape(cursor);
  if (set === undefined) throw cursor.fail("class_escape", cursor.index - 1, { char: cursor.next });
  return set;
}

function readPosix(cursor: Cursor): NamedSet | undefined {
  const start = cursor.index;
  const found = cursor.match(/\[:(\^?)([A-Za-z]+):\]/y);
  if (found === undefined) return undefined;
  const items = POSIX.get(found[2]);
  if (items === undefined) throw cursor.fail("posix_unknown", start, { name: shortened(found[0]) });
  return { items, negated: found[1] === "^" };
}
