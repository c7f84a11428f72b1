/**
 * Where case matters, and ripgrep's rule for ignoring it.
 * @module
 */
import type { CaseRule } from "../../model/request.ts";
import type { Node, SetItem } from "./ast.ts";
import type { ParsedPattern } from "./parse.ts";

/** The parts that compare characters. */
export type Leaf = Extract<Node, { readonly fold: boolean }>;

/** Whether `node` compares characters. */
export function comparesCharacters(node: Node): node is Leaf {
  return "fold" in node;
}

/** No other character folds to anything. */
const CASED = /^\p{Changes_When_Casemapped}$/u;

/** Whether folding could change what a leaf matches; in doubt about a class it could. */
export function hasCase(leaf: Leaf): boolean {
  if (leaf.type === "char") return CASED.test(String.fromCodePoint(leaf.code));
  return leaf.type === "back" || leaf.set.items.some(itemHasCase);
}

function itemHasCase(item: SetItem): boolean {
  if (item.type === "range") return !isCaseless(item.from, item.to);
  if (item.type === "nested") return item.set.items.some(itemHasCase);
  return item.type === "property" || item.type === "both" || item.type === "without";
}

/** ASCII without letters. */
function isCaseless(from: number, to: number): boolean {
  return to < 0x41 || (from > 0x5a && to < 0x61) || (from > 0x7a && to < 0x80);
}

/**
 * Whether letters fold. `smart`: when some character is written out and none of them is upper case;
 * escapes for a character count as the character, classes such as `\W` or `\p{Lu}` do not.
 */
export function ignoresCase(rule: CaseRule, pattern: ParsedPattern): boolean {
  return rule === "smart" ? pattern.hasLiteral && !pattern.hasUpper : rule === "insensitive";
}
