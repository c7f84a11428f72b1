/**
 * Lists of byte sequences of which a text contains at least one, and an estimate of how often source text contains one.
 * @module
 */
import type { Char, CharClass, CharSet } from "../regex/ast.ts";
import { emitRegex, type EmitTarget } from "../regex/emit.ts";
import { hasCase } from "../regex/smart_case.ts";
import { type ByteSet, byteSetOf, MAX_NEEDLE_BYTES, MAX_NEEDLES, type Needle, setShare } from "../simd/byte_set.ts";
import { LINE_FEED } from "../text/newlines.ts";

/** Alternatives: every match of a part contains one of them. An empty list matches nowhere. */
export type ByteSequences = readonly Needle[];

/** Only the empty sequence, which every text contains. */
export const EMPTY_SEQUENCE: ByteSequences = [[]];

/** Each of `left` followed by each of `right`; undefined if they are too many or too long. */
export function concatenated(left: ByteSequences, right: ByteSequences): ByteSequences | undefined {
  const length = longestSequence(left) + longestSequence(right);
  if (left.length * right.length > 4 * MAX_NEEDLES || length > MAX_NEEDLE_BYTES) return undefined;
  const all = left.flatMap((head) => right.map((tail) => [...head, ...tail]));
  // Sequences that differed in several places still do.
  const fewer = left.length > 1 && right.length > 1 ? mergeSimilar(all) : all;
  return fewer.length <= MAX_NEEDLES ? fewer : undefined;
}

function longestSequence(sequences: ByteSequences): number {
  return sequences.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Merges sequences that differ in at most one place: `foo1`, `foo2` become `foo[12]`. */
function mergeSimilar(sequences: ByteSequences): ByteSequences {
  const all: Needle[] = [];
  for (const sequence of sequences) {
    const at = all.findIndex((other) => differInOne(sequence, other));
    if (at < 0) all.push(sequence);
    else all[at] = all[at].map((set, i) => union(set, sequence[i]));
  }
  return all;
}

/** More alternatives are given up. */
const MAX_ALTERNATIVES = 200;

/**
 * All alternatives; undefined if some are unknown or there are too many. Stops reading `lists` as soon as that is
 * certain.
 */
export function allAlternatives(lists: Iterable<ByteSequences | undefined>): ByteSequences | undefined {
  const all: Needle[] = [];
  for (const list of lists) {
    if (list === undefined || all.length > MAX_ALTERNATIVES) return undefined;
    all.push(...list);
  }
  return mergeSimilar(all);
}

/** Whether sequences have the same length and differ in at most one place. */
function differInOne(a: Needle, b: Needle): boolean {
  if (a.length !== b.length) return false;
  let differences = 0;
  for (let i = 0; i < a.length && differences < 2; i++) if (!isSame(a[i], b[i])) differences++;
  return differences < 2;
}

function union(a: ByteSet, b: ByteSet): ByteSet {
  const both = new Uint32Array(8);
  for (let i = 0; i < 8; i++) both[i] = a[i] | b[i];
  return both;
}

function isSame(a: ByteSet, b: ByteSet): boolean {
  return a === b || a.every((word, i) => word === b[i]);
}

/** Turns sequences into needles: ends that nearly any byte matches are left out. */
export function toNeedles(sequences: ByteSequences): readonly Needle[] {
  return sequences.map(trimmed);
}

const NEARLY_ANY_SHARE = 0.9;

function trimmed(sequence: Needle): Needle {
  const tells = (set: ByteSet) => setShare(set) < NEARLY_ANY_SHARE;
  return sequence.slice(Math.max(0, sequence.findIndex(tells)), sequence.findLastIndex(tells) + 1);
}

/** The bytes of a typical file, for the chance that it contains a needle. */
const TYPICAL_FILE_BYTES = 10_000;
/** The cost per byte, in arbitrary units: of matching, and of scanning for one needle and for each further one. */
const COST_PER_BYTE = { matched: 1, scanned: 0.2, needle: 0.01 };
/** If a larger share of files contains a needle, searching for it does not pay. A common one is at least found soon. */
const MAX_SHARE_OF_FILES = 0.98;

/**
 * The cost per byte of searching for `needles` first and matching in the files that contain them; `Infinity` if nearly
 * all do.
 */
export function searchCost(needles: readonly Needle[]): number {
  const hits = needles.reduce((sum, needle) => sum + probabilityOf(needle), 0);
  const files = 1 - Math.exp(-hits * TYPICAL_FILE_BYTES);
  if (needles.length === 0 || files > MAX_SHARE_OF_FILES) return Infinity;
  const scan = COST_PER_BYTE.scanned + COST_PER_BYTE.needle * needles.length;
  return scan + COST_PER_BYTE.matched * files;
}

/** The probability that the needle occurs at a place of source text, as if its bytes were independent. */
function probabilityOf(needle: Needle): number {
  return needle.reduce((chance, set) => chance * setShare(set), 1);
}

/** The leaf matches one of some byte sequences; or a varying number of bytes, each of which is in a set. */
type LeafBytes = { readonly sequences: readonly Needle[] } | { readonly each: ByteSet };

/** Classes of more characters are not listed. */
const MAX_LISTED_CHARS = 64;
const BEYOND_ASCII = Array.from({ length: 0x80 }, (_, i) => 0x80 + i);
const ASCII = String.fromCharCode(...Array(0x80).keys());

/**
 * The bytes that `leaf` matches in texts of pure ASCII or in any (`target`). A leaf that no ASCII text can match gives
 * bytes that no ASCII text has.
 */
export function leafBytes(leaf: Char | CharClass, { unicode, byLine }: EmitTarget): LeafBytes {
  const listed = listedCodePoints(leaf)?.filter((code) => !byLine || code !== LINE_FEED);
  const ascii = listed?.filter((code) => code < 0x80) ?? asciiOf(leaf, byLine);
  if (!unicode && listed?.length !== 0) return { sequences: [[byteSetOf(ascii.length > 0 ? ascii : BEYOND_ASCII)]] };
  const codes = listed ?? (leaf.type === "class" && isAsciiSet(leaf.set) ? withVariants(leaf, ascii) : undefined);
  if (codes !== undefined && !codes.some(isSurrogate)) return { sequences: encoded(codes) };
  return { each: byteSetOf([...ascii, ...BEYOND_ASCII]) };
}

/** The ASCII characters that `leaf` matches in a line. */
export function asciiInLine(leaf: Char | CharClass): ByteSet {
  return byteSetOf(asciiOf(leaf, true));
}

/** A surrogate stands for an invalid byte. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** The characters that `leaf` matches; undefined if there are too many. */
function listedCodePoints(leaf: Char | CharClass): readonly number[] | undefined {
  if (leaf.type === "char") return withVariants(leaf, [leaf.code]);
  if (leaf.set.negated) return undefined;
  const codes: number[] = [];
  for (const item of leaf.set.items) {
    if (item.type !== "range" || codes.length + item.to - item.from >= MAX_LISTED_CHARS) return undefined;
    for (let code = item.from; code <= item.to; code++) codes.push(code);
  }
  return withVariants(leaf, codes);
}

function withVariants(leaf: Char | CharClass, codes: readonly number[]): readonly number[] {
  return leaf.fold && hasCase(leaf) ? codes.flatMap(caseVariantsOf) : codes;
}

/** Whether the class matches only ASCII, apart from characters that fold to ASCII. */
function isAsciiSet({ negated, items }: CharSet): boolean {
  return !negated &&
    items.every((item) => item.type === "nested" ? isAsciiSet(item.set) : item.type === "range" && item.to < 0x80);
}

/** The ASCII characters that the leaf's own expression matches. */
function asciiOf(leaf: Char | CharClass, byLine: boolean): readonly number[] {
  const { text, flags } = emitRegex(leaf, { unicode: false, byLine, keepsCrlf: false });
  return (ASCII.match(new RegExp(text, flags)) ?? []).map((char) => char.charCodeAt(0));
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

/** The only characters beyond ASCII that fold to ASCII: the long s and the Kelvin sign. */
const FOLDS_TO_ASCII: Readonly<Record<string, readonly number[]>> = { s: [0x17f], k: [0x212a] };

let nonAsciiCased: string | undefined;

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
  nonAsciiCased ??= allCased();
  const others = nonAsciiCased.match(new RegExp(`\\u{${code.toString(16)}}`, "giu")) ?? [];
  return unique([code, ...others.map((other) => other.codePointAt(0) ?? 0)]);
}

/** Some 3,000 characters; all cased characters lie in the first two planes. Surrogates have no letter case. */
function allCased(): string {
  const planes = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code)).join("");
  return planes.match(/[\p{CWCF}\p{CWL}\p{CWU}\p{CWT}]/gu)?.join("") ?? "";
}

function unique(codes: readonly number[]): readonly number[] {
  return [...new Set(codes)];
}
