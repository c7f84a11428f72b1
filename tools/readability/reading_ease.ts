/**
 * How easily a text is read, by Flesch's formula: 100 is easy, 60 plain English, below 50 difficult.
 * @module
 */
import { flesch } from "flesch";
import { syllable } from "syllable";
import type { Sentence } from "./sentences.ts";

/** A name or a figure: letters with a digit, a slash, an underscore, a colon or a dot inside. */
const NAME = /[\d/_@:=]|\w\.\w/;

/** Flesch's reading ease of these sentences. A code span, a path or a figure is read as one syllable. */
export function readingEase(sentences: readonly Sentence[]): number {
  const words = sentences.flatMap(({ words }) => words);
  const syllables = words.map((word) => NAME.test(word) ? 1 : Math.max(1, syllable(word)));
  return flesch({
    sentence: sentences.length,
    word: words.length,
    syllable: syllables.reduce((sum, count) => sum + count, 0),
  });
}
