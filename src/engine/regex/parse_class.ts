/**
 * Parses a class, `[…]`, by JavaScript's rules: `[` inside is a plain character. Added are POSIX names (`[[:alpha:]]`),
 * a plain `-` where no range is possible, and the set operations `&&[…]` and `--[…]`, also after a leading class
 * (`[[a-z]&&[^aeiou]]`). Engines disagree on `[]`, which is refused, and on `[^]`: it is any character where no class
 * could follow, else it negates a class that starts with `]`.
 * @module
 */
import { type CharSet, range, type SetItem } from "./ast.ts";
import { type Cursor, shortenedPattern } from "./cursor.ts";
import { type NamedSet, readCharEscape, readSetEscape } from "./escapes.ts";
import { POSIX_CLASSES } from "./char_sets.ts";
import { COMPLEXITY_LIMITS, patternTooLarge } from "./complexity_limits.ts";

/** Receives every character that is written out, for smart case. */
export type OnLiteral = (code: number) => void;

/** Parses the class that opens here. */
export function parseClass(cursor: Cursor, onLiteral: OnLiteral, depth = 0): CharSet {
  const start = cursor.index;
  if (depth > COMPLEXITY_LIMITS.nesting) throw patternTooLarge("classes_deep", { most: COMPLEXITY_LIMITS.nesting });
  cursor.consume("[");
  const negated = cursor.consume("^");
  if (negated && cursor.consumeMatch(/\](?=[*+?{|)]|$)/y)) return { negated, items: [] };
  if (!negated && cursor.startsWith("]")) throw cursor.syntaxError("class_empty", start);
  let items = negated && cursor.consume("]") ? [charItem(0x5d, onLiteral)] : [];
  if (items.length === 0 && cursor.consumeMatch(OPERAND_AHEAD)) {
    items = [...itemsOf(parseClass(cursor, onLiteral, ++depth), onLiteral)];
    if (!cursor.consumeMatch(OPERATION_AHEAD)) throw cursor.syntaxError("class_operand");
  }
  while (!cursor.consume("]")) {
    if (cursor.atEnd) throw cursor.syntaxError("class_unclosed", start);
    const operation = cursor.consumeMatch(/(&&|--)(?=\[)/y)?.[1];
    if (operation === undefined) items.push(...readItem(cursor, onLiteral));
    // Everything before an operator is its left operand, earlier operations included.
    else items = [setOperation(operation, items, parseClass(cursor, onLiteral, ++depth))];
  }
  return { negated, items };
}

/** The source of an expression for a class's members, with classes nested up to `nesting` deep. */
function membersSource(nesting: number): string {
  const plain = String.raw`[^[\]\\]|\\.`;
  return nesting === 0 ? plain : String.raw`${plain}|\[(?:${membersSource(nesting - 1)})*\]`;
}

/** Matches before a class that is the left operand of an operation, up to four levels of nesting. */
const OPERAND_AHEAD = new RegExp(String.raw`(?=\[(?!:)(?:${membersSource(4)})+\](?:&&|--)(?:\[|[^[\]]*\]))`, "sy");
const OPERATION_AHEAD = /(?=(?:&&|--)\[)/y;

function setOperation(operation: string, items: readonly SetItem[], right: CharSet): SetItem {
  return { type: operation === "&&" ? "both" : "without", left: { negated: false, items }, right };
}

function charItem(code: number, onLiteral: OnLiteral): SetItem {
  onLiteral(code);
  return range(code);
}

/** Reads one item, or the items of text that looks like a range but is none. */
function readItem(cursor: Cursor, onLiteral: OnLiteral): readonly SetItem[] {
  const start = cursor.index;
  const from = readMember(cursor);
  if (!rangeFollows(cursor)) return itemsOf(from, onLiteral);
  cursor.consume("-");
  const to = readMember(cursor);
  if (typeof from !== "number" || typeof to !== "number") {
    return [...itemsOf(from, onLiteral), charItem(0x2d, onLiteral), ...itemsOf(to, onLiteral)];
  }
  if (to < from) throw cursor.syntaxError("class_range", start);
  onLiteral(from), onLiteral(to);
  return [range(from, to)];
}

/** Whether a `-` follows that can form a range with the character after it. */
function rangeFollows(cursor: Cursor): boolean {
  const rest = cursor.pattern.slice(cursor.index, cursor.index + 3);
  return rest.length > 1 && rest[0] === "-" && rest[1] !== "]" && rest !== "--[";
}

function itemsOf(member: number | NamedSet, onLiteral: OnLiteral): readonly SetItem[] {
  if (typeof member === "number") return [charItem(member, onLiteral)];
  return member.negated ? [{ type: "nested", set: member }] : member.items;
}

function readMember(cursor: Cursor): number | NamedSet {
  const posix = readPosix(cursor);
  if (posix !== undefined) return posix;
  if (!cursor.consume("\\")) return cursor.advance().codePointAt(0) ?? 0;
  if (cursor.consume("b")) return 0x08;
  const code = readCharEscape(cursor);
  if (code !== undefined) return code;
  const set = readSetEscape(cursor);
  if (set === undefined) throw cursor.syntaxError("class_escape", cursor.index - 1, { char: cursor.peek });
  return set;
}

function readPosix(cursor: Cursor): NamedSet | undefined {
  const start = cursor.index;
  const found = cursor.consumeMatch(/\[:(\^?)([A-Za-z]+):\]/y);
  if (found === undefined) return undefined;
  const items = POSIX_CLASSES.get(found[2]);
  if (items === undefined) throw cursor.syntaxError("posix_unknown", start, { name: shortenedPattern(found[0]) });
  return { items, negated: found[1] === "^" };
}
