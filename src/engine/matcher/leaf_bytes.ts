/**
 * The bytes that stand in a UTF-8 text where a character or a class matches.
 * @module
 */
import { type ByteSet, byteSetOf, type Needle } from "../simd/byte_set.ts";
import { type Char, type CharClass, type CharSet, type SetItem } from "../regex/ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { emitRegex } from "../regex/emit.ts";
import type { EmitTarget } from "../regex/emit_class.ts";
import { caseVariantsOf } from "./case_folding.ts";
import { hasCase } from "../regex/smart_case.ts";

/** Where the leaf matches stands one of some byte runs; or there is no telling how many bytes, and each is in a set. */
export type LeafBytes = { readonly runs: readonly Needle[] } | { readonly each: ByteSet };

/** A class of more characters than this is not spelled out. */
const MAX_LISTED_CHARS = 64;
const BEYOND_ASCII = Array.from({ length: 0x80 }, (_, i) => 0x80 + i);
const ASCII = String.fromCharCode(...Array(0x80).keys());

/**
 * What `leaf` matches, in texts of pure ASCII or in any (`target`). A leaf that no ASCII text can match
 * comes out as bytes that no ASCII text has.
 */
export function leafBytes(leaf: Char | CharClass, target: EmitTarget): LeafBytes {
  const codes = codePointsOf(leaf, target)?.filter((code) => !target.byLine || code !== LINE_FEED);
  if (codes !== undefined && !codes.some(isSurrogate)) return { runs: encodedFor(target, codes) };
  const ascii = leaf.type === "set" ? asciiOf(leaf, target) : [];
  return { each: byteSetOf([...ascii, ...BEYOND_ASCII]) };
}

/** The ASCII that `leaf` matches in a line. */
export function asciiInLine(leaf: Char | CharClass): ByteSet {
  const bytes = leafBytes(leaf, { unicode: false, byLine: true });
  const sets = "runs" in bytes ? bytes.runs.filter(({ length }) => length === 1).map(([set]) => set) : [bytes.each];
  const ascii = new Uint32Array(8);
  for (const set of sets) for (let word = 0; word < 4; word++) ascii[word] |= set[word];
  return ascii;
}

/** A surrogate stands for an invalid byte. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** The characters `leaf` matches; undefined where there are too many. */
function codePointsOf(leaf: Char | CharClass, target: EmitTarget): readonly number[] | undefined {
  const spelled = leaf.type === "char" ? [leaf.code] : listedCodePoints(leaf.set);
  const codes = spelled ?? (target.unicode && !isAsciiOnly(leaf) ? undefined : asciiOf(leaf, target));
  if (codes === undefined) return undefined;
  const all = leaf.fold && hasCase(leaf) ? codes.flatMap(caseVariantsOf) : codes;
  const ascii = all.filter((code) => code < 0x80);
  // Where only ASCII is asked for, that is all there is; an empty class of ASCII is one that no text matches.
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

/** Whether the class matches nothing beyond ASCII, but for what folds to ASCII. */
function isAsciiOnly(leaf: Char | CharClass): boolean {
  return leaf.type === "set" && isAsciiSet(leaf.set);
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

/** Of what ASCII texts don't have, one run is as good as several. */
function encodedFor({ unicode }: EmitTarget, codes: readonly number[]): readonly Needle[] {
  const runs = encoded(codes);
  return unicode ? runs : runs.slice(0, 1);
}

/** The runs of these characters' UTF-8, one for each length: each byte in its place, in any combination. */
function encoded(codes: readonly number[]): readonly Needle[] {
  const ascii = codes.filter((code) => code < 0x80), others = codes.filter((code) => code >= 0x80);
  const runs: Needle[] = ascii.length > 0 ? [[byteSetOf(ascii)]] : [];
  const byLength = Map.groupBy(others.map((code) => encoder.encode(String.fromCodePoint(code))), (it) => it.length);
  for (const all of byLength.values()) runs.push(Array.from(all[0], (_, i) => byteSetOf(all.map((bytes) => bytes[i]))));
  return runs;
}

const encoder = new TextEncoder();
