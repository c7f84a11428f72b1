/**
 * Random files for tests of answers within a budget.
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "../../src/toolsets/tool.ts";
import type { Random } from "../seed.ts";

/** The tokens that a host pays for the dearer of text and structured content. */
export function cost({ text, structured }: Answer): number {
  return Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
}

export const WORDS = ["gold", "const", "value", "return", "ｶﾅ", "漢字", "naïve", "0x1f", "()", "=>", "\t", "🦀"];

export function randomText(random: Random, lines: number, words: number): string {
  const line = () => Array.from({ length: random.int(words) }, () => random.pick(WORDS)).join(" ");
  return Array.from({ length: lines }, line).join("\n") + (random.chance(0.8) ? "\n" : "");
}

export function randomTree(random: Random, files: number): Record<string, string> {
  const names = Array.from({ length: files }, (_, i) => `${random.pick(["src", "lib/deep", "docs"])}/f${i}.ts`);
  return Object.fromEntries(names.map((name) => [name, randomText(random, 1 + random.int(60), 12)]));
}
