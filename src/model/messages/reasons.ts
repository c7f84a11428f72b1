/**
 * Parts of fault messages, in English and Japanese: why something is refused, what it is or what it looks like. `{name}`
 * stands for a value.
 * @module
 */
import type { Bilingual } from "./bilingual.ts";

/** All reasons by key. */
export const REASONS = {
  // Why a pattern does not parse.
  group_unclosed: {
    en: "the group that opens here is never closed: write \\( for the character",
    ja: "ここで始まるグループが閉じていません。文字として使うなら \\( と書いてください",
  },
  group_unopened: {
    en: "there is no group for this ) to close: write \\) for the character",
    ja: "この ) に対応するグループがありません。文字として使うなら \\) と書いてください",
  },
  group_kind: { en: "there is no such kind of group", ja: "この種類のグループはありません" },
  group_name: { en: "{name} is not a valid group name", ja: "{name} はグループ名に使えません" },
  group_unknown: { en: "there is no group {name}", ja: "グループ {name} はありません" },
  group_ambiguous: { en: "several groups are named {name}", ja: "{name} という名前のグループが複数あります" },
  comment_unclosed: {
    en: "the comment that opens here is never closed",
    ja: "ここで始まるコメントが閉じていません",
  },
  flag_missing: {
    en: "(? needs a flag or a kind of group",
    ja: "(? の後ろにはフラグかグループの種類が必要です",
  },
  flag_unknown: {
    en: "the flag {flag} is not supported, only i, m, s and x",
    ja: "フラグ {flag} には対応していません。使えるのは i、m、s、x だけです",
  },
  flag_unicode: {
    en: "Unicode can't be switched off: write ASCII classes such as [0-9A-Za-z_]",
    ja: "Unicode は無効にできません。[0-9A-Za-z_] のような ASCII の文字クラスを使ってください",
  },
  recursion: { en: "recursion is not supported", ja: "再帰には対応していません" },
  atomic: { en: "atomic groups are not supported", ja: "アトミックグループには対応していません" },
  conditional: { en: "conditionals are not supported", ja: "条件分岐には対応していません" },
  branch_reset: { en: "branch resets are not supported", ja: "ブランチリセットには対応していません" },
  class_unclosed: { en: "the class that opens here is never closed", ja: "ここで始まる文字クラスが閉じていません" },
  class_empty: {
    en: "[] is an empty class: write \\[\\] for the brackets, [\\]…] for a class with ] in it",
    ja: "[] は空の文字クラスです。角括弧そのものは \\[\\]、] を含む文字クラスは [\\]…] と書いてください",
  },
  class_operand: {
    en: "&& and -- must be followed by a class: write &&[…] or --[…]",
    ja: "&& と -- の後ろには文字クラスが必要です。&&[…] または --[…] と書いてください",
  },
  class_escape: {
    en: "\\{char} means nothing in a class",
    ja: "\\{char} は文字クラスの中では意味を持ちません",
  },
  class_range: { en: "the range is out of order", ja: "範囲の順序が逆です" },
  posix_unknown: { en: "there is no POSIX class {name}", ja: "POSIX の文字クラス {name} はありません" },
  repeat_nothing: {
    en: "there is nothing to repeat before {char}",
    ja: "{char} の前に繰り返す対象がありません",
  },
  repeat_twice: { en: "a quantifier can't follow a quantifier", ja: "量指定子を続けて書くことはできません" },
  repeat_order: { en: "the numbers of the repeat are out of order", ja: "繰り返し回数の順序が逆です" },
  possessive: {
    en: "possessive quantifiers are not supported",
    ja: "絶対最大量指定子には対応していません",
  },
  escape_nothing: {
    en: "a backslash at the end escapes nothing",
    ja: "末尾のバックスラッシュの後ろに文字がありません",
  },
  escape_unknown: { en: "\\{char} is not an escape", ja: "\\{char} というエスケープはありません" },
  escape_hex: {
    en: "\\x needs two hexadecimal digits, \\u four, or any number in braces",
    ja: "\\x には 16 進数 2 桁、\\u には 4 桁が必要です。波括弧で囲めば桁数は自由です",
  },
  escape_beyond: {
    en: "there is no character beyond \\u{10FFFF}",
    ja: "\\u{10FFFF} を超える文字はありません",
  },
  escape_control: { en: "\\c needs a letter, such as \\cJ", ja: "\\c の後ろには \\cJ のように英字が必要です" },
  escape_octal: {
    en: "octal escapes are not supported: write \\x and two digits",
    ja: "8 進数のエスケープには対応していません。\\x と 2 桁で書いてください",
  },
  escape_N: {
    en: "\\N{…} is not supported: write \\u{…}",
    ja: "\\N{…} には対応していません。\\u{…} と書いてください",
  },
  escape_K: {
    en: "\\K is not supported: use a look-behind, (?<=…)",
    ja: "\\K には対応していません。後読み (?<=…) を使ってください",
  },
  escape_G: { en: "\\G is not supported", ja: "\\G には対応していません" },
  escape_X: {
    en: "\\X is not supported: use \\P{M}\\p{M}*",
    ja: "\\X には対応していません。\\P{M}\\p{M}* を使ってください",
  },
  escape_g: {
    en: "\\g is not supported: use \\1 or \\k<name>",
    ja: "\\g には対応していません。\\1 または \\k<name> を使ってください",
  },
  property_unnamed: {
    en: "\\p needs a name in braces, such as \\p{Lu}",
    ja: "\\p の後ろには \\p{Lu} のように波括弧で囲んだ名前が必要です",
  },
  property_unknown: {
    en: "there is no Unicode property {name}",
    ja: "Unicode プロパティ {name} はありません",
  },

  // Which part of a pattern is too large.
  characters: { en: "{size} characters, at most {most}", ja: "{size} 文字、上限 {most}" },
  repeat: { en: "the repeat {repeat}", ja: "繰り返し {repeat}" },
  repeats_multiplied: {
    en: "repeats within repeats multiply to over a million",
    ja: "入れ子の繰り返しの積が 100 万を超えています",
  },
  optional_parts: {
    en: "too many optional parts follow one another",
    ja: "省略可能な部分が多く続きすぎています",
  },
  groups_deep: { en: "groups nest over {most} deep", ja: "グループの入れ子が {most} 段を超えています" },
  classes_deep: { en: "classes nest over {most} deep", ja: "文字クラスの入れ子が {most} 段を超えています" },
  classes_within: {
    en: "over {most} classes within classes",
    ja: "文字クラスの中の文字クラスが {most} 個を超えています",
  },
  tables: {
    en: "over {most} tables for \\w, \\b, \\p{…} and the like",
    ja: "\\w、\\b、\\p{…} などに必要な文字表が {most} 個を超えています",
  },
  no_room: { en: "V8 has no room for it", ja: "V8 の上限に収まりません" },

  // Why a glob is invalid or too large.
  glob_empty: { en: "it is empty", ja: "空です" },
  glob_nul: { en: "it has a NUL character", ja: "NUL 文字が含まれています" },
  glob_wildcards: { en: "it has more than {most} wildcards", ja: "ワイルドカードが {most} 個を超えています" },
  globs_wildcards: {
    en: "more wildcards than can be matched in time",
    ja: "ワイルドカードが多すぎて時間内に照合できません",
  },
  brace_unclosed: { en: "a { has no matching }", ja: "{ に対応する } がありません" },
  brace_unopened: { en: "a } has no matching {", ja: "} に対応する { がありません" },
  braces_deep: { en: "braces are nested deeper than {most}", ja: "波括弧の入れ子が {most} 段を超えています" },
  bracket_unclosed: { en: "a [ has no matching ]", ja: "[ に対応する ] がありません" },
  glob_escape: {
    en: "it ends in a \\ that escapes nothing",
    ja: "末尾の \\ の後ろに文字がありません",
  },
  glob_range: {
    en: "the range {first}-{last} runs backwards",
    ja: "範囲 {first}-{last} の順序が逆です",
  },

  // Kinds of entries other than regular files.
  link: { en: "a symbolic link", ja: "シンボリックリンク" },
  fifo: { en: "a FIFO", ja: "名前付きパイプ" },
  socket: { en: "a socket", ja: "ソケット" },
  device: { en: "a device", ja: "デバイス" },
  no_file: { en: "an entry of another kind", ja: "別の種類の項目" },

  // Why the system failed to read.
  device_error: { en: "its device or file server reports an error", ja: "デバイスまたはファイルサーバーのエラーです" },
  too_many_open: { en: "too many files are open", ja: "開いているファイルが多すぎます" },
  no_memory: { en: "the system has no memory left", ja: "システムのメモリが不足しています" },
  stale_handle: { en: "its file server no longer knows it", ja: "ファイルサーバー上に見つかりません" },
  no_reply: { en: "its file server does not answer", ja: "ファイルサーバーが応答しません" },
  in_use: { en: "it is in use", ja: "使用中です" },
  system_error: { en: "the system reports an error", ja: "システムのエラーです" },

  // Kinds of secrets.
  private_key: { en: "a private key", ja: "秘密鍵" },
  aws_key: { en: "an AWS access key", ja: "AWS のアクセスキー" },
  google_key: { en: "a Google API key", ja: "Google の API キー" },
  google_token: { en: "a Google OAuth token", ja: "Google の OAuth トークン" },
  azure_key: { en: "an Azure storage key", ja: "Azure のストレージキー" },
  github_token: { en: "a GitHub token", ja: "GitHub のトークン" },
  gitlab_token: { en: "a GitLab token", ja: "GitLab のトークン" },
  slack_token: { en: "a Slack token", ja: "Slack のトークン" },
  slack_webhook: { en: "a Slack webhook", ja: "Slack の Webhook" },
  stripe_key: { en: "a Stripe key", ja: "Stripe のキー" },
  provider_key: { en: "a model provider's key", ja: "モデルプロバイダーのキー" },
  npm_token: { en: "an npm token", ja: "npm のトークン" },
  pypi_token: { en: "a PyPI token", ja: "PyPI のトークン" },
  web_token: { en: "a JSON web token", ja: "JSON Web トークン" },
  vendor_token: { en: "a token of {vendor}", ja: "{vendor} のトークン" },
  basic_credentials: { en: "a name and password in a header", ja: "ヘッダー内の名前とパスワード" },
  url_password: { en: "a password in a URL", ja: "URL 内のパスワード" },
  password_file: { en: "a line of a PostgreSQL password file", ja: "PostgreSQL のパスワードファイルの行" },
  random_secret: { en: "a high-entropy secret", ja: "エントロピーの高い秘密の値" },

  // Why a model gave no answer.
  unexplained: { en: "it gave no reason", ja: "理由は示されていません" },
  unknown_status: { en: "no HTTP answer has the status {status}", ja: "HTTP の応答に状態コード {status} はありません" },
  not_json: { en: "it is not JSON", ja: "JSON ではありません" },
  no_choices: { en: "it holds no choices", ja: "choices がありません" },
  long_query: {
    en: "the query alone has ~{tokens} tokens, the context {context}",
    ja: "質問だけで約 {tokens} トークンあり、コンテキストは {context} トークンです",
  },

  // Why a redirect is not followed.
  redirect_nowhere: { en: "it names no URL to go to", ja: "転送先の URL が示されていません" },
  redirect_elsewhere: {
    en: "files go only where --provider-url says",
    ja: "ファイルは --provider-url の宛先にだけ送ります",
  },
  redirect_bare: {
    en: "after status {status} the request would be repeated without the files",
    ja: "{status} に従うとファイルなしの転送になります",
  },
  redirect_often: { en: "it has redirected {times} times already", ja: "すでに {times} 回転送されています" },

  // For a model or place without a name.
  some_model: { en: "the model", ja: "モデル" },
  some_place: { en: "an unknown place", ja: "不明な宛先" },

  only_tools: {
    en: "This server offers only these tools: {tools}.",
    ja: "このサーバーで使えるツールは次のものだけです: {tools}。",
  },

  // What an argument must be.
  nothing: {
    en: "nothing",
    ja: "なし",
  },
  no_such_thing: {
    en: "none, for it has no such thing (inverting, replacing or sorting lines)",
    ja: "ありません(反転、置換、行の並べ替えの機能はありません)",
  },
  rule_object: {
    en: "arguments are a JSON object",
    ja: "引数は JSON オブジェクトです",
  },
  rule_required: {
    en: "is required",
    ja: "必須です",
  },
  rule_string: {
    en: "must be a string",
    ja: "文字列を指定してください",
  },
  rule_text_or_list: {
    en: "must be a string or a list of strings",
    ja: "文字列、または文字列のリストを指定してください",
  },
  rule_list: {
    en: "must be a list of strings",
    ja: "文字列のリストを指定してください",
  },
  rule_number: {
    en: "must be a whole number",
    ja: "整数を指定してください",
  },
  rule_boolean: {
    en: "must be true or false",
    ja: "true か false を指定してください",
  },
  rule_at_least: {
    en: "must be at least {n}",
    ja: "{n} 以上にしてください",
  },
  rule_at_most: {
    en: "must be at most {n}",
    ja: "{n} 以下にしてください",
  },
  rule_one_of: {
    en: "must be one of {values}",
    ja: "{values} のいずれかにしてください",
  },
  rule_not_empty: {
    en: "needs at least one entry",
    ja: "少なくとも 1 項目必要です",
  },
  rule_other: {
    en: "has a wrong value",
    ja: "値が正しくありません",
  },
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
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The key of a reason. */
export type ReasonKey = keyof typeof REASONS;

/** The values of a reason's placeholders. */
export type ReasonParams = Readonly<Record<string, string | number>>;

/** A reason as it crosses threads: its key and its values. */
export interface Reason {
  readonly key: ReasonKey;
  readonly params: ReasonParams;
}

/**
 * The reason under `key`.
 *
 * @example
 * ```ts
 * reason("fifo"); // { key: "fifo", params: {} }
 * ```
 */
export function reason(key: ReasonKey, params: ReasonParams = {}): Reason {
  return { key, params };
}
