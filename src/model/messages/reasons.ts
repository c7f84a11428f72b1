/**
 * Parts of sentences: why something is refused, what it is, what it must be.
 * @module
 */
import { type Lang, say, type SentenceKey } from "./messages.ts";

/** The key of a reason. */
export type ReasonKey = SentenceKey extends infer Key ? Key extends `reason.${infer Name}` ? Name : never : never;

/** The values of a reason's placeholders. */
export type ReasonParams = Readonly<Record<string, string | number>>;

/** A reason as it crosses threads: its key and its values. */
export interface Reason {
  readonly key: ReasonKey;
  readonly params: ReasonParams;
}

/**
 * The reason under `key`.
 *
 * @example
 * ```ts
 * reason("fifo"); // { key: "fifo", params: {} }
 * ```
 */
export function reason(key: ReasonKey, params: ReasonParams = {}): Reason {
  return { key, params };
}

/** The words of a reason. */
export function reasonWords({ key, params }: Reason, lang: Lang): string {
  return say(lang, `reason.${key}`, params);
}
