/**
 * Puts values into sentences that have calls in them.
 * @module
 */
import { fill, type Values } from "../model/fill.ts";

/** A call in a template: `{tool}` stands for the tool that was called. */
const CALL = /(\{tool\}|\b[a-z]+(?:_[a-z]+)*) (\{"[^"]*"(?:"[^"]*"|[^"{}]|\{\w+\})*\})/;

/** The names before the calls in a template. */
export function toolsIn(template: string): readonly string[] {
  return template.split(CALL).filter((_, i) => i % 3 === 1);
}

/**
 * `template` with its values, as `fill` puts them in. In a call a value stands as JSON has it.
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
  values: Values,
  quoted: Values,
  spell: (tool: string, args: Record<string, unknown>) => string,
): string {
  const parts = template.split(CALL);
  return parts.map((part, i) => {
    if (i % 3 === 0) return fill(part, values);
    return i % 3 === 1 ? "" : spell(parts[i - 1], JSON.parse(fill(part, quoted)));
  }).join("");
}
