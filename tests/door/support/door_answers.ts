/**
 * Answers of a door as plain values, faults included, so that whole answers can be compared.
 * @module
 */
import type { Door } from "../../../src/door/door.ts";
import type { Place } from "../../../src/model/place.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";

/** The result of `read`, or the key of its fault. */
export function valueOrFaultKey<T>(read: () => T): T | string {
  const data = valueOrFaultData(read);
  return "fault" in data ? data.fault : data.value;
}

/** The result of `read`, or its fault with all values. */
export function valueOrFaultData<T>(read: () => T): { value: T } | { fault: string; params: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { fault: error.key, params: error.params };
  }
}

/** The place that a text names, as `root:path kind`, or the fault. */
export function resolvedPlace(door: Door, text: string): string {
  return valueOrFaultKey(() => {
    const { place, kind } = door.resolve(text);
    return `${place.root}:${place.path} ${kind}`;
  });
}

/** The path shown for a text's place, or the fault. */
export function shownPath(door: Door, text: string): string {
  return valueOrFaultKey(() => door.resolve(text).shown);
}

/** A whole file as text, or the fault. */
export function contentOf(door: Door, place: Place): string {
  return valueOrFaultKey(() => {
    const file = door.open(place);
    try {
      const into = new Uint8Array(file.stamp.size + 1);
      return new TextDecoder().decode(into.subarray(0, file.read(into, 0)));
    } finally {
      file.close();
    }
  });
}

/** Sorted names of a directory with their kinds, or the fault. */
export function listingOf(door: Door, place: Place): string {
  return valueOrFaultKey(() => door.list(place).entries.map(({ name, kind }) => `${name} ${kind}`).sort().join(", "));
}
