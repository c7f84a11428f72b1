/**
 * Classifies a value by its looks: random, words, a path, a part of a program.
 * @module
 */

/** More consonants than any word has in a row. */
const CONSONANT_RUN = /[bcdfghjklmnpqrstvwxz]{5}/i;

/** Whether a value is made of words and numbers: `Ed25519PrivateKey`, `../auth_41.js`, `i6t-not-inline`. */
export function isWords(value: string): boolean {
  return /^\.{1,2}\//.test(value) || isCamelCase(value) || isDelimited(value);
}

/** Words by their capitals: more than three letters each on average, in a long value 3.6. */
function isCamelCase(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const minLetters = value.length < 20 ? 3 : 3.6;
  return letters > minLetters * words.length && !/[!^*]|\?(?!\.)/.test(value) &&
    !words.some((word) => CONSONANT_RUN.test(word));
}

/** Words by their delimiters: they make up more than half of the value. */
function isDelimited(value: string): boolean {
  const words = value.split(/[-_./:]/).filter((part) => /^[a-z]{3,}$/.test(part) && !CONSONANT_RUN.test(part));
  return words.reduce((sum, word) => sum + word.length, 0) * 2 > value.length;
}

/** Whether it has both digits and letters. */
export function hasDigitsAndLetters(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/**
 * Whether it is a part of the program rather than a value: `process.env.TOKEN_2`, `MAX_TOKENS_4K`, `secondToken2`,
 * `&user2?.token`.
 */
export function isReference(text: string): boolean {
  const value = text.replace(/^[!&*@]+|[?!](?=\.)/g, "");
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /^[A-Za-z_$]\w*(?:\.[A-Za-z_$]\w*)+$/.test(value) ||
    /^[A-Za-z_]+\d{0,2}$/.test(value);
}

/** Words between slashes. Base64 has slashes too, but fewer. */
export function hasManySlashes(value: string): boolean {
  const parts = value.split("/");
  return parts.length > 3 && parts.every((part) => part.length < 24);
}

/** A path of which half or more are words: base64 with as many slashes is not. */
export function isWordPath(value: string): boolean {
  const parts = value.split("/");
  return hasManySlashes(value) && parts.filter(isWords).length * 2 >= parts.length;
}

/** An alphabet: half of the characters or more follow the one before them. */
export function isSequence(value: string): boolean {
  let following = 0;
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) === value.charCodeAt(i - 1) + 1) following++;
  return following * 2 >= value.length;
}

/** Shannon entropy in bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count / text.length * Math.log2(count / text.length);
  return bits;
}
