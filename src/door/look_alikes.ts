/**
 * Names that can't be told from each other on a screen, though they are not equal: spaces of another width or that do not
 * break, as macOS puts them into the names of screenshots; accents as characters of their own; curly quotation marks.
 * @module
 */

/** What another name may look like: all but ASCII letters, digits and signs that nothing else is drawn as. */
const AMBIGUOUS_CHAR = /[^\x21\x23-\x26\x28-\x7e]/;

const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032]/g, DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;

/** Whether another name may look like `text`; of a path, that of one of its names. */
export function mayHaveLookAlike(text: string): boolean {
  return AMBIGUOUS_CHAR.test(text);
}

/**
 * The one of `siblings` that looks like `name`; none where several do, or none.
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
