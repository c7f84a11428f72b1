/**
 * Texts made to match: a walk through a pattern that takes a turn at every choice.
 * @module
 */
import type { Char, CharClass, Node } from "../../../src/engine/regex/ast.ts";
import { emitRegex } from "../../../src/engine/regex/emit.ts";
import type { Random } from "../../seed.ts";

/** ASCII, and characters whose letter cases or lengths in UTF-8 have a story. */
const POOL = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u017f\u212aéÉσςΣßẞяЯäöüαω日本😀😎𝒜\u0130\u0131\u0301\u00a0\u2028\u0085\u200d\u0663\u2167",
];

/** A text that most likely matches `node`, look-arounds and edges aside. */
export function sampleOf(node: Node, random: Random): string {
  const groups = new Map<number, string>();
  const walk = (part: Node): string => {
    switch (part.type) {
      case "char":
      case "class":
        return character(part, random);
      case "sequence":
        return part.parts.map(walk).join("");
      case "alternation":
        return walk(random.pick(part.branches));
      case "repeat": {
        const most = Math.min(part.max, part.min + 3);
        return Array.from({ length: part.min + random.int(most - part.min + 1) }, () => walk(part.body)).join("");
      }
      case "group": {
        const text = walk(part.body);
        groups.set(part.index, text);
        return text;
      }
      case "look_around":
        return random.chance(0.3) ? walk(part.body) : "";
      case "back_reference":
        return groups.get(part.index) ?? "";
      case "assertion":
        return "";
    }
  };
  return walk(node);
}

const members = new Map<string, readonly string[]>();

/** A character that the leaf matches, if it is in the pool. */
function character(leaf: Char | CharClass, random: Random): string {
  const { text, flags } = emitRegex(leaf, { unicode: true, byLine: false });
  const key = `${flags} ${text}`;
  let all = members.get(key);
  if (all === undefined) {
    const regex = new RegExp(`^(?:${text})$`, flags.replace("g", ""));
    members.set(key, all = POOL.filter((char) => regex.test(char)));
  }
  if (all.length === 0) return leaf.type === "char" ? String.fromCodePoint(leaf.code) : "";
  // The odd ones are the ones to try.
  const odd = all.filter((char) => char > "\x7f");
  return random.pick(odd.length > 0 && random.chance(0.3) ? odd : all);
}
