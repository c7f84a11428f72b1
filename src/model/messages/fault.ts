/**
 * Builds the kinds of faults that the tables of messages list.
 * @module
 */

/** A kind of fault: its code and its texts. */
export interface Fault<Code extends string> {
  readonly code: Code;
  readonly en: readonly [message: string, hint: string];
  readonly ja: readonly [message: string, hint: string];
}

/** A kind of fault from its code, and its message and hint in both languages. */
export function fault<Code extends string>(
  code: Code,
  en: readonly [string, string],
  ja: readonly [string, string],
): Fault<Code> {
  return { code, en, ja };
}

/** The same fault with another hint. */
export function faultWithHint<Code extends string>(
  { code, en, ja }: Fault<Code>,
  hintEn: string,
  hintJa: string,
): Fault<Code> {
  return fault(code, [en[0], hintEn], [ja[0], hintJa]);
}
