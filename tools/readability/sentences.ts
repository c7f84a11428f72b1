/**
 * The sentences and words of a page.
 * @module
 */
import type { Block } from "./blocks.ts";

/** A sentence. Headings, list items and table cells are sentences, too. */
export interface Sentence {
  /** Counted from 1. */
  readonly line: number;
  readonly kind: Block["kind"];
  readonly text: string;
  /** Its words; a code span counts as one word. */
  readonly words: readonly string[];
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first letter of a sentence that begins with a name in small letters, such as fossick, which the segmenter misses. */
const SMALL_START = /(?<=(?<!\b(?:e\.g|i\.e|etc|vs|cf))[.?!]\s+)[a-z]/g;

/** The sentences of a block; none for code. */
export function sentencesOf({ kind, line, text, spans }: Block): Sentence[] {
  if (kind === "code") return [];
  // A line break ends no sentence, so the segmenter is given blanks.
  const segmented = text.replaceAll("\n", " ").replace(SMALL_START, (letter) => letter.toUpperCase());
  return [...SEGMENTER.segment(segmented)].map(({ segment, index }) => {
    const written = text.slice(index, index + segment.length).replaceAll("\n", " ").trim();
    return {
      line: line + text.slice(0, index).split("\n").length - 1,
      kind,
      text: withSpans(written, spans, "`"),
      words: wordsOf(segment),
    };
  }).filter(({ words }) => words.length > 0);
}

/** How many words of a block are rendered. Code spans and blocks of code count word by word. */
export function wordCount({ text, spans }: Block): number {
  return wordsOf(withSpans(text, spans, "")).length;
}

/** Words: what blanks separate, if it has a letter or a digit. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** A text with its code spans, each between `marks`. */
function withSpans(text: string, spans: Block["spans"], marks: string): string {
  return text.replace(/Code\d+x/g, (sign) => spans.has(sign) ? `${marks}${spans.get(sign)}${marks}` : sign);
}
