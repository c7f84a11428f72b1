/**
 * Which nodes depend on letter case, and ripgrep's smart-case rule.
 * @module
 */
import type { CaseRule } from "../../model/request.ts";
import type { Node, SetItem } from "./ast.ts";
import type { ParsedPattern } from "./parse.ts";

/** The nodes that compare characters. */
export type Leaf = Extract<Node, { readonly fold: boolean }>;

/** Whether `node` compares characters. */
export function comparesCharacters(node: Node): node is Leaf {
  return "fold" in node;
}

/** Characters without this property never fold. */
const CASED = /^\p{Changes_When_Casemapped}$/u;

/** Whether folding can change what a leaf matches; true if unsure about a class. */
export function hasCase(leaf: Leaf): boolean {
  if (leaf.type === "char") return CASED.test(String.fromCodePoint(leaf.code));
  return leaf.type === "back_reference" || leaf.set.items.some(itemHasCase);
}

function itemHasCase(item: SetItem): boolean {
  if (item.type === "range") return !isCaseless(item.from, item.to);
  if (item.type === "nested") return item.set.items.some(itemHasCase);
  return item.type === "property";
}

/** Whether a range is ASCII without letters. */
function isCaseless(from: number, to: number): boolean {
  return to < 0x41 || (from > 0x5a && to < 0x61) || (from > 0x7a && to < 0x80);
}

/**
 * Whether letters fold. `smart`: yes if the pattern writes out some character and no upper-case one. An escape for a
 * character counts as the character; classes such as `\W` or `\p{Lu}` don't count.
 */
export function ignoresCase(rule: CaseRule, pattern: ParsedPattern): boolean {
  return rule === "smart" ? pattern.hasLiteral && !pattern.hasUpper : rule === "insensitive";
}
