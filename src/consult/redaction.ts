/**
 * Keeps an API's key out of what the API says: it may be told back as it was sent, or as JSON, URLs and pages spell it.
 * @module
 */
import type { Reason } from "../model/messages/reasons.ts";
import type { FaultParams } from "../model/messages/tool_error.ts";

/** A shorter key is a stand-in, and may be a word of the answer. */
const MIN_KEY_CHARS = 12;
/** Characters of a key that may be shown where a text ends in the middle of it. */
const MAX_SHOWN_CHARS = 8;
/** What may part two characters: lines that were wrapped, and the backslashes of escapes. */
const GAP = String.raw`[\s\\]*`;
const ONLY_GAP = new RegExp(`^${GAP}$`);

/** What keeps one key back. */
export class Redaction {
  /** Each character, behind a gap. */
  readonly #characters: readonly RegExp[];
  /** Before as much as tells the key from other words, so that two such beginnings may overlap. */
  readonly #head: RegExp;

  constructor(key = "") {
    const spelled = key.length < MIN_KEY_CHARS ? [] : key.replace(/[\s\\]/g, "").split("").map(spellings);
    this.#characters = spelled.map((character) => new RegExp(GAP + character, "iy"));
    this.#head = new RegExp(`(?=${spelled.slice(0, MAX_SHOWN_CHARS + 1).join(GAP)})`, "gi");
  }

  /** `text` without the key. It has to be whole: of a key that was cut before, only the beginning is known. */
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

  /** The same for all that a fault names. */
  redactParams(params: FaultParams): FaultParams {
    return mapValues(params, (value) => typeof value === "object" ? this.#reason(value) : this.#value(value));
  }

  /** Where the key ends whose head is at `at`: where the text does, too; undefined where it is another word. */
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

/** A character as it is, in a URL, in JSON (the backslash is a gap) and in HTML. */
function spellings(character: string): string {
  const code = character.charCodeAt(0), hex = code.toString(16).padStart(2, "0"), unit = hex.padStart(4, "0");
  return String.raw`(?:\u${unit}|%${hex}|u${unit}|&#(?:x0{0,4}${hex}|0{0,4}${code});)`;
}
