/** Values by name. */
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
