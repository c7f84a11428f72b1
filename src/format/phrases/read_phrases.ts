/**
 * Phrases about the content of a file. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "../../model/messages/bilingual.ts";

export const READ_PHRASES = {
  read_lines: { en: "lines {from}-{to}", ja: "{from}-{to} 行" },
  read_lines_of: { en: "lines {from}-{to} of {total}", ja: "全 {total} 行中 {from}-{to} 行" },
  read_bytes: { en: "bytes {from}-{to} of {total}", ja: "全 {total} バイト中 {from}-{to}" },
  read_next: { en: "next: {next}", ja: "続き: {next}" },
  reads_left_out: {
    en: "The first {n} of {all} reads are answered; the next: {call}",
    ja: "{all} 件のうち最初の {n} 件だけを読みました。次: {call}",
  },
  outline_unknown: {
    en: "There is no grammar for this kind of file, only for {languages}. Its first lines: {call}",
    ja: "この種類のファイルに対応する文法がありません。対応: {languages}。先頭の行: {call}",
  },
  outline_none: {
    en: "No definitions were found. Its first lines: {call}",
    ja: "定義は見つかりませんでした。先頭の行: {call}",
  },
  outline_broken: {
    en: "The file does not parse, so no definitions were found. Its first lines: {call}",
    ja: "構文を解析できず、定義を判別できませんでした。先頭の行: {call}",
  },
  outline_cut: {
    en: "{n} of {total} definitions are left out to fit the budget, the deepest first. More: {call}",
    ja: "予算に収めるため、{total} 件中 {n} 件の定義を深いものから省きました。さらに見るには: {call}",
  },
  outline_partial: {
    en:
      "Only a part of the file could be parsed: definitions after line {n} may be missing. To read from there: {call}",
    ja: "ファイルの一部しか解析できず、{n} 行目より後の定義が欠けている可能性があります。そこから読むには: {call}",
  },
  outline_rest: { en: "In the rest:", ja: "残りの定義:" },
  outline_more: { en: "… {n} more", ja: "… ほか {n} 件" },
  nearest_symbols: { en: "Nearest existing: {names}: {call}", ja: "近い名前: {names}: {call}" },
  symbol_several: {
    en: "{n} definitions have this name. To read one: {call}",
    ja: "この名前の定義が {n} 件あります。一つを読むには: {call}",
  },
  line_cut: {
    en: "Line {n} is too long and was cut: next continues it. The line after it: {call}",
    ja: "{n} 行目は長すぎるため途中で切りました。行の続きは next で読めます。次の行から: {call}",
  },
  last_line_cut: {
    en: "Line {n}, the last, is too long and was cut: next continues it.",
    ja: "最後の {n} 行目は長すぎるため途中で切りました。続きは next で読めます。",
  },
  read_not_utf8: {
    en: "Bytes that are not UTF-8 are shown as \uFFFD.",
    ja: "UTF-8 でないバイトは \uFFFD で示しています。",
  },
  read_other_encoding: {
    en: "Bytes that are not UTF-8 are shown as \uFFFD; the text seems to be in {encoding}: {call}",
    ja: "UTF-8 でないバイトは \uFFFD で示しています。文字コードは {encoding} と思われます: {call}",
  },
  read_blank: {
    en: "There is no visible text here.",
    ja: "この範囲に見える文字はありません。",
  },
  read_empty: {
    en: "Nothing here: the file has {size} {bytes}.",
    ja: "この範囲には何もありません。ファイルは {size} バイトです。",
  },
  read_empty_lines: {
    en: "Nothing here: the file has {size} {bytes}, {n} {lines}.",
    ja: "この範囲には何もありません。ファイルは {size} バイト、{n} 行です。",
  },
  lines_to: {
    en: "Cut after line {n} ({cause}); for the rest: {call}",
    ja: "{n} 行目で切りました({cause})。続き: {call}",
  },
  line_shortened: {
    en: "Line {n} is too long: only its beginning is shown.",
    ja: "{n} 行目は長すぎるため、先頭だけを示します。",
  },
  lines_uncounted: {
    en: "The file is too large to count its lines in time, so totalLines is missing.",
    ja: "ファイルが大きく、時間内に行数を数えられなかったため、totalLines はありません。",
  },
  control_shown: {
    en: "control characters are shown as \\xNN",
    ja: "制御文字は \\xNN の形で表示しています",
  },
} as const satisfies Record<string, Bilingual>;
