/**
 * Words, extensions and directories sampled from a tree, so that the bench has questions for any tree.
 * @module
 */
import { join } from "@std/path";
import { extname } from "@std/path/posix";
import type { Random } from "../../tests/seed.ts";

const SAMPLE = 400;
const SAMPLE_BYTES = 64 * 1024;
const WORD = /[A-Za-z_][A-Za-z0-9_]{3,30}/g;

/** How many files have a word. */
export type Frequency = "rare" | "middling" | "common";

/** The words, extensions and a directory of a tree. */
export interface Vocabulary {
  /** Another word at each call; repeats when all were given. */
  word(frequency: Frequency): string;
  /** Extensions without a dot, the most frequent first; at least one. */
  readonly extensions: readonly string[];
  /** A directory that has files, relative to the root. */
  readonly directory: string;
}

/** The number of files of the sample that have each word. */
type FileCounts = ReadonlyMap<string, number>;

/**
 * The vocabulary of the files `paths` below `root`.
 * @param random chooses files and words
 */
export function vocabularyOf(root: string, paths: readonly string[], random: Random): Vocabulary {
  const sample = taken(paths, SAMPLE, random);
  const met = wordsOf(sample.map((path) => join(root, path)));
  const decks: Record<Frequency, string[]> = { rare: [], middling: [], common: [] };
  for (const [word, files] of met) decks[frequencyOf(word, files, sample.length)].push(word);
  decks.common.sort((a, b) => (met.get(b) ?? 0) - (met.get(a) ?? 0));
  decks.common.splice(200);
  const dealers = {
    rare: dealer(decks.rare, random),
    middling: dealer(decks.middling, random),
    common: dealer(decks.common, random),
  };
  return {
    word: (frequency) => dealers[frequency]() ?? dealers.rare() ?? "nothing",
    extensions: extensionsOf(paths),
    directory: random.pick(paths).split("/").slice(0, -1)[0] ?? ".",
  };
}

/** Rare: a long word in one file of the sample. Middling: in up to a fifth of them. Common: in more. */
function frequencyOf(word: string, files: number, sampled: number): Frequency {
  if (files === 1 && word.length >= 7) return "rare";
  return files > sampled / 5 ? "common" : "middling";
}

function wordsOf(paths: readonly string[]): FileCounts {
  const met = new Map<string, number>();
  for (const path of paths) {
    const text = new TextDecoder().decode(Deno.readFileSync(path).subarray(0, SAMPLE_BYTES));
    for (const word of new Set(text.match(WORD))) met.set(word, (met.get(word) ?? 0) + 1);
  }
  return met;
}

/** Returns each card once before any is repeated. */
function dealer(cards: readonly string[], random: Random): () => string | undefined {
  const deck = taken(cards, cards.length, random);
  let next = 0;
  return () => deck[next++ % deck.length];
}

/** `count` of `all`, in random order. */
function taken<T>(all: readonly T[], count: number, random: Random): T[] {
  const deck = [...all];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck.slice(0, count);
}

function extensionsOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const extension = extname(path).slice(1);
    if (/^\w+$/.test(extension)) counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  const found = [...counts].toSorted(([, a], [, b]) => b - a).map(([extension]) => extension);
  return found.length === 0 ? ["txt"] : found;
}
