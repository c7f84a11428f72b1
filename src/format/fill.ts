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

/**
 * The same for a sentence with calls in it: between quotation marks a value stands as JSON has it, so that the call can
 * be made as it stands.
 *
 * @example
 * ```ts
 * fillCalls('{path}: read_file {"path": "{path}"}', { path: 'a"b' }, { path: 'a\\"b' }); // 'a"b: read_file {"path": "a\\"b"}'
 * ```
 */
export function fillCalls(template: string, values: Parameters<typeof fill>[1], quoted: typeof values): string {
  return template.split(/("[^"]*")/).map((part, i) => fill(part, i % 2 === 0 ? values : quoted)).join("");
}
