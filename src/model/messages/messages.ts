/**
 * The sentences that people read, and those of errors, in English and Japanese: `en.json` and `ja.json`. `{name}` stands
 * for a value. A sentence crosses threads as its key and its values, and is put into words where it is shown.
 * @module
 */
import EN from "./en.json" with { type: "json" };
import JA from "./ja.json" with { type: "json" };
import { fill, type TemplateValues } from "./fill.ts";

/** English or Japanese. */
export type Lang = "en" | "ja";

/** The language of a BCP 47 locale: Japanese or, for all others, English. */
export function langOf(locale: string): Lang {
  return /^ja\b/i.test(locale) ? "ja" : "en";
}

/** A sentence's key: its kind, and its name in that kind. */
export type SentenceKey = keyof typeof EN;

const SENTENCES: Readonly<Record<Lang, Readonly<Record<SentenceKey, string>>>> = { en: EN, ja: JA };

/** A sentence that is not in words yet. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly params?: TemplateValues;
}

/** The sentence `key` in `lang`, filled in with `values`. */
export function say(lang: Lang, key: SentenceKey, values: TemplateValues = {}): string {
  return fill(SENTENCES[lang][key], values);
}

/** Whether there is such a sentence: not every fault has a hint. */
export function isSentenceKey(key: string): key is SentenceKey {
  return Object.hasOwn(EN, key);
}
