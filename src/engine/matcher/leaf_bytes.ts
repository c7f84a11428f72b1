/**
 * The bytes of a UTF-8 text that a character or a class matches.
 * @module
 */
import { type ByteSet, byteSetOf, type Needle } from "../simd/byte_set.ts";
import { type Char, type CharClass, type CharSet, type SetItem } from "../regex/ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { emitRegex } from "../regex/emit.ts";
import type { EmitTarget } from "../regex/emit_class.ts";
import { hasCase } from "../regex/smart_case.ts";

/** The leaf matches one of some byte sequences; or a varying number of bytes, each of which is in a set. */
export type LeafBytes = { readonly sequences: readonly Needle[] } | { readonly each: ByteSet };

/** Classes of more characters are not listed. */
const MAX_LISTED_CHARS = 64;
const BEYOND_ASCII = Array.from({ length: 0x80 }, (_, i) => 0x80 + i);
const ASCII = String.fromCharCode(...Array(0x80).keys());

/**
 * The bytes that `leaf` matches in texts of pure ASCII or in any (`target`). A leaf that no ASCII text can match gives
 * bytes that no ASCII text has.
 */
export function leafBytes(leaf: Char | CharClass, target: EmitTarget): LeafBytes {
  const codes = codePointsOf(leaf, target)?.filter((code) => !target.byLine || code !== LINE_FEED);
  if (codes !== undefined && !codes.some(isSurrogate)) return { sequences: encodedFor(target, codes) };
  const ascii = leaf.type === "class" ? asciiOf(leaf, target) : [];
  return { each: byteSetOf([...ascii, ...BEYOND_ASCII]) };
}

/** The ASCII characters that `leaf` matches in a line. */
export function asciiInLine(leaf: Char | CharClass): ByteSet {
  const bytes = leafBytes(leaf, { unicode: false, byLine: true });
  const sets = "sequences" in bytes
    ? bytes.sequences.filter(({ length }) => length === 1).map(([set]) => set)
    : [bytes.each];
  const ascii = new Uint32Array(8);
  for (const set of sets) for (let word = 0; word < 4; word++) ascii[word] |= set[word];
  return ascii;
}

/** A surrogate stands for an invalid byte. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** The characters that `leaf` matches; undefined if there are too many. */
function codePointsOf(leaf: Char | CharClass, target: EmitTarget): readonly number[] | undefined {
  const spelled = leaf.type === "char" ? [leaf.code] : listedCodePoints(leaf.set);
  const codes = spelled ?? (target.unicode && !isAsciiOnly(leaf) ? undefined : asciiOf(leaf, target));
  if (codes === undefined) return undefined;
  const all = leaf.fold && hasCase(leaf) ? codes.flatMap(caseVariantsOf) : codes;
  const ascii = all.filter((code) => code < 0x80);
  // For ASCII texts the ASCII members are all; an empty class of ASCII matches in no such text.
  if (target.unicode || ascii.length === 0) return all.length === 0 && spelled === undefined ? undefined : all;
  return ascii;
}

function listedCodePoints(set: CharSet): readonly number[] | undefined {
  if (set.negated) return undefined;
  const codes: number[] = [];
  for (const item of set.items) {
    if (item.type !== "range" || codes.length + item.to - item.from >= MAX_LISTED_CHARS) return undefined;
    for (let code = item.from; code <= item.to; code++) codes.push(code);
  }
  return codes;
}

/** Whether the class matches only ASCII, apart from characters that fold to ASCII. */
function isAsciiOnly(leaf: Char | CharClass): boolean {
  return leaf.type === "class" && isAsciiSet(leaf.set);
}

function isAsciiSet({ negated, items }: CharSet): boolean {
  return !negated && items.every(isAsciiItem);
}

function isAsciiItem(item: SetItem): boolean {
  switch (item.type) {
    case "range":
      return item.to < 0x80;
    case "nested":
      return isAsciiSet(item.set);
    case "both":
      return isAsciiSet(item.left) || isAsciiSet(item.right);
    case "without":
      return isAsciiSet(item.left);
    default:
      return false;
  }
}

/** The ASCII characters that the leaf's own expression matches. */
function asciiOf(leaf: Char | CharClass, { byLine }: EmitTarget): readonly number[] {
  const { text, flags } = emitRegex(leaf, { unicode: false, byLine });
  return (ASCII.match(new RegExp(text, flags)) ?? []).map((char) => char.charCodeAt(0));
}

/** Sequences that no ASCII text has are equivalent, so one is kept. */
function encodedFor({ unicode }: EmitTarget, codes: readonly number[]): readonly Needle[] {
  const sequences = encoded(codes);
  return unicode ? sequences : sequences.slice(0, 1);
}

/** The UTF-8 sequences of these characters, one for each length, with any combination of their bytes. */
function encoded(codes: readonly number[]): readonly Needle[] {
  const ascii = codes.filter((code) => code < 0x80), others = codes.filter((code) => code >= 0x80);
  const sequences: Needle[] = ascii.length > 0 ? [[byteSetOf(ascii)]] : [];
  const byLength = Map.groupBy(others.map((code) => encoder.encode(String.fromCodePoint(code))), (it) => it.length);
  for (const all of byLength.values()) {
    sequences.push(Array.from(all[0], (_, i) => byteSetOf(all.map((bytes) => bytes[i]))));
  }
  return sequences;
}

const encoder = new TextEncoder();

/** All cased characters lie in the first two planes. */
const END_OF_CASED_PLANES = 0x2_0000;
const CASED = /[\p{CWCF}\p{CWL}\p{CWU}\p{CWT}]/gu;

/** The only characters beyond ASCII that fold to ASCII: the long s and the Kelvin sign. */
const FOLDS_TO_ASCII: Readonly<Record<string, readonly number[]>> = { s: [0x17f], k: [0x212a] };

let foldFamilies: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Every letter case of `code`, itself included.
 *
 * @example
 * ```ts
 * caseVariantsOf(0xe9).map((code) => String.fromCodePoint(code)); // ["é", "É"]
 * caseVariantsOf(0x6b); // [0x6b, 0x4b, 0x212a]
 * ```
 */
export function caseVariantsOf(code: number): readonly number[] {
  const char = String.fromCodePoint(code), lower = char.toLowerCase();
  if (code < 0x80) {
    return unique([code, lower.charCodeAt(0), char.toUpperCase().charCodeAt(0), ...FOLDS_TO_ASCII[lower] ?? []]);
  }
  if (code >= END_OF_CASED_PLANES) return [code];
  foldFamilies ??= Map.groupBy(allCased(), foldFamilyOf);
  const like = new RegExp(`^\\u{${code.toString(16)}}$`, "iu");
  const others = foldFamilies.get(foldFamilyOf(char))?.filter((other) => like.test(other)) ?? [];
  return unique([code, ...others.map((other) => other.codePointAt(0) ?? 0)]);
}

/** Equal for characters that fold to each other, and for some that don't, such as the dotless i. */
function foldFamilyOf(char: string): string {
  return char.toLowerCase().toUpperCase();
}

/** Some 3,000 characters. Surrogates have no letter case. */
function allCased(): readonly string[] {
  let text = "";
  for (let from = 0; from < END_OF_CASED_PLANES; from += CODES_PER_CALL) {
    text += String.fromCodePoint(...Array.from({ length: CODES_PER_CALL }, (_, i) => from + i));
  }
  return text.match(CASED) ?? [];
}

/** Arguments of one call. */
const CODES_PER_CALL = 0x2000;

function unique(codes: readonly number[]): readonly number[] {
  return [...new Set(codes)];
}
