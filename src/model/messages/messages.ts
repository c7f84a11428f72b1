/**
 * The sentences that people read, and those of errors, in English and Japanese: `en.json` and `ja.json`. `{name}` stands
 * for a value. A sentence crosses threads as its key and its values, and is put into words where it is shown.
 * @module
 */
import EN from "./en.json" with { type: "json" };
import JA from "./ja.json" with { type: "json" };

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

export type TemplateValues = Readonly<Record<string, string | number>>;

/**
 * `template` with every `{name}` replaced by the value of that name. Names without a value remain, so a sentence can
 * contain JSON and globs.
 *
 * @example
 * ```ts
 * fill("{shown} of {total}", { shown: 3, total: 9 }); // "3 of 9"
 * ```
 */
export function fill(template: string, values: TemplateValues): string {
  return template.replace(/\{(\w+)\}/g, (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole);
}

/** An error that ends the program: the user at the shell reads its sentence, and no stack. `message` is English. */
export class UserError extends Error {
  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(say("en", sentence.key, sentence.params), options);
  }
}

export type ReasonKey = SentenceKey extends infer Key ? Key extends `reason.${infer Name}` ? Name : never : never;

/** A reason as it crosses threads: its key and its values. */
export interface Reason {
  readonly key: ReasonKey;
  readonly params: TemplateValues;
}

/**
 * The reason under `key`.
 *
 * @example
 * ```ts
 * reason("fifo"); // { key: "fifo", params: {} }
 * ```
 */
export function reason(key: ReasonKey, params: TemplateValues = {}): Reason {
  return { key, params };
}

/** The words of a reason. */
export function reasonWords({ key, params }: Reason, lang: Lang): string {
  return say(lang, `reason.${key}`, params);
}
