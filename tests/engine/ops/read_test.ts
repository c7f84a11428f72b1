import { assert, assertEquals, assertThrows } from "@std/assert";
import { read } from "../../../src/engine/ops/read.ts";
import { decodeInvalidUtf8, toDisplayText } from "../../../src/engine/text/encoding.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { ReadReport } from "../../../src/model/report.ts";
import type { ByteRange, LineRange } from "../../../src/model/request.ts";
import { type Random, seeded } from "../../seed.ts";
import { finish, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor, type MemoryFile } from "../memory_door.ts";

/** A file, and how a reader must show it. */
interface Sample {
  readonly bytes: Uint8Array;
  /** The encoding's label, if the file has no mark. */
  readonly label?: string;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
  /** The whole text as shown, without the mark. */
  readonly text: string;
  /** Whether the bytes around any offset show where a character starts. */
  readonly selfSynchronizing: boolean;
}

interface Kind {
  readonly mark: readonly number[];
  readonly label?: string;
  readonly newline: readonly number[];
  /** Characters and, if they decode without loss, invalid sequences. */
  readonly pieces: readonly (readonly number[])[];
  readonly selfSynchronizing: boolean;
  text(bytes: Uint8Array): string;
}

const utf8 = [
  ...["a", "\r", "é", "語", "🦀", "\ufeff"].map((text) => [...new TextEncoder().encode(text)]),
  ...[[0xff], [0x80], [0xe8, 0xaa], [0xf0, 0x9f, 0xa6], [0xed, 0xa0, 0x80]],
];
const utf8Text = (bytes: Uint8Array) => toDisplayText(decodeInvalidUtf8(bytes));
const [pairHigh, pairLow] = [[0x3e, 0xd8], [0x80, 0xdd]];
const little = [[0x61, 0], [0x0a, 0x01], [0, 0x0a], [0x9e, 0x8a], [...pairHigh, ...pairLow], pairHigh, pairLow];

function decoded(label: string): (bytes: Uint8Array) => string {
  return (bytes) => new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
}

function wide(label: "utf-16le" | "utf-16be", marked: boolean): Kind {
  const order = (units: readonly number[]) => label === "utf-16le" ? units : units.map((_, i) => units[i ^ 1]);
  return {
    mark: marked ? order([0xff, 0xfe]) : [],
    label: marked ? undefined : label,
    newline: order([10, 0]),
    pieces: little.map(order),
    selfSynchronizing: true,
    text: decoded(label),
  };
}

function legacy(label: string, ...pieces: number[][]): Kind {
  const all = [[0x61], [0x20], ...pieces];
  return { mark: [], label, newline: [10], pieces: all, selfSynchronizing: false, text: decoded(label) };
}

const KINDS: readonly Kind[] = [
  { mark: [], newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  { mark: [], newline: [10], pieces: [[0x61], [0x62]], selfSynchronizing: true, text: utf8Text },
  { mark: [0xef, 0xbb, 0xbf], newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  { mark: [], label: "utf8", newline: [10], pieces: utf8, selfSynchronizing: true, text: utf8Text },
  wide("utf-16le", true),
  wide("utf-16be", true),
  wide("utf-16le", false),
  wide("utf-16be", false),
  legacy("latin1", [0xe9], [0x80]),
  legacy("shift_jis", [0x83, 0x41], [0xb1], [0x95, 0x5c]),
  legacy("euc-jp", [0xa4, 0xa2], [0x8f, 0xb0, 0xa1]),
  legacy("gbk", [0xc4, 0xe3], [0x81, 0x40]),
  legacy("gb18030", [0xc4, 0xe3], [0x81, 0x30, 0x81, 0x30], [0x90, 0x30, 0x81, 0x30]),
  legacy("big5", [0xa4, 0x40], [0xb9, 0xaa]),
  legacy("euc-kr", [0xb0, 0xa1]),
];

/** A random file of at most about `maxPieces` characters. */
function randomSample(random: Random, maxPieces: number): Sample {
  const kind = random.pick(KINDS);
  const breaks = random.pick([0, 0.05, 0.3, 0.9]), crlf = random.pick([0, 0, 0.5, 1]);
  const returned = [...kind.newline.map((byte) => byte === 10 ? 13 : byte), ...kind.newline];
  const parts = [kind.mark];
  for (let n = random.int(maxPieces); n > 0; n--) {
    parts.push(!random.chance(breaks) ? random.pick(kind.pieces) : random.chance(crlf) ? returned : kind.newline);
  }
  // After half a pair, the decoder would show the pair's half and the odd byte as one.
  const odd = kind.newline.length === 2 && random.chance(0.2) ? [...kind.newline, 0x61] : [];
  const bytes = Uint8Array.from([...parts, odd].flat());
  const { label, selfSynchronizing, mark } = kind;
  // Without a mark, the first character may be one.
  const markLength = mark.length || leadingMark(bytes);
  return { bytes, label, markLength, text: kind.text(bytes.subarray(markLength)), selfSynchronizing };
}

function leadingMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The lines of a text, which end at LF or CR LF: a break at its end begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function readFile(file: MemoryFile, range: ByteRange | LineRange, encoding?: string, blockBytes = 64): ReadReport {
  const door = new MemoryDoor({ "file.txt": file });
  const request = { op: "read", path: "file.txt", encoding, range, timeoutMs: 4000 } as const;
  const report = finish(read(request, jobOn(door), blockBytes));
  assertEquals(door.opened, 0);
  return report;
}

const encoded = (text: string) => bytesFile(new TextEncoder().encode(text));

/** A page of bytes. */
function bytesPage({ bytes, label }: Sample, offset: number, max: number) {
  const report = readFile(bytesFile(bytes), { type: "bytes", offset, max }, label);
  assert(report.given.type === "bytes");
  return { ...report, given: report.given };
}

/** A page of lines, read in blocks of a random size. */
function linesPage(random: Random, { bytes, label }: Sample, start: number, max: number, maxBytes: number) {
  const range = { type: "lines", start, max, maxBytes } as const;
  const report = readFile(bytesFile(bytes), range, label, random.pick([2, 4, 6, 64, 1024]));
  assert(report.given.type === "lines");
  return { ...report, given: report.given };
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

Deno.test("pages of bytes joined are the file's text without a byte-order mark, in any page size and encoding", () => {
  const random = seeded("byte pages");
  for (let round = 0; round < 80; round++) {
    const sample = randomSample(random, 60);
    let joined = "", offset = 0;
    for (let more = sample.bytes.length > 0; more;) {
      const max = random.pick([1, 2, 3, 5, 1 + random.int(40)]);
      const page = bytesPage(sample, offset, max);
      assertEquals(page.given.offset, offset);
      assert(page.given.length > 0 && (page.given.length <= max || [...page.content].length <= 1));
      assertEquals(page.size, sample.bytes.length);
      joined += page.content;
      offset += page.given.length;
      more = page.more;
    }
    assertEquals(joined, sample.text);
    assertEquals(offset, sample.bytes.length);
  }
});

Deno.test("an offset inside a character moves to the next one", () => {
  const random = seeded("byte offsets");
  for (let round = 0; round < 80; round++) {
    const sample = randomSample(random, 30);
    if (!sample.selfSynchronizing || sample.bytes.length === 0) continue;
    const offset = random.int(sample.bytes.length);
    const page = bytesPage(sample, offset, 1000);
    const before = page.given.offset === 0 ? "" : bytesPage(sample, 0, page.given.offset).content;
    assert(page.given.offset - offset < 4);
    assertEquals(before + page.content, sample.text);
    assertEquals(page.more, false);
  }
});

Deno.test("pages of lines joined are the file; the cut part of a long line is read from its rest", () => {
  const random = seeded("line pages");
  for (let round = 0; round < 80; round++) {
    const sample = randomSample(random, 80);
    const lines = linesOf(sample.text);
    let start = 1;
    for (let more = true; more;) {
      const max = 1 + random.int(6), maxBytes = random.pick([4, 10, 30, 1000]);
      const page = linesPage(random, sample, start, max, maxBytes);
      const { count, rest } = page.given;
      assertEquals(page.given.start, start);
      assertEquals(page.totalLines, lines.length);
      assert(count <= max && (utf8Bytes(page.content) <= maxBytes || page.given.lineCut));
      if (rest !== undefined) checkRest(sample, lines[start - 1], page.content, rest);
      else assertEquals(page.content, lines.slice(start - 1, start - 1 + count).join("\n"));
      if (count < max && rest === undefined && start - 1 + count < lines.length) {
        assert(
          utf8Bytes(lines.slice(start - 1, start + count).join("\n")) > maxBytes,
          "one more line would have fitted",
        );
      }
      start += count;
      more = page.more && start <= lines.length;
      assertEquals(page.more, rest !== undefined || start <= lines.length);
    }
    assertEquals(start, lines.length + 1);
  }
});

function checkRest(sample: Sample, line: string, content: string, rest: number) {
  const following = bytesPage(sample, rest, 10_000);
  assertEquals(following.given.offset, rest);
  assertEquals((content + following.content).slice(0, line.length), line);
  assert(line.startsWith(content) && content.length > 0);
}

Deno.test("a file is binary when its head and the page both have a NUL and no encoding is forced", () => {
  const bytes = new TextEncoder().encode("\0head\n" + "text\n".repeat(3000) + "nul\0\n");
  const lines = (start: number, encoding?: string) =>
    readFile(bytesFile(bytes), { type: "lines", start, max: 1, maxBytes: 100 }, encoding).content;
  const page = (offset: number) => readFile(bytesFile(bytes), { type: "bytes", offset, max: 4 }).content;
  const fault = { key: "binary", params: { path: "file.txt", size: bytes.length } };
  for (const call of [() => lines(1), () => lines(-1), () => page(0)]) {
    assertEquals(assertThrows(call, ToolError).data, fault as ToolError["data"]);
  }
  assertEquals([lines(2), lines(-2), page(6), lines(1, "utf-8")], ["text", "text", "text", "\0head"]);
  const late = encoded("text\n".repeat(3000) + "nul\0\n");
  assertEquals(readFile(late, { type: "lines", start: -1, max: 1, maxBytes: 100 }).content, "nul\0");
});

Deno.test("a file that grows or shrinks while it is read gives its current bytes", () => {
  const random = seeded("changing files");
  for (let round = 0; round < 80; round++) {
    const bytes = new TextEncoder().encode("line\n".repeat(40));
    let length = bytes.length;
    const whole = bytesFile(bytes);
    const file: MemoryFile = {
      size: random.int(300),
      read(into, at) {
        if (random.chance(0.3)) length = random.int(bytes.length);
        return whole.read(into.subarray(0, Math.max(0, Math.min(into.length, length - at))), at);
      },
    };
    const range: ByteRange | LineRange = random.chance(0.4)
      ? { type: "bytes", offset: random.int(250), max: random.int(100) }
      : { type: "lines", start: random.int(60) - 30, max: 5, maxBytes: 20 };
    const { content } = readFile(file, range, undefined, random.pick([2, 8, 64]));
    assert(/^[line\n]*$/.test(content));
  }
});

Deno.test("a file without a size, such as those of /proc, is read", () => {
  const file = { ...encoded("a\nb\n"), size: 0 };
  assertEquals(readFile(file, { type: "lines", start: 2, max: 5, maxBytes: 100 }).content, "b");
  assertEquals(readFile(file, { type: "bytes", offset: 0, max: 100 }).content, "a\nb\n");
});

Deno.test("a far line is sought in slices, until the deadline", () => {
  const door = new MemoryDoor({ "file.txt": encoded("a\n".repeat(500)) });
  const request = (start: number) => ({
    op: "read",
    path: "file.txt",
    range: { type: "lines", start, max: 1, maxBytes: 10 },
    timeoutMs: 7,
  } as const);
  const isBusy = { shouldYield: () => true };
  assert([...read(request(500), jobOn(door, isBusy), 10)].length >= 99, "a slice for each of 100 blocks");
  // A call that is given up half way closes its file.
  for (const _ of read(request(500), jobOn(door, isBusy), 10)) {
    assertEquals(door.opened, 1);
    break;
  }
  for (const start of [500, -499]) {
    const late = () => finish(read(request(start), jobOn(door, { remainingMs: () => 0 }), 10));
    assertEquals(assertThrows(late, ToolError).data, { key: "timeout", params: { ms: 7 } });
  }
  // Pages that need no seeking are answered, only without the number of lines.
  const near = finish(read(request(1), jobOn(door, { remainingMs: () => 0 }), 10));
  assertEquals([near.content, near.totalLines], ["a", undefined]);
  assertEquals(door.opened, 0);
});
