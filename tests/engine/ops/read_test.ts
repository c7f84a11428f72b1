import { assert, assertEquals, assertThrows } from "@std/assert";
import { read } from "../../../src/engine/ops/read.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { ReadReport } from "../../../src/model/report.ts";
import type { ByteRange, LineRange } from "../../../src/model/request.ts";
import { type Random, seeded } from "../../seed.ts";
import { finish, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor, type MemoryFile } from "../memory_door.ts";
import { linesOf, randomSample, type Sample } from "../text_samples.ts";

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

Deno.test("pages of UTF-16 joined are the text the standard decodes, including halves of pairs and of units", () => {
  const units = [[0, 0x61], [0xd8, 0], [0xdc, 0]], ends = [[], [0x41], [0xd8], [0xdc]];
  for (const [label, mark] of [["utf-16be", [0xfe, 0xff]], ["utf-16le", [0xff, 0xfe]]] as const) {
    const written = (unit: number[]) => label === "utf-16le" ? unit.toReversed() : unit;
    for (let k = 0; k < 81 * ends.length; k++) {
      const chosen = [1, 3, 9, 27].map((power) => written(units[Math.floor(k / power) % 3]));
      const bytes = Uint8Array.from([...mark, ...chosen.flat(), ...ends[Math.floor(k / 81)]]);
      const expected = new TextDecoder(label).decode(bytes);
      for (const max of [1, 3]) {
        // The mark takes precedence over the forced encoding.
        assertEquals(joinedPages(bytes, max, "windows-1252"), expected, `${bytes} by ${max}`);
      }
    }
  }
});

function joinedPages(bytes: Uint8Array, max: number, encoding: string): string {
  let text = "";
  for (let offset = 0, more = true; more;) {
    const page = readFile(bytesFile(bytes), { type: "bytes", offset, max }, encoding);
    text += page.content;
    more = page.more;
    if (page.given.type === "bytes") offset = page.given.offset + page.given.length;
  }
  return text;
}

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

Deno.test("an offset at or after the end gives an empty page", () => {
  for (const offset of [3, 4, 10, 2 ** 40]) {
    const given = { type: "bytes", offset, length: 0 } as const;
    const whole = { op: "read", path: "file.txt", content: "", size: 3, given, more: false };
    assertEquals(readFile(encoded("abc"), { type: "bytes", offset, max: 10 }), whole as ReadReport);
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

Deno.test("a negative start counts from the end, as slicing does", () => {
  const random = seeded("lines from the end");
  for (let round = 0; round < 80; round++) {
    const sample = randomSample(random, 80);
    const lines = linesOf(sample.text);
    const start = -1 - random.int(lines.length + 3), max = 1 + random.int(8);
    const from = Math.max(0, lines.length + start);
    const page = linesPage(random, sample, start, max, 100_000);
    const wanted = lines.slice(from, from + max);
    assertEquals(page.content, wanted.join("\n"));
    assertEquals(page.given, { type: "lines", start: from + 1, count: wanted.length, lineCut: false });
    assertEquals(page.totalLines, lines.length);
    assertEquals(page.more, from + max < lines.length);
  }
});

Deno.test("a start after the last line gives an empty page and the number of lines", () => {
  for (const [text, totalLines] of [["", 0], ["a", 1], ["a\n", 1], ["a\n\n", 2], ["a\nb", 2]] as const) {
    for (const start of [totalLines + 1, 99]) {
      const given = { type: "lines", start, count: 0, lineCut: false } as const, size = text.length;
      const none = { op: "read", path: "file.txt", content: "", size, given, more: false, totalLines } as const;
      assertEquals(readFile(encoded(text), { type: "lines", start, max: 5, maxBytes: 100 }), none);
    }
  }
});

Deno.test("CR LF ends a line as LF does, a lone carriage return is a character, and byte pages are unchanged", () => {
  const file = encoded("a\r\nb\rc\r\r\n\nd\r\n");
  const page = readFile(file, { type: "lines", start: 1, max: 9, maxBytes: 100 });
  assertEquals([page.content, page.totalLines], ["a\nb\rc\r\n\nd", 4]);
  assertEquals(readFile(file, { type: "bytes", offset: 0, max: 100 }).content, "a\r\nb\rc\r\r\n\nd\r\n");
});

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

Deno.test("a page is bounded whatever the request asks for", () => {
  const file = encoded("a".repeat(3 * 2 ** 20));
  const lines = { type: "lines", start: 1, max: 9, maxBytes: Infinity } as const;
  for (const range of [{ type: "bytes", offset: 0, max: 1e12 } as const, lines]) {
    const page = readFile(file, range, undefined, 2 ** 20);
    assertEquals([page.content.length, page.more], [2 ** 20, true]);
  }
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

Deno.test("a line after the end of a file that goes on growing from half a unit does not exist", () => {
  const text = Uint8Array.from({ length: 2 ** 20 + 202 }, (_, i) => i % 2 === 1 ? 0 : i % 100 === 98 ? 10 : 65);
  let size = 2 ** 20 + 101;
  const growing: MemoryFile = {
    size,
    read(into, at) {
      const part = text.subarray(at, Math.min(size, at + into.length));
      into.set(part);
      if (part.length === 0) size = text.length;
      return part.length;
    },
  };
  const range = { type: "lines", start: 20_000, max: 1, maxBytes: 100 } as const;
  const { content, given, more, totalLines } = readFile(growing, range, "utf-16le", 2 ** 16);
  const none = { type: "lines" as const, start: 20_000, count: 0, lineCut: false };
  assertEquals({ content, given, more, totalLines }, { content: "", given: none, more: false, totalLines: 10_487 });
});
