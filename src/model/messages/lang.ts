/** The languages of fossick's messages. @module */

/** English or Japanese. */
export type Lang = "en" | "ja";

/** The language of a BCP 47 locale: Japanese or, for all others, English. */
export function langOf(locale: string): Lang {
  return /^ja\b/i.test(locale) ? "ja" : "en";
}
