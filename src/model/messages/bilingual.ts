/**
 * Puts values into sentences.
 * @module
 */
import type { Lang } from "./lang.ts";

/** Values by name. */
export type TemplateValues = Readonly<Record<string, string | number>>;

/**
 * `template` with every `{name}` replaced by the value of that name; names without a value stay, so
 * that JSON and globs can stand in a sentence.
 *
 * @example
 * ```ts
 * fill("{shown} of {total}", { shown: 3, total: 9 }); // "3 of 9"
 * ```
 */
export function fill(template: string, values: TemplateValues): string {
  return template.replace(/\{(\w+)\}/g, (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole);
}

/** A sentence in both languages. */
export type Bilingual = Readonly<Record<Lang, string>>;

/** `template` in both languages, with the values. */
export function fillBoth({ en, ja }: Bilingual, values: TemplateValues): Bilingual {
  return { en: fill(en, values), ja: fill(ja, values) };
}
