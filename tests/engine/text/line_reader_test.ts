import { assertEquals } from "@std/assert";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { LineBreaks } from "../../../src/engine/text/line_reader.ts";
import { type Random, seeded } from "../../seed.ts";

/** A block at a random offset, since alignment matters. */
function randomBlock(random: Random, align: number): Uint8Array {
  const skip = random.int(8 / align) * align;
  const bytes = new Uint8Array(skip + random.int(random.pick([4, 40, 5000, 70_000])));
  const density = random.pick([0, 0.001, 0.1, 0.9, 1]);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = random.chance(density) ? 10 : random.pick([0, 9, 11, 0x8a, 0x0b, 255, random.int(256)]);
  }
  return bytes.subarray(skip);
}

function breakEnds(block: Uint8Array, isBreak: (i: number) => boolean, width: number): number[] {
  const ends: number[] = [];
  for (let i = 0; i + width <= block.length; i += width) if (isBreak(i)) ends.push(i + width);
  return ends;
}

Deno.test("newlines are counted and found as a byte-by-byte loop finds them", () => {
  const random = seeded("newlines");
  for (let round = 0; round < 150; round++) {
    const block = randomBlock(random, 1);
    const ends = breakEnds(block, (i) => block[i] === 10, 1);
    checkPlaces("utf-8", block, ends, random);
    checkPlaces("utf-8", inKernel(block, random), ends, random);
  }
});

Deno.test("a line break of UTF-16 is a unit, not a byte", () => {
  const random = seeded("wide newlines");
  for (let round = 0; round < 80; round++) {
    const block = randomBlock(random, 2);
    for (let i = 0; i + 1 < block.length; i += 2) if (random.chance(0.1)) block.set(random.pick([[10, 0], [0, 10]]), i);
    const little = breakEnds(block, (i) => block[i] === 10 && block[i + 1] === 0, 2);
    const big = breakEnds(block, (i) => block[i] === 0 && block[i + 1] === 10, 2);
    checkPlaces("utf-16le", block, little, random);
    checkPlaces("utf-16be", block, big, random);
  }
});

const kernel = new Kernel();

/** The block at a random place in the kernel's memory, between line breaks. */
function inKernel(block: Uint8Array, random: Random): Uint8Array {
  const at = Kernel.RESERVED_BYTES + 1 + random.int(64);
  kernel.reserve(at + block.length + 1);
  kernel.bytes.fill(10, at - 1, at + block.length + 1);
  kernel.bytes.set(block, at);
  return kernel.bytes.subarray(at, at + block.length);
}

function checkPlaces(encoding: string, block: Uint8Array, ends: readonly number[], random: Random) {
  const breaks = new LineBreaks(encoding, kernel);
  assertEquals(breaks.count(block), ends.length);
  for (const n of [1, 2, ends.length, ends.length + 1, 1 + random.int(ends.length + 1)]) {
    if (n === 0) continue;
    assertEquals(breaks.endOfNth(block, n), ends.at(n - 1) ?? -1);
    assertEquals(breaks.endOfNthLast(block, n), ends[ends.length - n] ?? -1);
  }
}
