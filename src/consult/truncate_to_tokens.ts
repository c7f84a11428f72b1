/**
 * The beginning of a text that so many tokens hold.
 * @module
 */
import { estimateTokens } from "../format/token_estimate.ts";

/** Characters looked at at a time: coarse while much is left, fine near the end. */
const STEP_UNITS = [65_536, 4096, 256, 1];

/**
 * The longest beginning of `text` within `tokens`, cut at a line's end; inside a line only where not even
 * the first one fits. One pass: the time taken does not grow with what is cut off.
 */
export function truncateToTokens(text: string, tokens: number): string {
  const end = endWithin(text, tokens, lineEnd);
  return text.slice(0, end > 0 ? end : endWithin(text, tokens, characterEnd));
}

function endWithin(text: string, tokens: number, boundary: (text: string, at: number) => number): number {
  let end = 0, left = tokens;
  for (const step of STEP_UNITS) {
    while (end < text.length) {
      const next = boundary(text, end + step);
      const cost = estimateTokens(text.slice(end, next));
      if (cost > left) break;
      left -= cost;
      end = next;
    }
  }
  return end;
}

/** The end of the line that has the character before `at`. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at - 1);
  return newline < 0 ? text.length : newline + 1;
}

/** `at`, but not between the halves of a surrogate pair. */
function characterEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return Math.min(text.length, code >= 0xdc00 && code <= 0xdfff ? at + 1 : at);
}
