/**
 * Removes lone surrogates from values. JSON can hold them, but strict parsers refuse it.
 * @module
 */
/** Whether no string in plain data has a lone surrogate. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== "object" || value === null ||
    Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}

/** Replaces each lone surrogate in `fields` by U+FFFD. */
export function wellFormed(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toWellFormed(), wellFormedValue(value)]));
}

/** Replaces each lone surrogate in plain data. */
export function wellFormedValue(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return typeof value === "object" && value !== null ? wellFormed({ ...value }) : value;
}
