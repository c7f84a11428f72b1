/**
 * Removes an API's key from text, in the spelling it was sent in and in those of JSON, URLs and HTML.
 * @module
 */
import type { Reason } from "../model/messages/reasons.ts";
import type { FaultParams } from "../model/messages/tool_error.ts";

/** Shorter keys are placeholders, which may be words of the answer: they are not removed. */
const MIN_KEY_CHARS = 12;
/** The characters of a key that may be shown if a text ends in the middle of it. */
const MAX_SHOWN_CHARS = 8;
/** The text that may separate two characters of a key: wrapped lines, and the backslashes of escapes. */
const GAP = String.raw`[\s\\]*`;
const ONLY_GAP = new RegExp(`^${GAP}$`);

/** Removes one key. */
export class Redaction {
  /** Matches each character after a gap. */
  readonly #characters: readonly RegExp[];
  /** Matches the position before the key's first characters, so that two such beginnings may overlap. */
  readonly #head: RegExp;

  constructor(key = "") {
    const spelled = key.length < MIN_KEY_CHARS ? [] : key.replace(/[\s\\]/g, "").split("").map(spellings);
    this.#characters = spelled.map((character) => new RegExp(GAP + character, "iy"));
    this.#head = new RegExp(`(?=${spelled.slice(0, MAX_SHOWN_CHARS + 1).join(GAP)})`, "gi");
  }

  /** Removes the key from `text`, which must not have been cut: a key without its beginning is not recognized. */
  redact(text: string): string {
    if (this.#characters.length === 0) return text;
    let shown = "", from = 0;
    for (const { index } of text.matchAll(this.#head)) {
      const end = index < from ? undefined : this.#keyEnd(text, index);
      if (end === undefined) continue;
      shown += text.slice(from, index) + "[key]";
      from = end;
    }
    return shown + text.slice(from);
  }

  /** Removes the key from the values of a fault. */
  redactParams(params: FaultParams): FaultParams {
    return mapValues(params, (value) => typeof value === "object" ? this.#reason(value) : this.#value(value));
  }

  /** The end of the key that begins at `at`, possibly cut off by the end of the text; undefined if it is another word. */
  #keyEnd(text: string, at: number): number | undefined {
    let end = at;
    for (const character of this.#characters) {
      character.lastIndex = end;
      if (!character.test(text)) return ONLY_GAP.test(text.slice(end)) ? text.length : undefined;
      end = character.lastIndex;
    }
    return end;
  }

  #reason({ key, params }: Reason): Reason {
    return { key, params: mapValues(params, (value) => this.#value(value)) };
  }

  #value(value: string | number): string | number {
    return typeof value === "string" ? this.redact(value) : value;
  }
}

function mapValues<T>(values: Readonly<Record<string, T>>, by: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, by(value)]));
}

/** A pattern of a character as it is, in a URL, in JSON (its backslash is a gap) and in HTML. */
function spellings(character: string): string {
  const code = character.charCodeAt(0), hex = code.toString(16).padStart(2, "0"), unit = hex.padStart(4, "0");
  return String.raw`(?:\u${unit}|%${hex}|u${unit}|&#(?:x0{0,4}${hex}|0{0,4}${code});)`;
}
