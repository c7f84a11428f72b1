/**
 * A place in the pattern being parsed, and the errors that name it.
 * @module
 */
import { reason, type ReasonKey, type ReasonParams } from "../../model/reasons.ts";
import { ToolError } from "../../model/tool_error.ts";

/** Characters of a pattern shown in an error. */
const SHOWN = 200;

/** Reads a pattern from left to right, by code points. */
export class Cursor {
  /** UTF-16 index of the next character. */
  index = 0;
  constructor(readonly pattern: string) {}

  /** True behind the last character. */
  get done(): boolean {
    return this.index >= this.pattern.length;
  }

  /** The next character ("" at the end). */
  get next(): string {
    return this.done ? "" : String.fromCodePoint(this.pattern.codePointAt(this.index) ?? 0);
  }

  /** Takes the next character. */
  take(): string {
    const char = this.next;
    this.index += char.length;
    return char;
  }

  /** Whether `text` stands here. */
  sees(text: string): boolean {
    return this.pattern.startsWith(text, this.index);
  }

  /** Takes `text` if it stands here. */
  eat(text: string): boolean {
    const seen = this.sees(text);
    if (seen) this.index += text.length;
    return seen;
  }

  /** Takes what a sticky expression matches here. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.index;
    const found = sticky.exec(this.pattern);
    if (found === null) return undefined;
    this.index += found[0].length;
    return found;
  }

  /** The error for the reason `key`, pointing at `index`. */
  fail(key: ReasonKey, index = this.index, params: ReasonParams = {}): ToolError {
    const pattern = shortened(this.pattern), why = reason(key, params);
    return new ToolError("regex", { pattern, at: numberAt(this.pattern, index), why });
  }
}

/** The number of the character at a UTF-16 index, from 1. */
export function numberAt(text: string, index: number): number {
  let n = 1;
  for (let i = 0; i < index; n++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return n;
}

/** A pattern as an error shows it: at most 200 characters. */
export function shortened(pattern: string): string {
  const start = beginning(pattern, SHOWN);
  return start.length < pattern.length ? start + "…" : pattern;
}

/** At most so many characters, none of them half. */
export function beginning(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most)).slice(0, most).join("");
}
