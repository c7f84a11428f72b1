/**
 * Characters that are one another in some letter case, as regular expressions with the flags `iu` have it.
 * @module
 */

/** All that has letter case lies in the first two planes. */
const END_OF_CASED_PLANES = 0x2_0000;
const CASED = /[\p{CWCF}\p{CWL}\p{CWU}\p{CWT}]/gu;

/** All that is beyond ASCII and folds to ASCII, the long s and the Kelvin sign: most patterns need no more. */
const FOLDS_TO_ASCII: Readonly<Record<string, readonly number[]>> = { s: [0x17f], k: [0x212a] };

let foldFamilies: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Every character that is `code` in some letter case, itself among them.
 *
 * @example
 * ```ts
 * caseVariantsOf(0xe9).map((code) => String.fromCodePoint(code)); // ["é", "É"]
 * caseVariantsOf(0x6b); // [0x6b, 0x4b, 0x212a]
 * ```
 */
export function caseVariantsOf(code: number): readonly number[] {
  const char = String.fromCodePoint(code), lower = char.toLowerCase();
  if (code < 0x80) {
    return unique([code, lower.charCodeAt(0), char.toUpperCase().charCodeAt(0), ...FOLDS_TO_ASCII[lower] ?? []]);
  }
  if (code >= END_OF_CASED_PLANES) return [code];
  foldFamilies ??= Map.groupBy(allCased(), foldFamilyOf);
  const like = new RegExp(`^\\u{${code.toString(16)}}$`, "iu");
  const others = foldFamilies.get(foldFamilyOf(char))?.filter((other) => like.test(other)) ?? [];
  return unique([code, ...others.map((other) => other.codePointAt(0) ?? 0)]);
}

/** Whatever folds to one another has this in common; so has some that does not, such as the dotless i. */
function foldFamilyOf(char: string): string {
  return char.toLowerCase().toUpperCase();
}

/** Some three thousand; halves of pairs have no letter case. */
function allCased(): readonly string[] {
  let text = "";
  for (let from = 0; from < END_OF_CASED_PLANES; from += CODES_PER_CALL) {
    text += String.fromCodePoint(...Array.from({ length: CODES_PER_CALL }, (_, i) => from + i));
  }
  return text.match(CASED) ?? [];
}

/** Arguments of one call. */
const CODES_PER_CALL = 0x2000;

function unique(codes: readonly number[]): readonly number[] {
  return [...new Set(codes)];
}
