/**
 * The error messages of `consult_files` and its provider, in English and Japanese: see `faults.ts`.
 * @module
 */
import { fault, faultWithHint } from "./fault.ts";

const NO_FILE_MATCHES = fault("NOT_FOUND", [
  "No file matches {path}.",
  "Look at what is in {dir}.",
], [
  "{path} に一致するファイルはありません。",
  "{dir} の内容を調べてください。",
]);
const PROVIDER_REFUSED = fault("PROVIDER_ERROR", [
  "{host} refused the request ({status}): {why}.",
  "Put a valid key into the environment variable FOSSICK_API_KEY and start with --allow-env=FOSSICK_API_KEY.",
], [
  "{host} がリクエストを拒否しました({status}): {why}。",
  "有効なキーを環境変数 FOSSICK_API_KEY に入れ、--allow-env=FOSSICK_API_KEY を付けて起動してください。",
]);

/** The faults of `consult_files` by key. */
export const CONSULT_FAULTS = {
  consult_unavailable: fault("CONSULT_UNAVAILABLE", [
    "No model can be consulted: this server was started without one.",
    "Start with --provider-url URL (needs --allow-net=HOST and --allow-env=FOSSICK_API_KEY), " +
    "or see what would be sent: {change}",
  ], [
    "相談できるモデルがありません。このサーバーはモデルの設定なしで起動されています。",
    "--provider-url URL(--allow-net=HOST と --allow-env=FOSSICK_API_KEY が必要)を付けて起動してください。" +
    "送信内容の確認: {change}",
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
    "To send it anyway, the server's owner must start it with --consult-allow GLOB.",
  ], [
    "{path} は除外されました。{rule} は一致しても送信しません。",
    "プロジェクト自体のファイルを選んでください。read_file なら送信せずに表示できます。" +
    "送信を許すには、サーバーを --consult-allow GLOB で起動します。",
  ]),
  consult_secret: fault("PERMISSION_DENIED", [
    "{path} is left out: a name like {rule} stands for keys or credentials, which are never sent.",
    "Copy what the model needs to see, without the secrets, into a file of another name. " +
    "To send it anyway, the server's owner must start it with --consult-allow GLOB.",
  ], [
    "{path} は除外されました。{rule} のような名前は鍵や認証情報とみなし、送信しません。",
    "必要な部分だけを、秘密を除いて別名のファイルに写してください。" +
    "送信を許すには、サーバーを --consult-allow GLOB で起動します。",
  ]),
  consult_secret_content: fault("PERMISSION_DENIED", [
    "{path} is left out: line {line} looks like {rule}, which is never sent.",
    "Copy what the model needs to see, without the secrets, into another file. " +
    "To send it anyway, the server's owner must start it with --consult-allow GLOB.",
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
    "Start it with {flags} as well, or see what would be sent: {change}",
  ], [
    "相談できるモデルがありません。--provider-url の {host} に接続する権限がありません。",
    "{flags} も付けて起動してください。送信内容の確認: {change}",
  ]),
  provider_auth: PROVIDER_REFUSED,
  provider_unpaid: faultWithHint(
    PROVIDER_REFUSED,
    "The account of FOSSICK_API_KEY has no credit left: add some, or start with another account's key.",
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
    "Name one.",
  ], [
    "model は必須です。{host} はモデルの一覧を提供していません。",
    "モデルを指定してください。",
  ]),
  provider_too_long: fault("PROVIDER_ERROR", [
    "The question is too long for {model} of {host}: {why}.",
    "Send fewer or smaller files, lower max_output_tokens, or choose a model with a longer context.",
  ], [
    "{host} の {model} には質問が長すぎます: {why}。",
    "ファイルを減らす、max_output_tokens を下げる、またはコンテキストの長いモデルを選んでください。",
  ]),
  provider_busy: fault("PROVIDER_ERROR", [
    "{host} accepts no requests at the moment ({status}): {why}.",
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
} as const;
