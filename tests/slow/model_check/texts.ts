/**
 * Random contents of files, and how they are decoded into lines.
 * @module
 */
import type { Random } from "../../seed.ts";

/** The words of texts and queries. */
export const WORDS = "foo Foo bar FOO TODO error fooBar x1 naïve Größe 日本 id_2 key=9 end".split(" ");

/** A new mark like `w000123`. */
export class Marks {
  #count = 0;

  next(): string {
    return "w" + String(++this.#count).padStart(6, "0");
  }

  /** One of the last few marks, which may have been overwritten. */
  recent(random: Random): string {
    return "w" + String(Math.max(1, this.#count - random.int(6))).padStart(6, "0");
  }
}

/** The bytes of a random file, one character each. */
export function randomBytes(random: Random, marks: Marks): string {
  const text = randomText(random, marks);
  switch (random.int(30)) {
    case 0:
      return "";
    case 1:
      return utf8("\ufeff" + text);
    case 2:
      return utf16("\ufeff" + text);
    case 3:
      return utf8(text.slice(0, 40)) + "\0" + utf8(text.slice(40));
    case 4:
      return utf8(text.replaceAll("\n", "\r\n"));
    default:
      return utf8(text);
  }
}

/** Lines of words with a mark in one of them. */
export function randomText(random: Random, marks: Marks): string {
  const count = random.chance(0.03) ? 300 + random.int(3000) : 1 + random.int(12);
  const lines = Array.from({ length: count }, () => randomLine(random));
  lines[random.int(count)] += " " + marks.next();
  return lines.join("\n") + (random.chance(0.9) ? "\n" : "");
}

function randomLine(random: Random): string {
  return Array.from({ length: random.int(6) }, () => random.pick(WORDS)).join(random.pick([" ", ".", " "]));
}

/** The bytes of a text, one character for each. */
export function utf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

function utf16(text: string): string {
  return Array.from(text, (char) => String.fromCharCode(char.charCodeAt(0) & 0xff, char.charCodeAt(0) >> 8)).join("");
}

/** The text of a file's bytes; undefined if they are binary. */
export function textOf(bytes: string): string | undefined {
  return isBinary(bytes) ? undefined : decoded(bytes);
}

/** Whether there is a NUL near the beginning and no UTF-16 mark. */
export function isBinary(bytes: string): boolean {
  return !bytes.startsWith(UTF16) && bytes.slice(0, 8192).includes("\0");
}

/** Recently decoded texts. */
const known = new Map<string, string>();
const KNOWN = 500;

/** Decodes bytes, without a byte-order mark. */
export function decoded(bytes: string): string {
  const text = known.get(bytes) ?? decode(bytes);
  if (known.size > KNOWN) known.clear();
  known.set(bytes, text);
  return text;
}

function decode(bytes: string): string {
  const raw = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
  return new TextDecoder(bytes.startsWith(UTF16) ? "utf-16le" : "utf-8").decode(raw);
}

const UTF16 = "\xff\xfe";

/** The lines of a text; a line break at its end begins no further line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
