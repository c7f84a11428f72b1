/**
 * Finds names that look the same on a screen but are not equal. They differ in spaces (another width, or non-breaking
 * as in macOS screenshot names), in accents as characters of their own, or in curly quotation marks.
 * @module
 */

/** A character that other characters look like: all but ASCII letters, digits and unambiguous signs. */
const AMBIGUOUS_CHAR = /[^\x21\x23-\x26\x28-\x7e]/;

const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032]/g, DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;

/** Whether another name may look like `text`, or like one of the names of a path. */
export function mayHaveLookAlike(text: string): boolean {
  return AMBIGUOUS_CHAR.test(text);
}

/**
 * The one of `siblings` that looks like `name`; undefined if there is none, or more than one.
 *
 * @example
 * ```ts
 * lookAlike("at 9.41 AM.png", ["at 9.41\u202fAM.png", "at 9.42\u202fAM.png"]); // "at 9.41\u202fAM.png"
 * ```
 */
export function lookAlike(name: string, siblings: Iterable<string>): string | undefined {
  const wanted = visualForm(name);
  let found: string | undefined;
  for (const sibling of siblings) {
    if (visualForm(sibling) !== wanted) continue;
    if (found !== undefined) return undefined;
    found = sibling;
  }
  return found;
}

function visualForm(name: string): string {
  if (!AMBIGUOUS_CHAR.test(name)) return name;
  return name.normalize("NFC").replace(/\p{Zs}/gu, " ").replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
}
