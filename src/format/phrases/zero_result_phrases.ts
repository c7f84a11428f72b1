/**
 * Phrases that explain why nothing was found, with a call that finds more. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "../../model/messages/bilingual.ts";

export const ZERO_RESULT_PHRASES = {
  lies: { en: "lies", ja: "" },
  lie: { en: "lie", ja: "" },
  linked_file: { en: "a linked file", ja: "" },
  linked_files: { en: "linked files", ja: "" },
  in_ignored: {
    en: "{found} {lie} in ignored files: {turn}",
    ja: "無視対象のファイルに {found}があります: {turn}",
  },
  in_hidden: {
    en: "{found} {lie} in hidden files: {turn}",
    ja: "隠しファイルに {found}があります: {turn}",
  },
  in_both: {
    en: "{found} {lie} in files both hidden and ignored: {turn}",
    ja: "隠しかつ無視対象のファイルに {found}があります: {turn}",
  },
  in_links: {
    en: "{found} {lie} in {linked}, and links are not followed: {turn}",
    ja: "リンク先のファイルに {found}があり、リンクはたどっていません: {turn}",
  },
  without_filter: {
    en: "{found} without {fields}: {turn}",
    ja: "{fields} がなければ {found}があります: {turn}",
  },
  unlooked_ignored: {
    en: "All files here are excluded, and there was no time to search the ignored ones: {turn}",
    ja: "ここのファイルはすべて対象外で、無視対象のファイルを調べる時間がありませんでした: {turn}",
  },
  unlooked_hidden: {
    en: "All files here are excluded, and there was no time to search the hidden ones: {turn}",
    ja: "ここのファイルはすべて対象外で、隠しファイルを調べる時間がありませんでした: {turn}",
  },
  not_definitions: {
    en: "{found} without definitions: {turn}",
    ja: "definitions がなければ {found}があります: {turn}",
  },
  own_name: {
    en: "A definition is found by its last name alone. {found} for that: {turn}",
    ja: "定義は最後の名前だけで見つかります。それなら {found}があります: {turn}",
  },
  directories_left_out: {
    en: "Only files are listed. There are none, but {found}: {turn}",
    ja: "ファイルだけを列挙していますが、ファイルはなく、{found}があります: {turn}",
  },
  near_case: {
    en: "{found} in other letter case: {turn}",
    ja: "大文字小文字を区別しなければ {found}があります: {turn}",
  },
  near_literal: {
    en: "{found} of the query as plain text: {turn}",
    ja: "正規表現ではなく文字列としてなら {found}があります: {turn}",
  },
  near_regex: {
    en: "{found} of the query as a regular expression: {turn}",
    ja: "正規表現としてなら {found}があります: {turn}",
  },
  near_branches: {
    en: "{found} with \\| read as alternation: {turn}",
    ja: "\\| を選択と読めば {found}があります: {turn}",
  },
  near_slashes: {
    en: "{found} without the slashes around the expression: {turn}",
    ja: "正規表現を囲むスラッシュがなければ {found}があります: {turn}",
  },
  near_word: {
    en: "{found} inside longer words: {turn}",
    ja: "単語の一部としてなら {found}があります: {turn}",
  },
  near_encoding: {
    en: "{found} in text that is not UTF-8: {turn}",
    ja: "UTF-8 でないテキストに {found}があります: {turn}",
  },
  near_own_encoding: {
    en: "Without encoding, files are read as UTF-8 unless they have a byte-order mark. {found} that way: {turn}",
    ja: "encoding を指定しなければ、マークがない限り UTF-8 として読みます。その場合 {found}があります: {turn}",
  },
  near_size: {
    en: "{found} in files over max_filesize: {turn}",
    ja: "max_filesize を超えるファイルに {found}があります: {turn}",
  },
  near_line_end: {
    en: "{found} with line ends of any kind: {turn}",
    ja: "行末の種類を問わなければ {found}があります: {turn}",
  },
  near_lines: {
    en: "{found} across lines: {turn}",
    ja: "複数行にまたがれば {found}があります: {turn}",
  },
  near_pattern: {
    en: "{found}: {call}",
    ja: "次の呼び出しなら {found}があります: {call}",
  },
  near_doubled: {
    en: "{found} with each \\\\ read as \\: {turn}",
    ja: "\\\\ を \\ と読めば {found}があります: {turn}",
  },
  near_whole_path: {
    en: "{found} if the pattern is matched against the whole path: {turn}",
    ja: "パターンをパス全体に当てれば {found}があります: {turn}",
  },
  near_small_letters: {
    en: "{found} in other letter case: {turn}",
    ja: "大文字小文字を区別しなければ {found}があります: {turn}",
  },
  near_name_regex: {
    en: "{found} if the pattern is a regular expression: {turn}",
    ja: "パターンを正規表現と読めば {found}があります: {turn}",
  },
  near_brackets: {
    en: "{found} with [ and ] as characters of the name: {turn}",
    ja: "[ と ] を名前の文字と読めば {found}があります: {turn}",
  },
  near_mended_globs: {
    en: "{found} with other globs: {turn}",
    ja: "glob を変えれば {found}があります: {turn}",
  },
  near_globs: {
    en: "{found} {lie} in files that the globs exclude: {turn}",
    ja: "glob で除外されたファイルに {found}があります: {turn}",
  },
} as const satisfies Record<string, Bilingual>;
