/** The languages fossick speaks to its callers. @module */

/** English or Japanese. */
export type Lang = "en" | "ja";

/** The language of a BCP 47 locale: Japanese where it says so, else English. */
export function langOf(locale: string): Lang {
  return /^ja\b/i.test(locale) ? "ja" : "en";
}
