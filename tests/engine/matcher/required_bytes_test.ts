import { assert, assertEquals } from "@std/assert";
import { type ByteSet, hasByte, membersOf, type Needle } from "../../../src/engine/simd/byte_set.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
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

Deno.test("every match of a random query contains a needle", () => {
  const random = seeded("needles");
  const tally = { patterns: 0, withNeedles: 0, matches: 0, refused: 0, stopped: 0 };
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
  assert(tally.matches > PAIRS / 4 && tally.withNeedles > tally.patterns / 20, JSON.stringify(tally));
});

function checkNeedles(
  asked: Query,
  random: Random,
  tally: { patterns: number; withNeedles: number; matches: number; refused: number; stopped: number },
): void {
  const matcher = compileOrRefused(asked);
  if (matcher === undefined) return void tally.refused++;
  tally.patterns++;
  if (matcher.requiredBytes.ascii !== undefined) tally.withNeedles++;
  for (let i = 0; i < TEXTS_PER_PATTERN; i++) {
    const bytes = randomTextFor(random, asked);
    const ascii = bytes.every((byte) => byte < 0x80), text = decodeBytes(bytes);
    const needles = ascii ? matcher.requiredBytes.ascii : matcher.requiredBytes.unicode;
    const regex = ascii ? matcher.ascii : matcher.unicode;
    const found = hasMatch(regex, text);
    if (found === undefined) return void tally.stopped++;
    if (!found) continue;
    tally.matches++;
    const holds = needles === undefined || needles.some((needle) => stands(bytes, needle));
    assert(holds, JSON.stringify({ asked, text, needles: needles && shown(needles) }));
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

/** Everyday patterns and their needles for ASCII and, if they differ, for any text. */
const USEFUL: readonly (readonly [pattern: string, ascii?: string, unicode?: string])[] = [
  ["handle", "handle"],
  ["(?i)handle", "[Hh][Aa][Nn][Dd][Ll][Ee]"],
  ["(?i)task_struct", "[Tt][Aa][Ss][Kk]_[Ss][Tt][Rr][Uu][Cc][Tt]", "[Tt][Rr][Uu][Cc][Tt]"],
  ["\\w+Error\\b", "[0-9A-Z_a-z\\x80-\\xff]Error"],
  ["[A-Z]{5,}\\d+", "[A-Z][A-Z][A-Z][A-Z][A-Z][0-9\\x80-\\xff]"],
  ["TODO|FIXME", "TODO | FIXME"],
  ["fn\\s+\\w+\\(", "fn[\\x09\\x0b-\\x0d\\x20\\x80-\\xff]"],
  ["\\bclass \\w+Handler\\b", "[0-9A-Z_a-z\\x80-\\xff]Handler"],
  ["\\d{4}-\\d\\d-\\d\\d", "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]", "?"],
  ["import .* from", "import\\x20"],
  ["foo.*bar", "bar"],
  ["^\\s*import", "import"],
  ["https?://", "://"],
  ["(foo|bar)baz", "foobaz | barbaz"],
  ["colou?r_of", "r_of"],
  ["0x[0-9a-f]{3,}", "0x[0-9a-f][0-9a-f][0-9a-f]"],
  ["日本", "\\xe6\\x97\\xa5\\xe6\\x9c\\xac"],
  ["(?i)É", "\\xc3[\\x89\\xa9]"],
  ["(?:xyz){2}", "xyzxyz"],
  ["foo(?=bar)(?!baz)qux", "fooqux"],
  ["(qux)\\1", "qux"],
  // No useful needles: in nearly every file, or possibly empty.
  ["\\w+"],
  [".*"],
  ["the"],
  ["(foo|bar)?"],
  ["(foo|)"],
  ["foo|\\w+"],
  ["[a-z]+[A-Z]"],
  ["(\\w+) \\1"],
  ["^$"],
];

Deno.test("everyday patterns have useful needles", () => {
  for (const [pattern, ascii, unicode = ascii] of USEFUL) {
    const { requiredBytes: needles } = compileQuery(query(pattern));
    assertEquals(needles.ascii && shown(needles.ascii), ascii, pattern);
    if (unicode !== "?") assertEquals(needles.unicode && shown(needles.unicode), unicode, pattern);
  }
});

Deno.test("many alternatives become 16 needles, and very many none", () => {
  const words = Array.from({ length: 100 }, (_, i) => `${String.fromCharCode(97 + i % 26)}q${7919 * (i + 1)}z`);
  const { ascii } = compileQuery(query(words.join("|"))).requiredBytes;
  assertEquals(ascii?.length, 16);
  for (const word of words) assert(ascii?.some((needle) => stands(new TextEncoder().encode(word), needle)), word);
  assertEquals(compileQuery(query(Array.from({ length: 5000 }, (_, i) => `q${i}z`).join("|"))).requiredBytes, {});
});

Deno.test("a long query's needles stay within the kernel's limits", () => {
  for (const pattern of ["x".repeat(5_000), "(?i)" + "skſ".repeat(500), "[ab]{60}c", "(?:abc){400}"]) {
    const { ascii, unicode } = compileQuery(query(pattern)).requiredBytes;
    for (const needle of [...ascii ?? [], ...unicode ?? []]) assert(needle.length > 0 && needle.length <= 32);
    assert((ascii?.length ?? 0) <= 16 && (unicode?.length ?? 0) <= 16);
  }
});
