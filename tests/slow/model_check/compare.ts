/**
 * Compares an answer with the expected one.
 * @module
 */
import type { Expected } from "./expected.ts";

/** The differences, field by field. */
export function differences(answer: Record<string, unknown>, wanted: Expected): Record<string, unknown> {
  const wrong = Object.entries(wanted).filter(([key, value]) =>
    canonical(field(answer, key, value)) !== canonical(value)
  );
  return Object.fromEntries(wrong.map(([key, value]) => [key, { answered: field(answer, key, value), wanted: value }]));
}

function field(answer: Record<string, unknown>, key: string, wanted: unknown): unknown {
  if (key === "error") return inside(answer.error, "code");
  if (key === "entries") return list(answer.entries).map((entry, i) => asAsked(entry, list(wanted)[i]));
  const [outer, inner] = key.split(".");
  return inner === undefined ? answer[outer] : inside(answer[outer], inner);
}

/** An entry without what is not predictable: its time, and the size of a directory or link. */
function asAsked(entry: unknown, wanted: unknown): unknown {
  const fields = ["path", "is_dir", ...(inside(wanted, "size_bytes") === undefined ? [] : ["size_bytes"])];
  return Object.fromEntries(fields.map((name) => [name, inside(entry, name)]));
}

/** The value if it is a list, else an empty list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A field of a value that may be no object. */
export function inside(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** JSON that is equal for equal values, independent of the order of keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  ) ?? "";
}
