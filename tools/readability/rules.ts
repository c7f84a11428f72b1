/**
 * The rules for pages that users read: how long a page, its sentences and its first steps may be, and how easily it
 * must be read.
 * @module
 */
import { type Block, blocksOf } from "./blocks.ts";
import { readingEase } from "./reading_ease.ts";
import { sentencesOf, wordCount } from "./sentences.ts";

/** The words that a page may have, tables and code included. Other pages are not limited. */
const MOST_WORDS: Readonly<Record<string, number>> = { "README.md": 2000, "docs/performance.md": 1500 };

/** The words that a sentence, heading, list item or cell may have. */
const LONGEST_SENTENCE = 30;

/** The line by which the README's first block of commands has ended. */
const FIRST_COMMANDS = 25;

/** The least reading ease of a page's prose. The hardest of the first twenty pages had 74, most 80 to 88. */
const PAGE_EASE = 75;

/** The least reading ease of a paragraph or list item, if it has enough words for the formula to mean something. */
const BLOCK_EASE = { least: 50, words: 20 } as const;

/** The languages of blocks that a reader copies into a terminal. */
const SHELL = /^(?:`{3,}|~{3,})(?:sh|bash|console)\b/;

/** Breaches of the rules, each as `path:line: what: text`. `path` is relative to the checkout. */
export function problemsOf(path: string, page: string): string[] {
  const blocks = blocksOf(page);
  return [
    ...wordProblems(path, blocks),
    ...(path === "README.md" ? commandProblems(path, page) : openingProblems(path, blocks)),
    ...blocks.flatMap((block) => sentenceProblems(path, block)),
    ...easeProblems(path, blocks),
  ];
}

/** How many words a page has. */
export function pageWords(page: string): number {
  return blocksOf(page).reduce((sum, block) => sum + wordCount(block), 0);
}

/** The reading ease of a page's paragraphs and list items; undefined if it has none. */
export function pageEase(page: string): number | undefined {
  const sentences = blocksOf(page).filter(isProse).flatMap(sentencesOf);
  return sentences.length === 0 ? undefined : readingEase(sentences);
}

function isProse({ kind }: Block): boolean {
  return kind === "text" || kind === "item";
}

function wordProblems(path: string, blocks: readonly Block[]): string[] {
  const most = MOST_WORDS[path], words = blocks.reduce((sum, block) => sum + wordCount(block), 0);
  return most === undefined || words <= most ? [] : [`${path}:1: ${words} words, at most ${most}`];
}

/** The README's first block for a terminal comes early. */
function commandProblems(path: string, page: string): string[] {
  const first = page.split("\n").findIndex((line) => SHELL.test(line));
  const last = page.split("\n").findIndex((line, at) => at > first && /^(?:`{3,}|~{3,})$/.test(line)) + 1;
  if (first >= 0 && last <= FIRST_COMMANDS) return [];
  return [`${path}:${first + 1}: the first block of commands ends after line ${FIRST_COMMANDS}`];
}

/** A page of docs/ says first for which reader it is. */
function openingProblems(path: string, blocks: readonly Block[]): string[] {
  const opening = blocks.find(({ kind }) => kind !== "heading");
  if (!path.startsWith("docs/") || /^For\s/.test(opening?.text ?? "")) return [];
  return [`${path}:${opening?.line ?? 1}: the first paragraph does not begin with "For" and a reader`];
}

function sentenceProblems(path: string, block: Block): string[] {
  return sentencesOf(block).filter(({ words }) => words.length > LONGEST_SENTENCE).map(({ line, words, text }) =>
    `${path}:${line}: ${words.length} words, at most ${LONGEST_SENTENCE}: ${text}`
  );
}

function easeProblems(path: string, blocks: readonly Block[]): string[] {
  const prose = blocks.filter(isProse).map((block) => ({ block, sentences: sentencesOf(block) }));
  const page = readingEase(prose.flatMap(({ sentences }) => sentences));
  const hard = prose.filter(({ sentences }) =>
    sentences.flatMap(({ words }) => words).length >= BLOCK_EASE.words && readingEase(sentences) < BLOCK_EASE.least
  );
  return [
    ...(page < PAGE_EASE ? [`${path}:1: reading ease ${page.toFixed(0)} of the page, at least ${PAGE_EASE}`] : []),
    ...hard.map(({ block, sentences }) =>
      `${path}:${block.line}: reading ease ${readingEase(sentences).toFixed(0)}, at least ${BLOCK_EASE.least}: ` +
      sentences.map(({ text }) => text).join(" ")
    ),
  ];
}
