/**
 * Phrases about arguments: how they were read, and what they must be. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "../../model/messages/bilingual.ts";

export const ARGUMENT_PHRASES = {
  lowered: {
    en: "{field} lowered from {value} to its cap {cap}.",
    ja: "{field} を {value} から上限 {cap} に下げました。",
  },
  alike_path: {
    en: "{given} does not exist. {path}, which looks the same, was used instead.",
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
    en: "{field}: 0 means the default.",
    ja: "{field} の 0 は既定値とみなしました。",
  },
  unused_with_tree: {
    en: "tree ignores {fields}.",
    ja: "tree では {fields} は使われません。",
  },
  size_without_sign: {
    en: "{size} means exactly that size; at least: +{size}, at most: -{size}.",
    ja: "{size} はちょうどその大きさです。以上: +{size}、以下: -{size}。",
  },
  bang_in_glob: {
    en: "A ! at the start of an exclude glob is part of the name. Without it: {call}",
    ja: "除外するグロブの先頭の ! は名前の一部です。付けない場合: {call}",
  },
  comma_in_glob: {
    en: "A comma in a glob is part of the name. To exclude several: {call}",
    ja: "glob 内のコンマは名前の一部です。複数を除外するには: {call}",
  },
  undoubled: {
    en: "{given} matches nothing as given, so every \\\\ was read as \\: {meant}",
    ja: "{given} はそのままでは何にも一致しないため、\\\\ を \\ とみなしました: {meant}",
  },
  short_paths: {
    en: "Paths shortened by the latest answer's path_prefix were read as {paths}.",
    ja: "path_prefix を除いた直前の回答のパスとして解釈しました: {paths}。",
  },
  only_tools: {
    en: "This server offers only these tools: {tools}.",
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
  text_meant: {
    en:
      "Read as a regular expression: [ab] is one character, a or b, and ? makes what precedes it optional. As plain text: {turn}",
    ja: "正規表現として読みました([ab] は a か b の 1 文字、? は省略可)。文字列としては: {turn}",
  },
  list_meant: {
    en: "The query was read as one text. As a list of queries, each counted by itself: {turn}",
    ja: "query は 1 つの文字列として読みました。リストとしては: {turn}",
  },
  nothing: { en: "nothing", ja: "なし" },
  rule_object: { en: "arguments are a JSON object", ja: "引数は JSON オブジェクトです" },
  rule_required: { en: "is required", ja: "必須です" },
  rule_string: { en: "must be a string", ja: "文字列を指定してください" },
  rule_text_or_list: {
    en: "must be a string or a list of strings",
    ja: "文字列、または文字列のリストを指定してください",
  },
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
} as const satisfies Record<string, Bilingual>;
