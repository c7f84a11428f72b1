/** Each encoding is detected from text that iconv wrote; binary data has none. */
import { assertEquals } from "@std/assert";
import { detectEncoding } from "../../../src/engine/text/detect_encoding.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

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

Deno.test("read_file names the detected encoding, and search_content finds text with it", async () => {
  using files = tempTree({ "image.png": "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0" });
  using tools = await openTools("default", [files.path]);
  for (const [iconv, label, language] of ENCODED) {
    Deno.writeFileSync(`${files.path}/a.txt`, await encoded(TEXTS[language], iconv));
    const { hints, error } = await tools.ask("read_file", { path: "a.txt", offset_bytes: 0 });
    const change = /encoding=([\w-]+)/.exec(JSON.stringify(hints ?? error))?.[1];
    assertEquals(change, label);
    const args = { path: "a.txt", offset_bytes: 0, encoding: label };
    assertEquals((await tools.ask("read_file", args)).content, TEXTS[language]);
    if (label.startsWith("utf-16")) continue;
    const word = TEXTS[language].match(/[^\x20-\x7e]{2,}|\p{L}*[^\x20-\x7e]\p{L}*/u)?.[0] ?? "";
    const found = await tools.ask("search_content", { roots: ["."], query: word, encoding: label });
    assertEquals([label, word, found.total], [label, word, 1]);
  }
  const { error } = await tools.ask("read_file", { path: "image.png" });
  assertEquals(Object(error).code, "BINARY_FILE");
});
