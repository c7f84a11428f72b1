import { assertEquals, assertThrows } from "@std/assert";
import { decodeFile, decodeText } from "../../../src/engine/text/encoding.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const wide = (text: string) => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);
const join = (...parts: Iterable<number>[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const swapped = (bytes: Uint8Array) => bytes.map((_, i) => bytes[i ^ 1]);

Deno.test("a byte-order mark takes precedence over a label and is not part of the text", () => {
  const whole = { text: "für", ascii: false };
  assertEquals(decodeFile(join([0xef, 0xbb, 0xbf], utf8("für"))), whole);
  assertEquals(decodeFile(join([0xff, 0xfe], wide("für"))), whole);
  assertEquals(decodeFile(join([0xfe, 0xff], swapped(wide("für")))), whole);
  assertEquals(decodeFile(join([0xff, 0xfe], wide("für")), "windows-1252"), whole);
  assertEquals(decodeFile(join([0xef, 0xbb, 0xbf], [0xef, 0xbb, 0xbf])), { text: "\ufeff", ascii: false });
});

Deno.test("a text is ASCII by its characters, not by its bytes", () => {
  assertEquals(decodeFile(utf8("a\n")), { text: "a\n", ascii: true });
  assertEquals(decodeFile(new Uint8Array()), { text: "", ascii: true });
  assertEquals(decodeFile(join([0xff, 0xfe], wide("a\n"))), { text: "a\n", ascii: true });
  assertEquals(decodeFile(Uint8Array.of(0x1b, 0x24, 0x42, 0x25, 0x22), "iso-2022-jp"), { text: "ア", ascii: false });
  assertEquals(decodeFile(Uint8Array.of(0x61), " Shift_JIS "), { text: "a", ascii: true });
});

Deno.test("an invalid byte differs from every character", () => {
  assertEquals(decodeFile(Uint8Array.of(0x61, 0xff, 0xed, 0xa0, 0x80)), {
    text: "a\udcff\udced\udca0\udc80",
    ascii: false,
  });
  assertEquals(decodeFile(Uint8Array.of(0x61, 0xff), "utf8"), { text: "a\udcff", ascii: false });
});

Deno.test("UTF-16 that ends in an odd byte or half a pair is decoded", () => {
  assertEquals(decodeText(Uint8Array.of(0x61, 0, 0x62), "utf-16le"), { text: "a\ufffd", ascii: false });
  assertEquals(decodeText(Uint8Array.of(0x61, 0, 0x3e, 0xd8), "utf-16le"), { text: "a\ufffd", ascii: false });
});

Deno.test("a NUL near the start makes a file binary unless UTF-16 explains it", () => {
  const late = new Uint8Array(8193).fill(0x61);
  late[8192] = 0;
  const early = late.toReversed().subarray(0, 8192);
  assertEquals(decodeFile(Uint8Array.of(0x61, 0)), "binary");
  assertEquals(decodeFile(early), "binary");
  assertEquals(decodeFile(late), { text: "a".repeat(8192) + "\0", ascii: true });
  assertEquals(decodeFile(join([0xef, 0xbb, 0xbf, 0])), "binary");
  assertEquals(decodeFile(join([0xff, 0xfe], wide("a\0"))), { text: "a\0", ascii: true });
  assertEquals(decodeFile(wide("a"), "utf-16le"), { text: "a", ascii: true });
  assertEquals(decodeFile(Uint8Array.of(0x61, 0), "windows-1252"), "binary");
  // UTF-32, whose mark begins as that of UTF-16 does.
  assertEquals(decodeFile(Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0)), "binary");
});

Deno.test("an unknown label is refused, whatever the file", () => {
  const dataOf = (label: string) => assertThrows(() => decodeFile(new Uint8Array(), label), ToolError).data;
  for (const label of ["", "nope", "iso-2022-kr"]) {
    assertEquals(dataOf(label), { key: "encoding", params: { encoding: label } });
  }
  for (
    const [label, meant] of [["utf-9", "utf-8"], ["latin", "latin1"], ["CP932", "shift_jis"], ["koi8-s", "koi8-r"]]
  ) {
    assertEquals(dataOf(label), { key: "encoding_near", params: { encoding: label.toLowerCase(), meant } });
  }
});
