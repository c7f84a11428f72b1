/**
 * Every error sentence, English and Japanese side by side: [message, hint]. `{name}` stands for a
 * value, `{call}` for the caller's own call mended by the fault's `changes`. A call in a hint is written as JSON: of
 * `{tool}` it is the caller's own with these arguments changed (null takes one out), of any other name a new one.
 * @module
 */

/** What a fault is: its code and its words. */
interface Fault<Code extends string> {
  readonly code: Code;
  readonly en: readonly [message: string, hint: string];
  readonly ja: readonly [message: string, hint: string];
}

function fault<Code extends string>(
  code: Code,
  en: readonly [string, string],
  ja: readonly [string, string],
): Fault<Code> {
  return { code, en, ja };
}

/** The same fault, where something else is to be done about it. */
function faultWithHint<Code extends string>(
  { code, en, ja }: Fault<Code>,
  hintEn: string,
  hintJa: string,
): Fault<Code> {
  return fault(code, [en[0], hintEn], [ja[0], hintJa]);
}

const INVALID_REGEX = fault("INVALID_REGEX", [
  "{pattern} does not parse as a regular expression at character {at}: {why}.",
  "Fix the expression there, or search for a part of it.",
], [
  "{pattern} は正規表現として解釈できません({at} 文字目: {why})。",
  "その箇所を直すか、一部だけを探してください。",
]);
const LINE_BREAK_IN_QUERY = fault("INVALID_REGEX", [
  "{pattern} asks for a line break at character {at}, but the search goes line by line.",
  'To match across lines: {tool} {"multiline": true}',
], [
  "{pattern} は {at} 文字目で改行を求めていますが、検索は行単位です。",
  '複数行にまたがる場合: {tool} {"multiline": true}',
]);
const UNSUPPORTED_ENCODING = fault("UNSUPPORTED_ENCODING", [
  "{encoding} is not a known character encoding.",
  "Use a label of the WHATWG Encoding Standard: utf-8, utf-16le, utf-16be, windows-1252, shift_jis, euc-jp, gbk, big5, " +
  'euc-kr …; or none: {tool} {"encoding": null}',
], [
  "{encoding} は未知の文字コードです。",
  "WHATWG Encoding Standard のラベルを使ってください: utf-8、utf-16le、utf-16be、windows-1252、shift_jis、euc-jp、gbk、big5、" +
  'euc-kr など。指定しない場合: {tool} {"encoding": null}',
]);
const TIMEOUT = fault("TIMEOUT", [
  "Nothing could be answered within {ms} ms.",
  "Narrow roots or globs, use a simpler pattern, or give it more time: {call}",
], [
  "{ms} ms 以内に何も答えられませんでした。",
  "roots や glob を絞る、パターンを単純にする、または時間を延ばしてください: {call}",
]);
const NO_FILE_MATCHES = fault("NOT_FOUND", [
  "No file matches {path}.",
  'List what is there: list_files {"roots": ["{dir}"], "depth": 1}',
], [
  "{path} に一致するファイルはありません。",
  '存在するものを調べてください: list_files {"roots": ["{dir}"], "depth": 1}',
]);
const PROVIDER_REFUSED = fault("PROVIDER_ERROR", [
  "{host} refused the request ({status}): {why}.",
  "Put a valid key into the environment variable FOSSICK_API_KEY and start with --allow-env=FOSSICK_API_KEY.",
], [
  "{host} がリクエストを拒否しました({status}): {why}。",
  "有効なキーを環境変数 FOSSICK_API_KEY に入れ、--allow-env=FOSSICK_API_KEY を付けて起動してください。",
]);

/** All faults by key. */
export const FAULTS = {
  outside: fault("PATH_OUTSIDE_ROOT", [
    "{path} is outside the roots of this server.",
    'Give a path relative to the project root, such as "src/main.ts", or "." for the root itself.',
  ], [
    "{path} はこのサーバーのルートの外です。",
    'プロジェクトルートからの相対パス(例: "src/main.ts"、ルート自体は ".")を指定してください。',
  ]),
  not_found: fault("NOT_FOUND", [
    "{path} does not exist.",
    'Look for the name: list_files {"roots": ["."], "pattern": "*{name_any}*", "glob": true}',
  ], [
    "{path} は存在しません。",
    '名前で探してください: list_files {"roots": ["."], "pattern": "*{name_any}*", "glob": true}',
  ]),
  glob_not_found: fault("NOT_FOUND", [
    "{path} does not exist: a path is wanted here, not a glob.",
    'Searches take a glob in include_globs. What this one matches: glob_files {"pattern": "{path}", "mode": "files"}',
  ], [
    "{path} は存在しません。ここには glob ではなくパスを指定してください。",
    '検索では glob を include_globs に指定できます。一致するもの: glob_files {"pattern": "{path}", "mode": "files"}',
  ]),
  link_not_found: fault("NOT_FOUND", [
    "{path} leads through a symbolic link whose target does not exist, or that leads in a circle.",
    "There is nothing to read at its end: choose another path.",
  ], [
    "{path} は、リンク先が存在しないか循環しているシンボリックリンクを通ります。",
    "リンク先には読み取れるものがありません。別のパスを指定してください。",
  ]),
  not_a_file: fault("NOT_A_FILE", [
    "{path} is {kind}, not a regular file.",
    "Choose a regular file: nothing else has content to read.",
  ], [
    "{path} は通常ファイルではありません({kind})。",
    "通常ファイルを指定してください。それ以外には読み取れる内容がありません。",
  ]),
  is_directory: fault("NOT_A_FILE", [
    "{path} is a directory, not a regular file.",
    'Name a file inside it; to see them: list_files {"roots": ["{path}"], "depth": 1}',
  ], [
    "{path} はディレクトリで、通常ファイルではありません。",
    '中のファイルを指定してください。一覧: list_files {"roots": ["{path}"], "depth": 1}',
  ]),
  not_a_directory: fault("NOT_A_DIRECTORY", [
    "{path} is not a directory.",
    'Name its directory, or read the file: read_file {"path": "{path}"}',
  ], [
    "{path} はディレクトリではありません。",
    'ディレクトリを指定するか、ファイルを読んでください: read_file {"path": "{path}"}',
  ]),
  unreadable: fault("PERMISSION_DENIED", [
    "{path} can't be read: the file system or the --allow-read grant refuses it.",
    "Choose another file, or start the server with a grant that covers the root.",
  ], [
    "{path} は読み取れません(ファイルシステムまたは --allow-read の権限)。",
    "別のファイルを選ぶか、ルートを含む権限でサーバーを起動してください。",
  ]),
  read_failed: fault("INTERNAL", [
    "{path} could not be read: {why} ({errno}).",
    "Call again, as this may pass, or read another file. A search goes on without such a file and counts it in skipped.",
  ], [
    "{path} を読み取れませんでした: {why}({errno})。",
    "一時的な場合があるので、もう一度呼び出すか、別のファイルを読んでください。検索ではこのファイルは skipped に数えられます。",
  ]),
  changed: fault("CHANGED_WHILE_READ", [
    "{path} kept changing while it was read, so its content could not be read consistently.",
    "Call again.",
  ], [
    "{path} は読み取り中に変わり続けたため、内容を保証できません。",
    "もう一度呼び出してください。",
  ]),
  nul_in_path: fault("INVALID_ARGUMENT", [
    "{path} has a NUL character, which no path can have.",
    'Give the path without it, such as "src/main.ts".',
  ], [
    "{path} に NUL 文字が含まれています。パスには使えません。",
    'NUL を除いたパス(例: "src/main.ts")を指定してください。',
  ]),
  file_url: fault("INVALID_ARGUMENT", [
    "{path} is not a file: URL of this machine.",
    'Write file:///absolute/path, or a path relative to the project root such as "src/main.ts".',
  ], [
    "{path} はこのマシンの file: URL ではありません。",
    'file:///absolute/path か、相対パス(例: "src/main.ts")を指定してください。',
  ]),
  bad_argument: fault("INVALID_ARGUMENT", [
    "{field}: {rule} (given: {value}).",
    "A call that works: {call}",
  ], [
    "{field}: {rule}(指定値: {value})。",
    "正しい呼び出しの例: {call}",
  ]),
  unknown_argument: fault("UNKNOWN_ARGUMENT", [
    "{tool} has no argument {field}.",
    "Nearest: {nearest}. A call that works: {call}",
  ], [
    "{tool} に引数 {field} はありません。",
    "近い名前: {nearest}。正しい呼び出しの例: {call}",
  ]),
  conflicting_forms: fault("CONFLICTING_FORMATS", [
    "{forms} exclude one another: an answer has one form.",
    "Cost in tokens: total_only ~10, count_only_matches 50-200, summary_only 500-2000, group_by_file 2000-10000, " +
    "none of them (full) 2000-50000+. The cheapest of yours: {call}",
  ], [
    "{forms} は同時に指定できません。出力形式は一つだけです。",
    "トークン数の目安: total_only ~10、count_only_matches 50-200、summary_only 500-2000、group_by_file 2000-10000、" +
    "指定なし(full)2000-50000+。指定されたうち最も安いもの: {call}",
  ]),
  conflicting_ranges: fault("INVALID_ARGUMENT", [
    "{fields} can't go together: offset_bytes and max_bytes belong to range_type bytes, {lines} to range_type lines.",
    "Keep one kind: {call}",
  ], [
    "{fields} は併用できません。offset_bytes と max_bytes は range_type bytes、{lines} は range_type lines のものです。",
    "どちらか一方にしてください: {call}",
  ]),
  regex: INVALID_REGEX,
  regex_mended: faultWithHint(
    INVALID_REGEX,
    'Fixed: {tool} {"query": "{mended}"}',
    '修正後: {tool} {"query": "{mended}"}',
  ),
  regex_text: faultWithHint(
    INVALID_REGEX,
    'As the text itself: {tool} {"query": "{literal}", "regex": null, "fixed_strings": true}',
    'その文字列自体を探す場合: {tool} {"query": "{literal}", "regex": null, "fixed_strings": true}',
  ),
  name_regex: faultWithHint(
    INVALID_REGEX,
    'If a glob was meant: {tool} {"pattern": "{glob}", "glob": true}',
    'glob のつもりであれば: {tool} {"pattern": "{glob}", "glob": true}',
  ),
  name_regex_mended: faultWithHint(
    INVALID_REGEX,
    'Fixed: {tool} {"pattern": "{mended}"}',
    '修正後: {tool} {"pattern": "{mended}"}',
  ),
  newline_in_query: LINE_BREAK_IN_QUERY,
  newline_alone: LINE_BREAK_IN_QUERY,
  pattern_too_large: fault("INVALID_REGEX", [
    "The pattern is too large to compile ({why}).",
    "Use a shorter pattern, or several calls; repeats are bounded by {cap}.",
  ], [
    "パターンが大きすぎてコンパイルできません({why})。",
    "短いパターンにするか、複数回に分けてください。繰り返しの上限は {cap} です。",
  ]),
  glob: fault("INVALID_GLOB", [
    "{pattern} is not a valid glob: {why}.",
    'Use *, ?, **, [a-z], [!a], {a,b} and \\ to escape, such as "src/**/*.{ts,tsx}".',
  ], [
    "{pattern} は正しい glob ではありません: {why}。",
    '*、?、**、[a-z]、[!a]、{a,b}、エスケープの \\ が使えます(例: "src/**/*.{ts,tsx}")。',
  ]),
  binary: fault("BINARY_FILE", [
    "{path} is binary ({size} {bytes}), so there is no text to show.",
    "Choose a text file: this one is not text in any known character encoding.",
  ], [
    "{path} はバイナリ({size} バイト)のため、表示できるテキストがありません。",
    "テキストファイルを選んでください。既知の文字コードのテキストではありません。",
  ]),
  no_mark: fault("BINARY_FILE", [
    "{path} has NUL bytes and no byte-order mark ({size} {bytes}), but seems to be text in {encoding}.",
    'To read it in that encoding: {tool} {"encoding": "{encoding}"}',
  ], [
    "{path} には NUL バイトがあり、バイト順マークもありません({size} バイト)。{encoding} のテキストと思われます。",
    'そう読むには: {tool} {"encoding": "{encoding}"}',
  ]),
  encoding: UNSUPPORTED_ENCODING,
  encoding_near: faultWithHint(
    UNSUPPORTED_ENCODING,
    'Nearest: {meant}: {tool} {"encoding": "{meant}"}',
    '近い名前: {meant}: {tool} {"encoding": "{meant}"}',
  ),
  too_large: fault("TOO_LARGE", [
    "{field} is too large: {size}, at most {cap}.",
    "Send less, or split it into several calls.",
  ], [
    "{field} が大きすぎます: {size}(上限 {cap})。",
    "小さくするか、複数回に分けてください。",
  ]),
  timeout: TIMEOUT,
  timeout_at_cap: faultWithHint(
    TIMEOUT,
    "Narrow roots or globs, or use a simpler pattern: this is the longest timeout.",
    "roots や glob を絞るか、パターンを単純にしてください。これ以上の時間は指定できません。",
  ),
  consult_unavailable: fault("CONSULT_UNAVAILABLE", [
    "No model can be consulted: this server was started without one.",
    "Start with --provider-url URL (needs --allow-net=HOST and --allow-env=FOSSICK_API_KEY), " +
    'or see what would be sent: {tool} {"dry_run": true}',
  ], [
    "相談できるモデルがありません。このサーバーはモデルの設定なしで起動されています。",
    "--provider-url URL(--allow-net=HOST と --allow-env=FOSSICK_API_KEY が必要)を付けて起動してください。" +
    '送信内容の確認: {tool} {"dry_run": true}',
  ]),
  consult_path_wildcard: fault("INVALID_ARGUMENT", [
    "{path}: wildcards are allowed only in the file name, and ** nowhere.",
    'Name the directory and keep the wildcard for its files, such as "src/*.py"; one entry for each directory.',
  ], [
    "{path}: ワイルドカードはファイル名の部分だけに使えます。** は使えません。",
    'ディレクトリ名はそのまま書き、ファイル名だけにワイルドカードを使ってください(例: "src/*.py")。ディレクトリごとに 1 項目です。',
  ]),
  consult_extension: fault("INVALID_ARGUMENT", [
    "{path}: a wildcard needs an extension after it, spelled out.",
    'Say which kind of file: "{stem}*.py" or "{stem}*.{ts,tsx}".',
  ], [
    "{path}: ワイルドカードには拡張子の指定が必要です。",
    '拡張子を書いてください: "{stem}*.py"、"{stem}*.{ts,tsx}" など。',
  ]),
  consult_directory: fault("NOT_A_FILE", [
    "{path} is a directory; files are named one by one or by a pattern with an extension.",
    'Use "{path}/*.ext" with the extension you need, such as "{path}/*.md".',
  ], [
    "{path} はディレクトリです。ファイル名、または拡張子付きのパターンを指定してください。",
    '必要な拡張子で "{path}/*.ext" と書いてください(例: "{path}/*.md")。',
  ]),
  consult_no_match: NO_FILE_MATCHES,
  consult_backslashes: faultWithHint(
    NO_FILE_MATCHES,
    'A backslash does not separate names in a glob. With slashes it matches: files=["{meant}"].',
    'glob では \\ は区切りになりません。/ で書けば一致します: files=["{meant}"]。',
  ),
  consult_link: fault("NOT_A_FILE", [
    "{path} is a symbolic link, and a wildcard does not follow links.",
    "Name it by itself to send the file it leads to: {path}",
  ], [
    "{path} はシンボリックリンクです。ワイルドカードではリンクをたどりません。",
    'リンク先を送るには、そのパスを直接指定してください: "{path}"。',
  ]),
  consult_ignored: fault("PERMISSION_DENIED", [
    "{path} is left out: {rule} is never sent, even when it matches.",
    "Choose the project's own files; read_file shows this one without sending it anywhere. " +
    "To allow it, its owner starts the server with --consult-allow GLOB.",
  ], [
    "{path} は除外されました。{rule} は一致しても送信しません。",
    "プロジェクト自体のファイルを選んでください。read_file なら送信せずに表示できます。" +
    "送信を許すには、サーバーを --consult-allow GLOB で起動します。",
  ]),
  consult_secret: fault("PERMISSION_DENIED", [
    "{path} is left out: a name like {rule} stands for keys or credentials, which are never sent.",
    "Copy what the model needs to see, without the secrets, into a file of another name. " +
    "To allow it, its owner starts the server with --consult-allow GLOB.",
  ], [
    "{path} は除外されました。{rule} のような名前は鍵や認証情報とみなし、送信しません。",
    "必要な部分だけを、秘密を除いて別名のファイルに写してください。" +
    "送信を許すには、サーバーを --consult-allow GLOB で起動します。",
  ]),
  consult_secret_content: fault("PERMISSION_DENIED", [
    "{path} is left out: line {line} looks like {rule}, which is never sent.",
    "Copy what the model needs to see, without the secrets, into another file. " +
    "To allow it, its owner starts the server with --consult-allow GLOB.",
  ], [
    "{path} は除外されました。{line} 行目が {rule} のように見えるため、送信しません。",
    "必要な部分だけを、秘密を除いて別のファイルに写してください。" +
    "送信を許すには、サーバーを --consult-allow GLOB で起動します。",
  ]),
  consult_total: fault("TOO_LARGE", [
    "{path} is left out: the files before it already have {cap} bytes together.",
    "Ask about fewer files at a time.",
  ], [
    "{path} は除外されました。それより前のファイルだけで合計 {cap} バイトに達しています。",
    "一度に送るファイルを減らしてください。",
  ]),
  consult_no_room: fault("TOO_LARGE", [
    "{path} is left out: the model's context of {context} tokens has no room for it beside the others.",
    "Ask about fewer files at a time, or choose a model with a longer context.",
  ], [
    "{path} は除外されました。モデルのコンテキスト({context} トークン)に他のファイルと一緒には収まりません。",
    "一度に送るファイルを減らすか、コンテキストの長いモデルを選んでください。",
  ]),
  consult_not_permitted: fault("CONSULT_UNAVAILABLE", [
    "No model can be consulted: --provider-url names {host}, but this server may not reach it.",
    'Start it with {flags} as well, or see what would be sent: {tool} {"dry_run": true}',
  ], [
    "相談できるモデルがありません。--provider-url の {host} に接続する権限がありません。",
    '{flags} も付けて起動してください。送信内容の確認: {tool} {"dry_run": true}',
  ]),
  provider_auth: PROVIDER_REFUSED,
  provider_unpaid: faultWithHint(
    PROVIDER_REFUSED,
    "The account of FOSSICK_API_KEY has no credit left: add some, or start with the key of another account.",
    "FOSSICK_API_KEY のアカウントの残高が不足しています。追加するか、別のキーで起動してください。",
  ),
  provider_not_found: fault("PROVIDER_ERROR", [
    "{host} knows no model {model}, or --provider-url is not the base of its API (404): {why}.",
    "Models it names: {models}. --provider-url ends before /chat/completions, as in https://api.example.com/v1.",
  ], [
    "{host} にモデル {model} がないか、--provider-url が API の基点ではありません(404): {why}。",
    "利用できるモデル: {models}。--provider-url は /chat/completions の手前まで(例: https://api.example.com/v1)です。",
  ]),
  provider_no_model: fault("INVALID_ARGUMENT", [
    "model is required: {host} does not say which models it has.",
    'Name one: {tool} {"model": "gpt-4o"}',
  ], [
    "model は必須です。{host} はモデルの一覧を提供していません。",
    'モデルを指定してください: {tool} {"model": "gpt-4o"}',
  ]),
  provider_too_long: fault("PROVIDER_ERROR", [
    "The question is too long for {model} of {host}: {why}.",
    "Send fewer or smaller files, lower max_output_tokens, or choose a model with a longer context.",
  ], [
    "{host} の {model} には質問が長すぎます: {why}。",
    "ファイルを減らす、max_output_tokens を下げる、またはコンテキストの長いモデルを選んでください。",
  ]),
  provider_busy: fault("PROVIDER_ERROR", [
    "{host} accepts no requests at present ({status}): {why}.",
    "Call again in {seconds} s, or choose another model.",
  ], [
    "{host} は現在リクエストを受け付けていません({status}): {why}。",
    "{seconds} 秒後にもう一度呼び出すか、別のモデルを選んでください。",
  ]),
  provider_failed: fault("PROVIDER_ERROR", [
    "{host} failed ({status}): {why}.",
    "Call again; if it stays so, choose another model or check --provider-url.",
  ], [
    "{host} でエラーが発生しました({status}): {why}。",
    "もう一度呼び出してください。続く場合は別のモデルを選ぶか、--provider-url を確認してください。",
  ]),
  provider_unreachable: fault("PROVIDER_ERROR", [
    "{host} can't be reached: {why}.",
    "Check --provider-url and that the provider runs, then call again.",
  ], [
    "{host} に接続できません: {why}。",
    "--provider-url とプロバイダーの稼働を確認してから、もう一度呼び出してください。",
  ]),
  provider_timeout: fault("PROVIDER_ERROR", [
    "{host} did not answer within {seconds} s.",
    "Send fewer files, lower max_output_tokens, or choose a faster model.",
  ], [
    "{host} は {seconds} 秒以内に応答しませんでした。",
    "ファイルを減らす、max_output_tokens を下げる、または速いモデルを選んでください。",
  ]),
  provider_cut: fault("PROVIDER_ERROR", [
    "The connection to {host} ended in the middle of the answer.",
    "Call again. The part that arrived, if any, is in partial_answer.",
  ], [
    "{host} との接続が回答の途中で切れました。",
    "もう一度呼び出してください。届いた分があれば partial_answer にあります。",
  ]),
  provider_oversized: fault("PROVIDER_ERROR", [
    "{host} sent more than {cap} bytes, which no answer has.",
    "Check that --provider-url is the base of an OpenAI-compatible API; or lower max_output_tokens.",
  ], [
    "{host} の応答が {cap} バイトを超えました。",
    "--provider-url が OpenAI 互換 API の基点か確認するか、max_output_tokens を下げてください。",
  ]),
  provider_garbled: fault("PROVIDER_ERROR", [
    "{host} did not answer as an OpenAI-compatible API does: {why}.",
    "Check that --provider-url is the base of one, as in https://api.example.com/v1.",
  ], [
    "{host} の応答が OpenAI 互換 API の形式ではありません: {why}。",
    "--provider-url が互換 API の基点(例: https://api.example.com/v1)か確認してください。",
  ]),
  provider_redirect: fault("PROVIDER_ERROR", [
    "{host} redirects the request to {target}, which is refused: {why}.",
    "Check --provider-url; if the API has moved, start with the URL where it is now.",
  ], [
    "{host} がリクエストを {target} に転送しようとしたため拒否しました: {why}。",
    "--provider-url を確認してください。API が移転した場合は、移転先の URL を指定して起動してください。",
  ]),
  cancelled: fault("CANCELLED", ["The call was cancelled.", "Call again."], [
    "呼び出しは取り消されました。",
    "もう一度呼び出してください。",
  ]),
  internal: fault("INTERNAL", [
    "fossick failed on this call (id {id}); the cause is on its stderr.",
    "Other calls still work. Please report the id and the stack.",
  ], [
    "この呼び出しの処理中に fossick 内部でエラーが起きました(id {id})。原因は stderr にあります。",
    "他の呼び出しは使えます。id とスタックを報告してください。",
  ]),
} as const;

/** The name of a fault. */
export type FaultKey = keyof typeof FAULTS;
