import { assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl } from "@std/path";
import wabt from "wabt";
import { type ByteSet, byteSetOf, hasByte } from "../../../src/engine/simd/byte_set.ts";
import { Kernel, type Needle } from "../../../src/engine/simd/kernel.ts";
import { assertLinesOf } from "../../golden.ts";
import { type Random, seeded } from "../../seed.ts";

/** The path of a file of the kernel. */
const kernelFile = (name: string) => fromFileUrl(new URL(`../../../src/engine/simd/${name}`, import.meta.url));

/** FOSSICK_WRITE_ANSWERS=1 compiles a changed source. */
Deno.test("the kernel's bytes are compiled from its source", async () => {
  const { parseWat } = await wabt(), source = Deno.readTextFileSync(kernelFile("kernel.wat"));
  const module = parseWat("kernel.wat", source, { simd: true, relaxed_simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  assertLinesOf(kernelFile("kernel_bytes.ts"), [
    "/**",
    ` * The kernel's ${buffer.length} bytes, in base64. tests/engine/simd/kernel_test.ts compiles them from kernel.wat: do not edit.`,
    " * @module",
    " */",
    "// deno-fmt-ignore-file",
    "",
    "/** A WebAssembly module. */",
    "export const KERNEL_BYTES = `",
    ...btoa(String.fromCharCode(...buffer)).match(/.{1,116}/g) ?? [],
    "`;",
  ]);
});

/** Few different bytes, so that needles almost match; includes both ends of every nibble. */
const ALPHABET = [0x00, 0x0a, 0x0f, 0x1f, 0x20, 0x41, 0x42, 0x61, 0x62, 0x7f, 0x80, 0xa0, 0xc3, 0xff];

function randomSet(random: Random): ByteSet {
  const roll = random.next(), byte = random.pick(ALPHABET);
  if (roll < 0.5) return byteSetOf([byte]);
  if (roll < 0.7) return byteSetOf([byte, byte ^ 0x20]);
  if (roll < 0.8) return byteSetOf([byte, random.pick(ALPHABET)]);
  if (roll < 0.97) return byteSetOf(ALPHABET.filter(() => random.chance(0.5)));
  return roll < 0.99 ? byteSetOf(Array(256).keys()) : byteSetOf([]);
}

function randomNeedle(random: Random): Needle {
  const length = random.chance(0.8) ? 1 + random.int(6) : 1 + random.int(32);
  return Array.from({ length }, () => randomSet(random));
}

function stands(bytes: Uint8Array, at: number, needle: Needle): boolean {
  return needle.every((set, i) => hasByte(set, bytes[at + i]));
}

function naiveFind(bytes: Uint8Array, from: number, to: number, needles: readonly Needle[]): number {
  for (let at = from; at < to; at++) {
    if (needles.some((needle) => at + needle.length <= to && stands(bytes, at, needle))) return at;
  }
  return -1;
}

/** Bytes of the alphabet, or mostly one byte so that matches are rare, with planted needles. */
function fill(random: Random, bytes: Uint8Array, needles: readonly Needle[]): void {
  const dull = random.pick(ALPHABET), rare = random.chance(0.6);
  for (let i = 0; i < bytes.length; i++) bytes[i] = rare && !random.chance(0.05) ? dull : random.pick(ALPHABET);
  if (!random.chance(0.7)) return;
  const needle = random.pick(needles), at = random.int(bytes.length);
  for (const [i, set] of needle.entries()) {
    const member = ALPHABET.find((byte) => hasByte(set, byte));
    if (member !== undefined && at + i < bytes.length) bytes[at + i] = member;
  }
}

Deno.test("finds the first needle as a plain loop does, at every length and alignment", () => {
  const random = seeded("kernel find"), kernel = new Kernel(), base = Kernel.RESERVED_BYTES;
  kernel.reserve(base + 1024);
  for (let round = 0; round < 400; round++) {
    const needles = Array.from({ length: random.chance(0.5) ? 1 : 1 + random.int(16) }, () => randomNeedle(random));
    kernel.setNeedles(needles);
    fill(random, kernel.bytes.subarray(base, base + 400), needles);
    for (let part = 0; part < 6; part++) {
      const from = base + random.int(random.chance(0.5) ? 3 : 200);
      const to = from + random.int(random.chance(0.7) ? 71 : 200);
      assertEquals(kernel.findNeedle(from, to), naiveFind(kernel.bytes, from, to, needles), `round ${round}`);
    }
  }
});

Deno.test("counts the lines with a needle as a plain loop does", () => {
  const random = seeded("kernel lines"), kernel = new Kernel(), base = Kernel.RESERVED_BYTES;
  kernel.reserve(base + 1024);
  for (let round = 0; round < 200; round++) {
    const needles = Array.from({ length: 1 + random.int(4) }, () => withoutBreaks(randomNeedle(random)));
    kernel.setNeedles(needles);
    fill(random, kernel.bytes.subarray(base, base + 400), needles);
    for (let i = 0; i < 20; i++) kernel.bytes[base + random.int(400)] = 10;
    const from = base + random.int(100),
      to = from + random.int(300),
      most = random.chance(0.5) ? 1 + random.int(5) : Infinity;
    const lines = new Set<number>();
    for (let at = from; (at = naiveFind(kernel.bytes, at, to, needles)) >= 0; at++) {
      lines.add(kernel.bytes.subarray(from, at).filter((byte) => byte === 10).length);
    }
    assertEquals(kernel.countLinesWithNeedle(from, to, most), Math.min(most, lines.size), `round ${round}`);
  }
});

function withoutBreaks(needle: Needle): Needle {
  return needle.map((set) => set.map((bits, word) => word === 0 ? bits & ~(1 << 10) : bits));
}

Deno.test("recognizes ASCII, NULs and line feeds as plain loops do", () => {
  const random = seeded("kernel counts"), kernel = new Kernel(), base = Kernel.RESERVED_BYTES;
  kernel.reserve(base + 20_000);
  for (let round = 0; round < 200; round++) {
    const from = base + random.int(70), to = from + random.int(random.chance(0.95) ? 140 : 19_000);
    const bytes = kernel.bytes.subarray(from, to), odd = random.pick([0, 10, 0x80, 0xff, 0x7f, 97]);
    kernel.bytes.fill(random.pick([0, 10, 0xff]), base, base + 20_000);
    bytes.fill(random.pick([10, 97, 98, 99]));
    for (let i = random.int(4); i > 0 && bytes.length > 0; i--) bytes[random.int(bytes.length)] = odd;
    assertEquals(kernel.isAscii(from, to), bytes.every((byte) => byte < 0x80));
    assertEquals(kernel.hasNul(from, to), bytes.includes(0));
    assertEquals(kernel.countNewlines(from, to), bytes.filter((byte) => byte === 10).length);
  }
});

Deno.test("memory grows on request and keeps its bytes, and addresses are unsigned", () => {
  const kernel = new Kernel(), high = 0xc000_0000;
  kernel.reserve(Kernel.RESERVED_BYTES + 3);
  kernel.bytes.set([1, 2, 3], Kernel.RESERVED_BYTES);
  kernel.reserve(high + 1000);
  assertEquals([...kernel.bytes.subarray(Kernel.RESERVED_BYTES, Kernel.RESERVED_BYTES + 3)], [1, 2, 3]);
  kernel.bytes.set([97, 10, 98], high + 500);
  for (const needles of [[[byteSetOf([10])]], [[byteSetOf([10])], [byteSetOf([98])]]]) {
    kernel.setNeedles(needles);
    assertEquals(kernel.findNeedle(high, high + 1000), high + 501);
    assertEquals(kernel.findNeedle(high, high + 501), -1);
  }
  assertEquals(kernel.countNewlines(high, high + 1000), 1);
});

Deno.test("invalid needles and sizes are refused", () => {
  const kernel = new Kernel(), one = byteSetOf([1]);
  assertThrows(() => kernel.setNeedles([]), RangeError);
  assertThrows(() => kernel.setNeedles([[]]), RangeError);
  assertThrows(() => kernel.setNeedles([Array(33).fill(one)]), RangeError);
  assertThrows(() => kernel.setNeedles(Array(17).fill([one])), RangeError);
  assertThrows(() => kernel.reserve(2 ** 32), RangeError);
});

Deno.test("replaces CR LF as a plain loop does, at every length and alignment, and changes no other bytes", () => {
  const random = seeded("kernel crlfToLf"), kernel = new Kernel(), base = Kernel.RESERVED_BYTES;
  kernel.reserve(base + 1024);
  for (let round = 0; round < 200; round++) {
    const rest = random.pick([[0x61], [0x61, 0x0d], [0x0d, 0x0a], [0x61, 0x61, 0x61, 0x0d, 0x0a]]);
    for (let i = 0; i < 400; i++) kernel.bytes[base + i] = random.pick([0x61, 0x62, ...rest]);
    const from = base + random.int(150), to = from + random.int(200), before = kernel.bytes.slice(base, base + 400);
    const text = String.fromCharCode(...kernel.bytes.subarray(from, to)).replaceAll("\r\n", "\n");
    const end = kernel.crlfToLf(from, to);
    assertEquals(String.fromCharCode(...kernel.bytes.subarray(from, end)), text);
    assertEquals(kernel.bytes.slice(base, from), before.slice(0, from - base));
    assertEquals(kernel.bytes.slice(to, base + 400), before.slice(to - base));
  }
});
