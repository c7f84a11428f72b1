/**
 * Phrases about a result: its size, why it is incomplete, and how to get the rest. `{name}` stands for a value.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Bilingual } from "../../model/messages/bilingual.ts";

export const RESULT_PHRASES = {
  count: { en: "{n} {unit}", ja: "{n}{unit}" },
  count_in_files: { en: "{n} {unit} in {files} {file}", ja: "{n}{unit}({files}ファイル)" },
  at_least: { en: "at least {count}", ja: "少なくとも{count}" },
  about_tokens: { en: "~{n} {unit}", ja: "約{n}トークン" },
  searched: { en: "searched {n} {unit}", ja: "{n}{unit}を調査" },
  skipped: { en: "skipped: {list}", ja: "対象外: {list}" },
  more: {
    en: "{shown} of {total} {unit} shown ({cause}); for the rest: {call}",
    ja: "{total}{unit}中{shown}件を表示({cause})。続き: {call}",
  },
  part_of: { en: "{shown} of {whole}", ja: "{whole}中{shown}件" },
  next_page: { en: "more: {skip}", ja: "続き: {skip}" },
  match_cut: {
    en: "{place}: {shown} of the match's {lines} lines are shown. For all of them: {call}",
    ja: "{place}: 一致した {lines} 行のうち {shown} 行を表示しています。全体は {call} で取得できます。",
  },
  definition_unshown: { en: "Too long to show; in full: {call}", ja: "長いため省略しました。全文: {call}" },
  definitions_unknown: {
    en: "Not examined: {found} in {n} {unit} whose definitions are not known",
    ja: "定義を判別できない{n}{unit}にある{found}は調べていません",
  },
  enclosing_unknown: {
    en: "The definitions in {n} {unit} are not known, so their lines name none",
    ja: "{n}{unit}の定義は判別できないため、その行には示していません",
  },
  no_room: {
    en: "Not even one record fits into {budget} {unit}. With a higher budget: {call}",
    ja: "{budget}{unit}には1件も収まりません。予算を上げるには: {call}",
  },
  beyond_end: {
    en: "skip={skip} is beyond the last of {total}; from the first: {call}",
    ja: "skip={skip} は全 {total} 件の終わりを超えています。最初から: {call}",
  },
  tree_changed: {
    en: "The tree has changed since the first page, so pages may overlap or skip records. To start again: {call}",
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
    en: "Not even one record fits into {budget} {unit}. Without context or metadata: {call}",
    ja: "{budget}{unit}には1件も収まりません。前後の行やメタデータなしで: {call}",
  },
  no_record: {
    en: "Not even one record fits into {budget} {unit}: start the server with a higher --token-budget.",
    ja: "{budget}{unit}には1件も収まりません。--token-budget を上げてサーバーを起動してください。",
  },
  shown: { en: "{n} shown", ja: "{n}件を表示" },
  narrower: {
    en: "Showing {shown} of {total} matches. Use a more specific pattern.",
    ja: "{total} 件中 {shown} 件を表示しています。より具体的なパターンを使ってください。",
  },
  cut_file_limit: {
    en: "More files were found than file_limit allows: narrow the filters, or raise it: {call}",
    ja:
      "見つかったファイルが file_limit を超えたため、残りは検索していません。条件を絞るか、上限を上げてください: {call}",
  },
  cut_file_limit_cap: {
    en: `More files were found than file_limit allows, which is at most ${LIMITS.findFiles.cap}: narrow the filters.`,
    ja:
      `見つかったファイルが file_limit(上限 ${LIMITS.findFiles.cap})を超えたため、残りは検索していません。条件を絞ってください。`,
  },
  hard_line: {
    en: "The pattern took too long on {n} line, which was skipped: simplify it.",
    ja: "{n} 行ではパターンの照合に時間がかかりすぎたため諦めました。パターンを単純にしてください。",
  },
  hard_lines: {
    en: "The pattern took too long on {n} lines, which were skipped: simplify it.",
    ja: "{n} 行ではパターンの照合に時間がかかりすぎたため諦めました。パターンを単純にしてください。",
  },
  degraded: {
    en: "{from} would take ~{tokens} {unit}, over the budget of {budget}, so this is {form}.",
    ja: "{from} は約 {tokens} トークンで予算 {budget} を超えるため、{form} で答えます。",
  },
  see_lines: {
    en: "To get lines, narrow the query or roots, or page through them: {call}",
    ja: "行を見るには query や roots を絞るか、ページごとに取得してください: {call}",
  },
  see_entries: {
    en: "To list entries, narrow roots or pattern, or page through them: {call}",
    ja: "一覧を見るには roots や pattern を絞るか、ページごとに取得してください: {call}",
  },
  deeper: {
    en: "{shown} of {total} directories shown, the largest of each level. More: {call}",
    ja: "{total} ディレクトリ中 {shown} 件(各階層の大きいものから)を表示しています。続き: {call}",
  },
  tree_cut: {
    en: "{shown} of {total} directories shown, the largest of each level: narrow roots or depth for the others.",
    ja:
      "{total} ディレクトリ中 {shown} 件(各階層の大きいものから)を表示しています。残りは roots や depth を絞ってください。",
  },
  tree_heading: { en: "path, files and directories below it", ja: "パス、その下のファイル数とディレクトリ数" },
  more_directories: { en: "… {n} more", ja: "…ほか{n}件" },
  list_shortened: {
    en: "{shown} of {total} listed (token_budget).",
    ja: "{total} 件中 {shown} 件を表示(token_budget)。",
  },
  list_shortened_more: {
    en: "{shown} of {total} listed (token_budget); with more: {call}",
    ja: "{total} 件中 {shown} 件を表示(token_budget)。予算を上げるには: {call}",
  },
  values_cut: {
    en: "Only the first {n} values were counted, or those that memory has room for: narrow the query or roots.",
    ja: "数えた値は最初の {n} 種類(またはメモリの上限)までです。query や roots を絞ってください。",
  },
  patterns_cut: {
    en: "{shown} of {total} queries listed (token_budget); more: {call}",
    ja: "{total} 件のクエリのうち {shown} 件を表示(token_budget)。さらに見るには: {call}",
  },
  to_depth: { en: "directories to depth {depth}", ja: "深さ {depth} までのディレクトリ" },
  summed_counts: {
    en: "Counts by file would take ~{tokens} {unit}, over the budget of {budget}, so they are summed by directory. " +
      "By file: {call}",
    ja: "ファイルごとの件数は約 {tokens} トークンで予算 {budget} を超えるため、ディレクトリごとに合計します。" +
      "ファイルごと: {call}",
  },
  over_size: {
    en: `Not searched: {n} {unit} over max_filesize, which can be raised to at most ${LIMITS.fileSize.cap / 2 ** 20}M.`,
    ja: `max_filesize を超える {n} ファイルは検索していません(上限 ${LIMITS.fileSize.cap / 2 ** 20}M)。`,
  },
  see_structured: {
    en: "The answer is in the structured content.",
    ja: "回答は構造化コンテンツ(structuredContent)にあります。",
  },
  call_with_rest: {
    en: "{call} with {fields} as given",
    ja: "{call}({fields} はそのまま)",
  },
} as const satisfies Record<string, Bilingual>;
