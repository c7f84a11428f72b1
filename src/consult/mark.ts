/**
 * The mark by which a model tells the frame around a file from the file.
 * @module
 */

/** Letters of a mark: 47 bits. */
const LENGTH = 10;
const A = "a".charCodeAt(0), LETTERS = 26;

/**
 * A word of ten letters, made of all `texts`, that neither they nor `query` have in them: not in capitals either, nor
 * with other characters between its letters. It does not depend on the query, so that a second question about the same
 * files begins with the same prompt, which providers keep and charge less for.
 *
 * @example
 * ```ts
 * markOf(["a = 1\n"], "Why?"); // "ssiuvpdjgo"
 * ```
 */
export function markOf(texts: readonly string[], query: string): string {
  for (let seed = 0;; seed++) {
    const mark = word(texts, seed);
    if (![query, ...texts].some((text) => hasWord(text, mark))) return mark;
  }
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(word.split("").join("[^a-z]*"), "i").test(text);
}

/** A word that depends on every character. */
function word(texts: readonly string[], seed: number): string {
  let high = 0x811c9dc5 ^ seed, low = 0x9e3779b9 + seed;
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul(low ^ unit ^ high >>> 15, 0x85ebca6b);
    }
  }
  let rest = (high >>> 11) * 2 ** 32 + ((low ^ low >>> 16) >>> 0), letters = "";
  while (letters.length < LENGTH) {
    letters += String.fromCharCode(A + rest % LETTERS);
    rest = Math.floor(rest / LETTERS);
  }
  return letters;
}
