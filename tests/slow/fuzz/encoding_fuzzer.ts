/**
 * Random bytes in random encodings: joined pages must be the file as the Encoding standard decodes it, and searches must
 * agree with ripgrep.
 * @module
 */
import { type OpenTools, openTools } from "../../open_tools.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { bytesOf, codeOf, CODES, latin, tempFiles, utf8 } from "./ground.ts";
import { ripgrep } from "../../oracle/ripgrep.ts";

interface Case {
  readonly bytes: string;
  readonly encoding?: string;
  /** The size of a page, in bytes and in lines. */
  readonly max_bytes: number;
  readonly max_lines: number;
}

/** Fuzzes encodings. */
export const encodingFuzzer = defineFuzzer("encodings", make, check);

const LABELS =
  "utf-8 utf-16le utf-16be windows-1252 latin1 iso-8859-2 koi8-r shift_jis gbk gb18030 euc-jp euc-kr big5 macintosh"
    .split(" ");
/** Labels that are unknown, unusual, or of encodings whose pages must follow one another. */
const ODD_LABELS = ["nonsense", "", "UTF8 ", "iso-2022-jp", "x-user-defined", "replacement"];
const TEXTS = ["a\n", "ab c\n", "é", "日本語\n", "😀", "\r\n", "\n\n", "ﾊﾝ", "key=value\n", "\ufeff", "naïve a\n"];
const MARKS = ["", "", "", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"];

function make(random: Random): Case {
  const encoding = random.chance(0.2) ? undefined : random.chance(0.1) ? random.pick(ODD_LABELS) : random.pick(LABELS);
  return {
    bytes: random.pick(MARKS) + Array.from({ length: random.int(30) }, () => randomPiece(random, encoding)).join(""),
    ...(encoding !== undefined && { encoding }),
    max_bytes: 1 + random.int(40),
    max_lines: 1 + random.int(4),
  };
}

function randomPiece(random: Random, encoding: string | undefined): string {
  if (random.chance(0.15)) return latin(Array.from({ length: 1 + random.int(4) }, () => random.int(256)));
  const text = random.pick(TEXTS);
  if (encoding?.startsWith("utf-16")) return utf16(text, encoding.endsWith("be"));
  return utf8(text);
}

function utf16(text: string, big: boolean): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return latin(units.flatMap((unit) => big ? [unit >> 8, unit & 0xff] : [unit & 0xff, unit >> 8]));
}

async function check(input: Case): Promise<string | undefined> {
  using place = tempFiles({ "x.txt": input.bytes });
  using tools = await openTools("default", [place.root], { tokenBudget: 0, timeoutMs: 30_000 });
  const how = { path: "x.txt", ...(input.encoding !== undefined && { encoding: input.encoding }) };
  const whole = await tools.ask("read_file", { ...how, offset_bytes: 0, max_bytes: 2 ** 20 });
  const code = codeOf(whole);
  if (code !== undefined) return CODES.has(code) ? undefined : `code ${code}`;
  const text = decoded(input);
  if (text !== undefined && text !== whole.content) {
    return `read as ${JSON.stringify(whole.content)}, not ${JSON.stringify(text)}`;
  }
  return await wrongPages(tools, how, input, String(whole.content)) ?? await wrongLines(tools, place.root, input, text);
}

/** The encoding of a byte-order mark. */
function marked(bytes: string): string | undefined {
  if (bytes.startsWith("\xef\xbb\xbf")) return "utf-8";
  return bytes.startsWith("\xff\xfe") ? "utf-16le" : bytes.startsWith("\xfe\xff") ? "utf-16be" : undefined;
}

/**
 * The text as the standard decodes it, without its byte-order mark; undefined where its invalid bytes can be shown in
 * more than one way.
 */
function decoded({ bytes, encoding = "utf-8" }: Case): string | undefined {
  if (!LABELS.includes(encoding)) return undefined;
  try {
    return new TextDecoder(marked(bytes) ?? encoding, { fatal: true }).decode(bytesOf(bytes));
  } catch {
    return undefined;
  }
}

async function wrongPages(tools: OpenTools, how: Record<string, unknown>, input: Case, whole: string) {
  const byBytes = await joined(tools, { ...how, offset_bytes: 0, max_bytes: input.max_bytes });
  // In some encodings the first character of a page can't be determined; there less is promised.
  if (!/2022/.test(input.encoding ?? "") && byBytes !== whole) {
    return `pages of bytes are ${JSON.stringify(byBytes)}, not ${JSON.stringify(whole)}`;
  }
  const all = await joined(tools, { ...how, start_line: 1, max_lines: 5000, line_numbers: false });
  const byLines = await joined(tools, { ...how, start_line: 1, max_lines: input.max_lines, line_numbers: false });
  return byLines === all ? undefined : `pages of lines are ${JSON.stringify(byLines)}, not ${JSON.stringify(all)}`;
}

/** All pages from the first on; pages of lines are joined by a line break. */
async function joined(tools: OpenTools, first: Record<string, unknown>): Promise<string> {
  const pages: string[] = [];
  for (let args: unknown = first; args !== undefined && pages.length < 3000;) {
    const page: Record<string, unknown> = await tools.ask("read_file", args);
    pages.push(codeOf(page) ?? String(page.content));
    args = page.next;
  }
  return pages.join("start_line" in first ? "\n" : "");
}

/** The number of lines with an "a" by ripgrep in that encoding; here a byte-order mark overrides the encoding. */
async function wrongLines(tools: OpenTools, root: string, { encoding, bytes }: Case, text: string | undefined) {
  if (text === undefined || text.includes("\0") || encoding !== undefined && marked(bytes) !== undefined) {
    return undefined;
  }
  const { code, stdout } = ripgrep(root, [
    "-n",
    "--no-filename",
    ...(encoding === undefined ? [] : ["-E", encoding]),
    "-e",
    "a",
    "x.txt",
  ]);
  if (code > 1) return undefined;
  const theirs = stdout.split("\n").flatMap((line) => /^(\d+):/.exec(line)?.[1] ?? []).map(Number);
  const args = { files: ["x.txt"], query: "a", case: "sensitive", ...(encoding !== undefined && { encoding }) };
  const { matches } = await tools.ask("search_content", args);
  const ours = Array.isArray(matches) ? matches.map(({ line_number }) => line_number) : [];
  return JSON.stringify(ours) === JSON.stringify(theirs) ? undefined : `"a" in lines ${ours}, not ${theirs}`;
}
