/** Bytes to text: encodings, invalid bytes, snapshots. @module */
import { assertEquals, assertThrows } from "@std/assert";
import type { OpenFile } from "../../../src/door/door.ts";
import { detectEncoding } from "../../../src/engine/text/detect_encoding.ts";
import {
  decodeFile,
  decodeInvalidUtf8,
  decodeText,
  toDisplayText,
  utf8Length,
} from "../../../src/engine/text/encoding.ts";
import { snapshotOf } from "../../../src/engine/text/text_file.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { isInstalled } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";

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

/** Each encoding is detected from text that iconv wrote; binary data has none. */

const TEXTS = {
  ja: "関数の名前を変更しました。テストがすべて通ることを確認してください。",
  zh: "这个函数用于读取配置文件，如果文件不存在则返回默认值。",
  tw: "這個函式用來讀取設定檔，如果檔案不存在則傳回預設值。",
  ko: "이 함수는 설정 파일을 읽고 파일이 없으면 기본값을 반환합니다.",
  ru: "Эта функция читает файл настроек и возвращает значение по умолчанию.",
  el: "Αυτή η συνάρτηση διαβάζει το αρχείο ρυθμίσεων και επιστρέφει την τιμή.",
  he: "הפונקציה הזאת קוראת את קובץ ההגדרות ומחזירה ערך ברירת מחדל.",
  ar: "هذه الدالة تقرأ ملف الإعدادات وتعيد القيمة الافتراضية",
  th: "ฟังก์ชันนี้อ่านไฟล์การตั้งค่าและคืนค่าเริ่มต้น",
  fr: "Cette fonction lit le fichier de réglages s'il existe à côté; très élégant, ça.",
  de: "Diese Funktion gibt den übergebenen Wert zurück, falls die Größe gleich null ist.",
  es: "Esta función lee la configuración y devuelve el valor por omisión; mañana también.",
  pl: "Ta funkcja czyta plik ustawień i zwraca wartość domyślną, jeśli go nie ma.",
  cs: "Tato funkce čte soubor nastavení a vrací výchozí hodnotu; příliš žluťoučký kůň.",
  hu: "Ez a függvény beolvassa a beállításokat, és visszaadja az értéket; árvíztűrő tükörfúrógép.",
  tr: "Bu işlev ayar dosyasını okur ve dosya yoksa varsayılan değeri döndürür.",
};

/** The encoding's name in iconv, its WHATWG label, and a language written in it. */
const ENCODED: readonly (readonly [iconv: string, label: string, language: keyof typeof TEXTS])[] = [
  ["SHIFT_JIS", "shift_jis", "ja"],
  ["EUC-JP", "euc-jp", "ja"],
  ["GBK", "gbk", "zh"],
  ["BIG5", "big5", "tw"],
  ["EUC-KR", "euc-kr", "ko"],
  ["CP1251", "windows-1251", "ru"],
  ["KOI8-R", "koi8-r", "ru"],
  ["CP866", "ibm866", "ru"],
  ["ISO-8859-5", "iso-8859-5", "ru"],
  ["CP1253", "windows-1253", "el"],
  ["CP1255", "windows-1255", "he"],
  ["CP1256", "windows-1256", "ar"],
  ["CP874", "windows-874", "th"],
  ["CP1252", "windows-1252", "fr"],
  ["CP1252", "windows-1252", "de"],
  ["CP1252", "windows-1252", "es"],
  ["CP1250", "windows-1250", "pl"],
  ["CP1250", "windows-1250", "cs"],
  ["CP1250", "windows-1250", "hu"],
  ["CP1254", "windows-1254", "tr"],
  ["UTF-16LE", "utf-16le", "fr"],
  ["UTF-16BE", "utf-16be", "de"],
];

async function encoded(text: string, encoding: string): Promise<Uint8Array> {
  const iconv = new Deno.Command("iconv", { args: ["-f", "UTF-8", "-t", encoding], stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = iconv.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new Uint8Array((await iconv.output()).stdout);
}

Deno.test("each encoding is detected from text, alone and within code, whole and cut", async () => {
  for (const [iconv, label, language] of ENCODED) {
    const text = TEXTS[language], code = `int main() {\n  return 0; // ${text}\n}\n`;
    const whole = await encoded(text, iconv), beside = await encoded(code, iconv);
    const told = [whole, beside, whole.subarray(0, whole.length - 1)].map(detectEncoding);
    assertEquals([label, language, told], [label, language, [label, label, label]]);
  }
});

Deno.test("binary data has no encoding", () => {
  const png = Uint8Array.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", (char) => char.charCodeAt(0));
  const noise = Uint8Array.from({ length: 4096 }, (_, i) => i * i * 37 % 251 + 1);
  assertEquals([detectEncoding(png), detectEncoding(noise)], [undefined, undefined]);
});

Deno.test("a snapshot of a growing file has one content and size", () => {
  const file = snapshotOf(growing("a\n", "b\n", 2));
  const head = new Uint8Array(2), all = new Uint8Array(100);
  assertEquals([file.read(head, 0), file.read(all, 0), file.stamp.size], [2, 4, 4]);
  assertEquals(file.read(all, 0), 4);
});

Deno.test("a file without size and end, and a large one, are not copied", () => {
  for (const size of [0, 2 ** 21]) {
    const file = growing("a".repeat(2 ** 20), "b", size);
    assertEquals(snapshotOf(file) === file, true);
  }
});

/** A file with the stamp's `size` to which `more` is appended at each read. */
function growing(text: string, more: string, size: number): OpenFile {
  let content = text;
  return {
    stamp: { kind: "file", size, mtime: 0, ctime: 0, executable: false, dev: 0, ino: 0, linkCount: 1 },
    read(into, at) {
      if (size === 2) content += more;
      const part = new TextEncoder().encode(content).subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    close() {},
  };
}
