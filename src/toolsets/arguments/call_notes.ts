/**
 * Hard caps: a value above one is lowered to it, and the answer says so.
 * @module
 */
import { say } from "../../format/phrases.ts";
import type { Lang } from "../../model/messages/lang.ts";

/** What a number is when it is not given, and the most it may be. */
export interface Bounds {
  readonly default: number;
  readonly cap: number;
}

/** The caps of one call. */
export class CallNotes {
  /** A sentence for each value that was lowered. */
  readonly sentences: string[] = [];

  constructor(readonly lang: Lang) {}

  /** `value`, or the default, or the cap. */
  capNumber(field: string, value: number | undefined, bounds: Bounds): number {
    if (value === undefined) return Math.min(bounds.default, bounds.cap);
    return this.capValue(field, value, bounds.cap, String(value), String(bounds.cap));
  }

  /** As `number`, where the caller writes values otherwise than as plain numbers. */
  capValue(field: string, value: number, cap: number, given: string, shownCap: string): number {
    if (value <= cap) return value;
    this.sentences.push(say(this.lang, "lowered", { field, value: given, cap: shownCap }));
    return cap;
  }
}
