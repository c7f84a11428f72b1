/**
 * What answers say beside their results, English and Japanese side by side. `{name}` stands for a value.
 * @module
 */
import { type Bilingual, fill, type TemplateValues } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";
import { LIMITS } from "../model/limits.ts";

const PHRASES = {
  // What is counted: one, several.
  match: { en: "match", ja: "件の一致" },
  matches: { en: "matches", ja: "件の一致" },
  file: { en: "file", ja: "ファイル" },
  files: { en: "files", ja: "ファイル" },
  entry: { en: "entry", ja: "件" },
  entries: { en: "entries", ja: "件" },
  directory: { en: "directory", ja: "ディレクトリ" },
  directories: { en: "directories", ja: "ディレクトリ" },
  line: { en: "line", ja: "行" },
  lines: { en: "lines", ja: "行" },
  byte: { en: "byte", ja: "バイト" },
  bytes: { en: "bytes", ja: "バイト" },
  token: { en: "token", ja: "トークン" },
  tokens: { en: "tokens", ja: "トークン" },

  // The line under a result in text.
  count: { en: "{n} {unit}", ja: "{n}{unit}" },
  count_in_files: { en: "{n} {unit} in {files} {file}", ja: "{n}{unit}({files}ファイル)" },
  at_least: { en: "at least {count}", ja: "少なくとも{count}" },
  about_tokens: { en: "~{n} {unit}", ja: "約{n}トークン" },
  searched: { en: "searched {n} {unit}", ja: "{n}{unit}を調査" },
  skipped: { en: "skipped: {list}", ja: "対象外: {list}" },

  // How to get the rest.
  more: {
    en: "{shown} of {total} {unit} shown ({cause}); for the rest: {call}",
    ja: "{total}{unit}中{shown}件を表示({cause})。続き: {call}",
  },
  match_cut: {
    en: "{place}: {shown} of the match's {lines} lines are shown; all of them by {call}.",
    ja: "{place}: 一致した {lines} 行のうち {shown} 行を表示しています。全体は {call} で取得できます。",
  },
  no_room: {
    en: "Not even one record fits into {budget} {unit}; with more: {call}",
    ja: "{budget}{unit}には1件も収まりません。予算を上げるには: {call}",
  },
  beyond_end: {
    en: "skip={skip} is beyond the last of {total}; from the first: {call}",
    ja: "skip={skip} は全 {total} 件の終わりを超えています。最初から: {call}",
  },
  tree_changed: {
    en: "The tree has changed since the first page, so pages may overlap or miss. From the first again: {call}",
    ja: "最初のページ以降にツリーが変わったため、重複や欠落がありえます。最初からやり直すには: {call}",
  },
  cut_timeout: {
    en: "Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: {call}",
    ja:
      "時間切れで打ち切ったため、続きがある可能性があります。パターンか対象ファイルを絞るか、時間を延ばしてください: {call}",
  },
  cut_narrow: {
    en: "Stopped at the deadline, so more may exist: narrow the pattern or the files.",
    ja: "時間切れで打ち切ったため、続きがある可能性があります。パターンか対象ファイルを絞ってください。",
  },
  less_beside: {
    en: "Not even one record fits into {budget} {unit}; with nothing beside it: {call}",
    ja: "{budget}{unit}には1件も収まりません。前後の行やメタデータなしで: {call}",
  },
  no_record: {
    en: "Not even one record fits into {budget} {unit}: start the server with a higher --token-budget.",
    ja: "{budget}{unit}には1件も収まりません。--token-budget を上げてサーバーを起動してください。",
  },
  shown: { en: "{n} shown", ja: "{n}件を表示" },
  undoubled: {
    en: "{given} as it stands matches nothing, so every \\\\ was read as \\: {meant}",
    ja: "{given} はそのままでは何にも一致しないため、\\\\ を \\ とみなしました: {meant}",
  },
  cut_file_limit: {
    en: "More files were found than file_limit lets through: narrow the filters, or raise it: {call}",
    ja:
      "見つかったファイルが file_limit を超えたため、残りは検索していません。条件を絞るか、上限を上げてください: {call}",
  },
  cut_file_limit_cap: {
    en:
      `More files were found than file_limit lets through, which is at most ${LIMITS.findFiles.cap}: narrow the filters.`,
    ja:
      `見つかったファイルが file_limit(上限 ${LIMITS.findFiles.cap})を超えたため、残りは検索していません。条件を絞ってください。`,
  },
  hard_line: {
    en: "The pattern took too long on {n} line, which was given up: simplify it.",
    ja: "{n} 行ではパターンの照合に時間がかかりすぎたため諦めました。パターンを単純にしてください。",
  },
  hard_lines: {
    en: "The pattern took too long on {n} lines, which were given up: simplify it.",
    ja: "{n} 行ではパターンの照合に時間がかかりすぎたため諦めました。パターンを単純にしてください。",
  },
  degraded: {
    en: "{from} would take ~{tokens} {unit}, over the budget of {budget}, so this is {form}.",
    ja: "{from} は約 {tokens} トークンで予算 {budget} を超えるため、{form} で答えます。",
  },
  see_lines: {
    en: "For the lines narrow the query or roots, or take them page by page: {call}",
    ja: "行を見るには query や roots を絞るか、ページごとに取得してください: {call}",
  },
  list_shortened: {
    en: "{shown} of {total} listed (token_budget).",
    ja: "{total} 件中 {shown} 件を表示(token_budget)。",
  },
  list_shortened_more: {
    en: "{shown} of {total} listed (token_budget); with more: {call}",
    ja: "{total} 件中 {shown} 件を表示(token_budget)。予算を上げるには: {call}",
  },
  lowered: {
    en: "{field} lowered from {value} to its cap {cap}.",
    ja: "{field} を {value} から上限 {cap} に下げました。",
  },
  alike_path: {
    en: "{given} is not there; {path} looks like it, and was taken for it.",
    ja: "{given} は存在しないため、見た目の同じ {path} とみなしました。",
  },
  missing_path: {
    en: "{path} does not exist and was left out.",
    ja: "{path} は存在しないため除きました。",
  },
  unreadable_path: {
    en: "{path} can't be read and was left out.",
    ja: "{path} は読み取れないため除きました。",
  },
  missing_paths: {
    en: "{n} more do not exist and were left out.",
    ja: "ほか {n} 件も存在しないため除きました。",
  },
  zero_is_default: {
    en: "{field}: 0 is taken for the default.",
    ja: "{field} の 0 は既定値とみなしました。",
  },
  size_without_sign: {
    en: "{size} is exactly that size; at least: +{size}, at most: -{size}.",
    ja: "{size} はちょうどその大きさです。以上: +{size}、以下: -{size}。",
  },
  bang_in_glob: {
    en: "A ! in front of a glob to leave out is part of the name; without it: {call}",
    ja: "除外するグロブの先頭の ! は名前の一部です。付けない場合: {call}",
  },
  comma_in_glob: {
    en: "A comma in a glob is part of the name; to leave out several: {call}",
    ja: "glob 内のコンマは名前の一部です。複数を除外するには: {call}",
  },

  // Why nothing was found.
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
    en: "All files here are left out, and the time was too short to search the ignored ones: {turn}",
    ja: "ここのファイルはすべて対象外で、無視対象のファイルを調べる時間がありませんでした: {turn}",
  },
  unlooked_hidden: {
    en: "All files here are left out, and the time was too short to search the hidden ones: {turn}",
    ja: "ここのファイルはすべて対象外で、隠しファイルを調べる時間がありませんでした: {turn}",
  },
  over_size: {
    en: `Not searched: {n} {unit} over max_filesize, which can be raised to ${
      LIMITS.fileSize.cap / 2 ** 20
    }M and no further.`,
    ja: `max_filesize を超える {n} ファイルは検索していません(上限 ${LIMITS.fileSize.cap / 2 ** 20}M)。`,
  },
  short_paths: {
    en: "Shortened by the latest answer's path_prefix, and taken as {paths}.",
    ja: "path_prefix を除いた直前の回答のパスとして解釈しました: {paths}。",
  },
  directories_left_out: {
    en: "Files alone are listed, and there are none, but {found}: {turn}",
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
  text_meant: {
    en: "Read as an expression: [ab] is one character, a or b, and ? an option. As plain text: {turn}",
    ja: "正規表現として読みました([ab] は a か b の 1 文字、? は省略可)。文字列としては: {turn}",
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
    en: "{found} in text that is no UTF-8: {turn}",
    ja: "UTF-8 でないテキストに {found}があります: {turn}",
  },
  near_own_encoding: {
    en: "Without encoding, files are UTF-8 unless a mark says otherwise. {found} so: {turn}",
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
    en: "{found} where the pattern is of the whole path: {turn}",
    ja: "パターンをパス全体に当てれば {found}があります: {turn}",
  },
  near_small_letters: {
    en: "{found} in other letter case: {turn}",
    ja: "大文字小文字を区別しなければ {found}があります: {turn}",
  },
  near_name_regex: {
    en: "{found} where the pattern is a regular expression: {turn}",
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
  call_with_rest: {
    en: "{call} with {fields} as given",
    ja: "{call}({fields} はそのまま)",
  },
  only_tools: {
    en: "This server offers these tools alone: {tools}.",
    ja: "このサーバーで使えるツールは次のものだけです: {tools}。",
  },
  nearest_call: {
    en: "Nearest existing: {paths}: {call}",
    ja: "近い既存のパス: {paths}: {call}",
  },
  nearest_paths: {
    en: "Nearest existing: {paths}.",
    ja: "近い既存のパス: {paths}。",
  },

  // What an argument has to be.
  nothing: { en: "nothing", ja: "なし" },
  rule_object: { en: "arguments are a JSON object", ja: "引数は JSON オブジェクトです" },
  rule_required: { en: "is required", ja: "必須です" },
  rule_string: { en: "must be a string", ja: "文字列を指定してください" },
  rule_list: { en: "must be a list of strings", ja: "文字列のリストを指定してください" },
  rule_number: { en: "must be a whole number", ja: "整数を指定してください" },
  rule_boolean: { en: "must be true or false", ja: "true か false を指定してください" },
  rule_at_least: { en: "must be at least {n}", ja: "{n} 以上にしてください" },
  rule_at_most: { en: "must be at most {n}", ja: "{n} 以下にしてください" },
  rule_one_of: { en: "must be one of {values}", ja: "{values} のいずれかにしてください" },
  rule_not_empty: { en: "needs at least one entry", ja: "少なくとも 1 項目必要です" },
  rule_other: { en: "has a wrong value", ja: "値が正しくありません" },
  rule_size: {
    en: 'must be a sign, a number and a unit (b k m g t = powers of 1000, ki mi gi ti = 1024), such as "+10M"',
    ja: '符号・数・単位(b k m g t は 1000 の累乗、ki mi gi ti は 1024 の累乗)で指定してください(例: "+10M")',
  },
  rule_file_size: {
    en: 'must be a number with K, M or G (powers of 1024), such as "10M"',
    ja: '数と K、M、G(1024 の累乗)で指定してください(例: "10M")',
  },
  rule_time: {
    en: 'must be a span such as "2d", "3h", "10min", or a date such as "2025-01-31" or "2025-01-31T08:00:00Z"',
    ja: '期間(例: "2d"、"3h"、"10min")または日付(例: "2025-01-31"、"2025-01-31T08:00:00Z")で指定してください',
  },

  // glob_files: the words of seed 000.
  narrower: {
    en: "Showing {shown} of {total} matches. Use a more specific pattern.",
    ja: "{total} 件中 {shown} 件を表示しています。より具体的なパターンを使ってください。",
  },

  // read_file
  read_lines: { en: "lines {from}-{to}", ja: "{from}-{to} 行" },
  read_lines_of: { en: "lines {from}-{to} of {total}", ja: "全 {total} 行中 {from}-{to} 行" },
  read_bytes: { en: "bytes {from}-{to} of {total}", ja: "全 {total} バイト中 {from}-{to}" },
  read_next: { en: "next: {next}", ja: "続き: {next}" },
  line_cut: {
    en: "Line {n} is longer than fits and was cut: next goes on in it. The line after it: {call}",
    ja: "{n} 行目は長すぎるため途中で切りました。行の続きは next で読めます。次の行から: {call}",
  },
  last_line_cut: {
    en: "Line {n}, the last, is longer than fits and was cut: next goes on in it.",
    ja: "最後の {n} 行目は長すぎるため途中で切りました。続きは next で読めます。",
  },
  read_not_utf8: {
    en: "Bytes that are no UTF-8 are shown as \uFFFD.",
    ja: "UTF-8 でないバイトは \uFFFD で示しています。",
  },
  read_other_encoding: {
    en: "Bytes that are no UTF-8 are shown as \uFFFD; the text seems to be in {encoding}: {call}",
    ja: "UTF-8 でないバイトは \uFFFD で示しています。文字コードは {encoding} と思われます: {call}",
  },
  read_blank: {
    en: "No visible text is there.",
    ja: "この範囲に見える文字はありません。",
  },
  read_empty: {
    en: "Nothing there: the file has {size} {bytes}.",
    ja: "この範囲には何もありません。ファイルは {size} バイトです。",
  },
  read_empty_lines: {
    en: "Nothing there: the file has {size} {bytes}, {n} {lines}.",
    ja: "この範囲には何もありません。ファイルは {size} バイト、{n} 行です。",
  },
  lines_to: {
    en: "Cut after line {n} ({cause}); for the rest: {call}",
    ja: "{n} 行目で切りました({cause})。続き: {call}",
  },
  line_shortened: {
    en: "Line {n} is longer than fits: only its beginning is given.",
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

  // consult_files
  would_send: {
    en: "Would send {n} {unit}, {bytes} {byte}, ~{tokens} {token}; nothing was sent.",
    ja: "送信対象は {n}{unit}、{bytes} バイト、約 {tokens} トークンです。何も送信していません。",
  },
  sent: {
    en: "{model} was asked about {n} {unit}, {bytes} {byte}; {input} {token} in, {output} out.",
    ja: "{model} に {n}{unit}({bytes} バイト)について質問しました。入力 {input}、出力 {output} トークン。",
  },
  would_send_less: {
    en: "If the model's context holds less, long files are cut: none takes more than half of it.",
    ja: "モデルのコンテキストに収まらない場合は長いファイルを切ります(1 ファイルは最大でその半分)。",
  },
  would_send_cut: { en: "only its beginning would be sent", ja: "先頭部分だけを送信" },
  sent_cut: { en: "only its beginning was sent", ja: "先頭部分だけを送信" },
  answer_cut: {
    en: "The model stopped at its limit of output; with a higher one: {call}",
    ja: "モデルが出力の上限で止まりました。上限を上げるには: {call}",
  },
  answer_over_budget: {
    en: "The answer was ~{tokens} {unit} and is cut to fit {budget}. To have all of so long an answer: {call}",
    ja: "回答は約 {tokens} トークンのため {budget} に収まるよう切りました。この長さの回答をすべて受け取るには: {call}",
  },
  left_out: { en: "left out: {path}: {reason}", ja: "除外: {path}: {reason}" },
} as const satisfies Record<string, Bilingual>;

/** The name of a phrase. */
export type PhraseKey = keyof typeof PHRASES;

/** The phrase `key` in `lang`, with its values. */
export function say(lang: Lang, key: PhraseKey, values: TemplateValues = {}): string {
  return fill(PHRASES[key][lang], values);
}

/** What an answer is a list of. */
export type Unit = "matches" | "files" | "entries" | "directories";

const SINGULAR = {
  matches: "match",
  files: "file",
  entries: "entry",
  directories: "directory",
  lines: "line",
  bytes: "byte",
  tokens: "token",
} as const;

/** `unit` as it stands behind the number `n`. */
export function unitWord(lang: Lang, unit: keyof typeof SINGULAR, n: number): string {
  return say(lang, n === 1 ? SINGULAR[unit] : unit);
}

/** `3 matches`. */
export function countPhrase(lang: Lang, unit: Unit, n: number): string {
  return say(lang, "count", { n, unit: unitWord(lang, unit, n) });
}

/** How many were found; `cutBy`: more of them, maybe. */
export interface FoundTotal {
  readonly total: number;
  readonly cutBy?: string;
}

/** `3 matches`, or `at least 3 matches`. */
export function totalPhrase(lang: Lang, unit: Unit, { total, cutBy }: FoundTotal): string {
  const count = countPhrase(lang, unit, total);
  return cutBy === undefined ? count : say(lang, "at_least", { count });
}

/** That a pattern took too long on `n` lines; nothing where there is none. */
export function hardLineHints(lang: Lang, n: number): string[] {
  return n === 0 ? [] : [say(lang, n === 1 ? "hard_line" : "hard_lines", { n })];
}
