/**
 * Finds out which form of an answer a host passes on.
 * @module
 */
import { isDeepStrictEqual } from "node:util";

/** Both forms of an answer, as the server sends them. */
export interface Forms {
  readonly text: string;
  readonly structured: unknown;
}

/** The forms that are passed on: the text, the structured content, both, or neither. */
export type ShownForms = "text" | "structured" | "both" | "neither";

/**
 * Searches a value for either form: as part of a string, as a value, or as JSON in a string.
 *
 * @example
 * ```ts
 * shownFormsIn(['{"total":2}'], { text: "2", structured: { total: 2 } }); // "structured"
 * ```
 */
export function shownFormsIn(value: unknown, forms: Forms): ShownForms {
  const said = forms.text.trim(), json = JSON.stringify(forms.structured);
  const text = holds(value, (part) => typeof part === "string" && !isJson(part) && quotes(part, said));
  const structured = holds(
    value,
    (part) => isDeepStrictEqual(part, forms.structured) || typeof part === "string" && quotes(part, json),
  );
  return text ? (structured ? "both" : "text") : structured ? "structured" : "neither";
}

/** Whether a text contains another, literally or as JSON escapes it. */
function quotes(part: string, text: string): boolean {
  return part.includes(text) || part.includes(JSON.stringify(text).slice(1, -1));
}

function holds(value: unknown, test: (part: unknown) => boolean): boolean {
  if (test(value)) return true;
  if (typeof value === "string") return jsonIn(value).some((part) => holds(part, test));
  return typeof value === "object" && value !== null && Object.values(value).some((part) => holds(part, test));
}

function isJson(text: string): boolean {
  return jsonIn(text).length > 0;
}

/** The object or list that a string, or its last lines, hold as JSON. */
function jsonIn(text: string): unknown[] {
  const start = /^[{[]/m.exec(text);
  if (start === null) return [];
  try {
    return [JSON.parse(text.slice(start.index))];
  } catch {
    return [];
  }
}
