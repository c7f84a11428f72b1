import { assert, assertEquals } from "@std/assert";
import { caseVariantsOf } from "../../../src/engine/matcher/byte_sequences.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { type ByteSet, hasByte, membersOf, type Needle } from "../../../src/engine/simd/byte_set.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Query } from "../../../src/model/request.ts";
import { randomLiteral, randomPattern } from "../../oracle/random_pattern.ts";
import { decodeBytes } from "../../oracle/surrogates.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { compileOrRefused } from "./expected_lines.ts";
import { randomTextFor, randomWordPattern } from "./random_query.ts";

const PAIRS = 2000;
const TEXTS_PER_PATTERN = 8;

function stands(bytes: Uint8Array, needle: Needle): boolean {
  for (let at = 0; at + needle.length <= bytes.length; at++) {
    if (needle.every((set, i) => hasByte(set, bytes[at + i]))) return true;
  }
  return false;
}

Deno.test("every match of a random query contains a needle, and needles that decide stand nowhere else", () => {
  const random = seeded("needles");
  const tally = { patterns: 0, withNeedles: 0, matches: 0, decided: 0, refused: 0, stopped: 0 };
  for (let pairs = 0; pairs < PAIRS; pairs += TEXTS_PER_PATTERN) {
    const fixed = random.chance(0.1);
    const pattern = fixed
      ? randomLiteral(random)
      : random.chance(0.4)
      ? randomPattern(random)
      : randomWordPattern(random);
    const asked = query(pattern, {
      fixed,
      word: random.chance(0.15),
      multiline: random.chance(0.25),
      caseRule: random.pick(["sensitive", "insensitive", "smart"]),
    });
    checkNeedles(asked, random, tally);
  }
  assert(
    tally.decided > PAIRS / 50 && tally.matches > PAIRS / 4 && tally.withNeedles > tally.patterns / 20,
    JSON.stringify(tally),
  );
});

function checkNeedles(
  asked: Query,
  random: Random,
  tally: { patterns: number; withNeedles: number; matches: number; decided: number; refused: number; stopped: number },
): void {
  const matcher = compileOrRefused(asked);
  if (matcher === undefined) return void tally.refused++;
  tally.patterns++;
  if (matcher.requiredBytes.ascii !== undefined) tally.withNeedles++;
  for (let i = 0; i < TEXTS_PER_PATTERN; i++) {
    const bytes = randomTextFor(random, asked);
    const ascii = bytes.every((byte) => byte < 0x80), text = decodeBytes(bytes);
    const { needles, decide } = (ascii ? matcher.requiredBytes.ascii : matcher.requiredBytes.unicode) ?? {};
    const regex = ascii ? matcher.ascii : matcher.unicode;
    const found = hasMatch(regex, text);
    if (found === undefined) return void tally.stopped++;
    const holds = needles === undefined || needles.some((needle) => stands(bytes, needle));
    assert(found ? holds : !decide || !holds, JSON.stringify({ asked, text, needles: needles && shown(needles) }));
    if (decide) tally.decided++;
    if (found) tally.matches++;
  }
}

const GUARD = new VmTimeout();

/** Undefined if the match times out. */
function hasMatch(regex: RegExp, text: string): boolean | undefined {
  let found = false;
  regex.lastIndex = 0;
  return GUARD.runWithTimeout(() => found = regex.test(text), 500) ? found : undefined;
}

/** Needles as a pattern would spell them, with hexadecimal for unprintable bytes. */
function shown(needles: readonly Needle[]): string {
  return needles.map((needle) => needle.map(shownSet).join("")).join(" | ");
}

function shownSet(set: ByteSet): string {
  const members = membersOf(set);
  if (members.length === 1) return shownByte(members[0]);
  const ranges: string[] = [];
  for (let i = 0; i < members.length;) {
    let last = i;
    while (members[last + 1] === members[last] + 1) last++;
    ranges.push(...last > i + 1 ? [`${shownByte(members[i])}-${shownByte(members[last])}`] : [shownByte(members[i])]);
    i = last > i + 1 ? last + 1 : i + 1;
  }
  return `[${ranges.join("")}]`;
}

function shownByte(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
}

Deno.test("a long query's needles stay within the kernel's limits", () => {
  for (const pattern of ["x".repeat(5_000), "(?i)" + "skſ".repeat(500), "[ab]{60}c", "(?:abc){400}"]) {
    const { ascii, unicode } = compileQuery(query(pattern)).requiredBytes;
    for (const needle of [...ascii?.needles ?? [], ...unicode?.needles ?? []]) {
      assert(needle.length > 0 && needle.length <= 32);
    }
    assert((ascii?.needles.length ?? 0) <= 16 && (unicode?.needles.length ?? 0) <= 16);
  }
});

Deno.test("the case variants of a character are all characters that its case-insensitive expression matches", () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).join("");
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  for (const char of [...ascii, ..."éßẞſ\u212aÅåıİµμϴθᾳ\u0345ΐﬅﬆꭰᎠ𐐀𞥃字😀"]) {
    const code = char.codePointAt(0) ?? 0, found = all.match(new RegExp(`\\u{${code.toString(16)}}`, "giu")) ?? [];
    const sorted = (codes: readonly number[]) => codes.toSorted((a, b) => a - b);
    assertEquals(sorted(caseVariantsOf(code)), sorted(found.map((it) => it.codePointAt(0) ?? 0)), char);
  }
});
