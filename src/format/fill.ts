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

/** A call in a template: `{tool}` stands for the tool that was called. */
const CALL = /(\{tool\}|\b[a-z]+(?:_[a-z]+)*) (\{"[^"]*"(?:"[^"]*"|[^"{}]|\{\w+\})*\})/;

/** The names before the calls in a template. */
export function toolsIn(template: string): readonly string[] {
  return template.split(CALL).filter((_, i) => i % 3 === 1);
}

/**
 * The same for a sentence with calls in it. In a call a value stands as JSON has it.
 * @param spell writes a call
 *
 * @example
 * ```ts
 * const spell = (tool: string, args: unknown) => `${tool} ${JSON.stringify(args)}`;
 * fillCalls('{path}: read_file {"path": "{path}"}', { path: 'a"b' }, { path: 'a\\"b' }, spell); // 'a"b: read_file {"path":"a\\"b"}'
 * ```
 */
export function fillCalls(
  template: string,
  values: Parameters<typeof fill>[1],
  quoted: typeof values,
  spell: (tool: string, args: Record<string, unknown>) => string,
): string {
  const parts = template.split(CALL);
  return parts.map((part, i) => {
    if (i % 3 === 0) return fill(part, values);
    return i % 3 === 1 ? "" : spell(parts[i - 1], JSON.parse(fill(part, quoted)));
  }).join("");
}
