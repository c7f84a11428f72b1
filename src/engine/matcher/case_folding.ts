/**
 * Characters that are letter cases of each other, as regular expressions with the flags `iu` define it.
 * @module
 */

/** All cased characters lie in the first two planes. */
const END_OF_CASED_PLANES = 0x2_0000;
const CASED = /[\p{CWCF}\p{CWL}\p{CWU}\p{CWT}]/gu;

/** The only characters beyond ASCII that fold to ASCII: the long s and the Kelvin sign. */
const FOLDS_TO_ASCII: Readonly<Record<string, readonly number[]>> = { s: [0x17f], k: [0x212a] };

let foldFamilies: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Every letter case of `code`, itself included.
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

/** Equal for characters that fold to each other, and for some that don't, such as the dotless i. */
function foldFamilyOf(char: string): string {
  return char.toLowerCase().toUpperCase();
}

/** Some 3,000 characters. Surrogates have no letter case. */
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
