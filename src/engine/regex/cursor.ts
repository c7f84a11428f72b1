/**
 * A position in the pattern that is parsed, and the errors that name it.
 * @module
 */
import { reason, type ReasonKey, type ReasonParams } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";

/** Characters of a pattern shown in an error. */
const MAX_SHOWN_CHARS = 200;

/** Reads a pattern from left to right, by code points. */
export class Cursor {
  /** UTF-16 index of the next character. */
  index = 0;
  constructor(readonly pattern: string) {}

  /** Whether the whole pattern has been read. */
  get atEnd(): boolean {
    return this.index >= this.pattern.length;
  }

  /** The next character ("" at the end). */
  get peek(): string {
    return this.atEnd ? "" : String.fromCodePoint(this.pattern.codePointAt(this.index) ?? 0);
  }

  /** Consumes the next character. */
  advance(): string {
    const char = this.peek;
    this.index += char.length;
    return char;
  }

  /** Whether `text` is next. */
  startsWith(text: string): boolean {
    return this.pattern.startsWith(text, this.index);
  }

  /** Consumes `text` if it is next. */
  consume(text: string): boolean {
    const seen = this.startsWith(text);
    if (seen) this.index += text.length;
    return seen;
  }

  /** Consumes what a sticky expression matches here. */
  consumeMatch(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.index;
    const found = sticky.exec(this.pattern);
    if (found === null) return undefined;
    this.index += found[0].length;
    return found;
  }

  /** Makes the error for the reason `key`, pointing at `index`. */
  syntaxError(key: ReasonKey, index = this.index, params: ReasonParams = {}): ToolError {
    const pattern = shortenedPattern(this.pattern), why = reason(key, params);
    return new ToolError("regex", { pattern, at: characterNumberAt(this.pattern, index), why });
  }
}

/** The number of the character at a UTF-16 index, from 1. */
export function characterNumberAt(text: string, index: number): number {
  let n = 1;
  for (let i = 0; i < index; n++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return n;
}

/** A pattern as an error shows it: at most 200 characters. */
export function shortenedPattern(pattern: string): string {
  const start = firstCharacters(pattern, MAX_SHOWN_CHARS);
  return start.length < pattern.length ? start + "…" : pattern;
}

/** The first `most` characters; none is cut in half. */
export function firstCharacters(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most)).slice(0, most).join("");
}
