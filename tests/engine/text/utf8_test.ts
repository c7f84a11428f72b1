import { decodeInvalidUtf8, toDisplayText, utf8Length } from "../../../src/engine/text/encoding.ts";
import { isInstalled } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { assertEquals } from "@std/assert";

const PIECES = ["a", "\n", "é", "語", "🦀", "\u{10ffff}", "\ud7ff", "\ue000", "\0", "\u07ff", "\u0800"]
  .map((text) => new TextEncoder().encode(text));
/** Invalid UTF-8: stray bytes, overlong forms, surrogates, above U+10FFFF, cut sequences. */
const BREAKERS = [
  [0x80],
  [0xff],
  [0xc0, 0x80],
  [0xc1, 0xbf],
  [0xe0, 0x9f, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x8f, 0xbf, 0xbf],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5],
  [0xe8, 0xaa],
  [0xf0, 0x9f],
];

function brokenText(random: Random): Uint8Array {
  const pieces: Iterable<number>[] = [];
  for (let n = random.int(40); n > 0; n--) {
    pieces.push(
      random.chance(0.6) ? random.pick(PIECES) : random.chance(0.7) ? random.pick(BREAKERS) : [random.int(256)],
    );
  }
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

const hasPython = isInstalled("python3");

Deno.test({
  name: "invalid UTF-8 is decoded as by Python's surrogateescape",
  ignore: !hasPython, // no python3 here to compare with
  async fn() {
    const random = seeded("surrogateescape");
    const cases = Array.from({ length: 3000 }, () => brokenText(random));
    const ours = cases.map((bytes) => units(decodeInvalidUtf8(bytes)));
    const script = "import sys,json\n" +
      "for case in json.load(sys.stdin):\n" +
      " text=bytes(case).decode('utf-8','surrogateescape').encode('utf-16-le','surrogatepass')\n" +
      " print(json.dumps([text[i]+256*text[i+1] for i in range(0,len(text),2)]))";
    const python = new Deno.Command("python3", { args: ["-c", script], stdin: "piped", stdout: "piped" }).spawn();
    const writer = python.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(cases.map((bytes) => [...bytes]))));
    await writer.close();
    const { stdout } = await python.output();
    const theirs = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(ours, theirs);
  },
});

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

Deno.test("UTF-8 lengths are those of the displayed text, whole or in part", () => {
  const random = seeded("utf8 length");
  const encoder = new TextEncoder();
  for (let round = 0; round < 2000; round++) {
    const text = decodeInvalidUtf8(brokenText(random)).repeat(random.pick([1, 1, 30]));
    const [from, to] = [random.int(text.length + 1), random.int(text.length + 1)].sort((a, b) => a - b);
    if (partsPair(text, from) || partsPair(text, to)) continue;
    assertEquals(utf8Length(text, from, to), encoder.encode(toDisplayText(text.slice(from, to))).length);
    assertEquals(utf8Length(text), encoder.encode(text).length);
  }
});

function partsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) && at > 0;
}

Deno.test("valid UTF-8 is decoded as the platform decodes it", () => {
  const random = seeded("valid utf8");
  for (let round = 0; round < 500; round++) {
    const bytes = Uint8Array.from(Array.from({ length: random.int(60) }, () => [...random.pick(PIECES)]).flat());
    assertEquals(decodeInvalidUtf8(bytes), new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  }
});
