/**
 * Puts values into sentences.
 * @module
 */

/**
 * `template` with every `{name}` replaced by the value of that name; names without a value stay, so
 * that JSON and globs can stand in a sentence.
 *
 * @example
 * ```ts
 * fill("{shown} of {total}", { shown: 3, total: 9 }); // "3 of 9"
 * ```
 */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole);
}
