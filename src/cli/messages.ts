/**
 * What a person at the shell reads, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import { type Bilingual, fill, type TemplateValues } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";

/** All sentences by key. */
export const CLI_MESSAGES = {
  // Mistakes on the command line.
  "usage.unknown": {
    en: "There is no {word}; nearest: {nearest}.",
    ja: "{word} はありません。近いもの: {nearest}。",
  },
  "usage.value_missing": { en: "{option} needs a value: {form}", ja: "{option} には値が必要です: {form}" },
  "usage.value": {
    en: "{option} takes {form}, not {text}.",
    ja: "{option} に指定できるのは {form} です({text} は使えません)。",
  },
  "usage.stray": {
    en: "{word} is one word too many; a directory is given with --root.",
    ja: "{word} は余分な語です。ディレクトリは --root で指定してください。",
  },
  "usage.not_with": { en: "{option} can't be used with {other}.", ja: "{option} は {other} と一緒には使えません。" },
  "usage.arguments": {
    en: "The arguments of {tool} are not a JSON object in UTF-8 text of at most 64 MiB: {text}",
    ja: "{tool} の引数が 64 MiB 以内の UTF-8 の JSON オブジェクトではありません: {text}",
  },
  "usage.unexpanded": {
    en: "--root {root} still contains {part}: neither the shell nor the host has expanded it. Write the whole path.",
    ja: "--root {root} の {part} が、シェルにもホストにも展開されずに残っています。パス全体を書いてください。",
  },
  "usage.comma": {
    en:
      "Deno takes the comma in {root} for the end of a path: start fossick in that directory without --root, or open " +
      "the one above.",
    ja: "Deno は {root} のコンマをパスの区切りとみなします。そのディレクトリで --root なしで起動するか、" +
      "上のディレクトリを開いてください。",
  },
  "usage.not_granted": {
    en: "{flag} was not granted; start it with: {line}",
    ja: "{flag} が許可されていません。次のように起動してください: {line}",
  },
  "usage.cannot_listen": {
    en: "--http {address}: {why}.",
    ja: "--http {address} で待ち受けできません: {why}。",
  },
  "usage.token_missing": {
    en:
      "--http {host} can be reached from other machines, so it needs a token in the environment; start it with: {line}",
    ja:
      "--http {host} は他のマシンから接続できるため、環境変数のトークンが必要です。次のように起動してください: {line}",
  },
  "usage.secret_unusable": {
    en:
      "{variable} has a character that no key or token can have, such as a line break, a typographic quote or an ellipsis.",
    ja: "{variable} に、キーやトークンには使えない文字(改行、印刷用の引用符、三点リーダーなど)が含まれています。",
  },

  // Notices.
  "notices.warning": { en: "fossick: warning: {what}", ja: "fossick: 警告: {what}" },
  "notices.output_failed": { en: "The output can't be written: {why}.", ja: "出力を書き込めません: {why}。" },
  "notices.waits_for_client": {
    en: "fossick is an MCP server and waits for a client on stdin. Ctrl-C ends it; for more, see fossick --help.",
    ja:
      "fossick は MCP サーバーです。クライアントからの標準入力を待っています。終了は Ctrl-C、使い方は fossick --help です。",
  },
  "notices.listening": { en: "fossick: listening on {url}", ja: "fossick: {url} で待ち受けています" },
  "notices.watching": { en: "[watching; Ctrl-C ends it]", ja: "[変更を監視しています。終了は Ctrl-C]" },
  "notices.wide_root": {
    en:
      "the root {root} holds a home directory or the whole file system: all of it can be read. Give a narrower --root.",
    ja: "ルート {root} にはホームディレクトリかファイルシステム全体が含まれ、すべて読み取れてしまいます。" +
      "--root の範囲を絞ってください。",
  },
  "notices.unencrypted": {
    en: "--provider-url is not https: anyone between here and {host} can read the files and the key.",
    ja: "--provider-url が https ではありません。{host} に送るファイルとキーは、経路上の誰でも読めます。",
  },

  // The doctor: what it read, what it found, its verdict, and the next thing to do.
  "doctor.read": {
    en: "{n} files to search in {root}, and {path} was read",
    ja: "{root} に検索対象が {n} ファイル、{path} を読み取りました",
  },
  "doctor.unreadable": { en: "reading {root} fails: {why}", ja: "{root} を読み取れません: {why}" },
  "doctor.needless": {
    en: "granted or held beyond what is needed: {names}.",
    ja: "必要以上の権限があります: {names}。",
  },
  "doctor.not_granted": {
    en: "--allow-net={host} was not granted: {option} does not work.",
    ja: "--allow-net={host} が許可されていないため、{option} は使えません。",
  },
  "doctor.no_thread": {
    en: "the engine has no thread of its own: {why}.",
    ja: "エンジンに専用のスレッドがありません: {why}。",
  },
  "doctor.old_deno": {
    en:
      "Deno {deno} can't do all: from 2.9 on fossick watches directories, closes idle connections of HTTP and counts " +
      "file names that are not UTF-8.",
    ja: "Deno {deno} では一部の機能が使えません。2.9 以降では、ディレクトリの監視、HTTP の放置された接続の切断、" +
      "UTF-8 でないファイル名の集計ができます。",
  },
  "doctor.no_parsers": {
    en: "the parsers of source code can't be loaded: no outlines, no definitions.",
    ja: "ソースコードの構文解析器を読み込めません。アウトラインと定義は検索できません。",
  },
  "doctor.few_watches": {
    en: "the system lets this user watch too few directories ({n} are wanted), so every call checks files.",
    ja: "監視できるディレクトリの数が足りないため(必要数 {n})、呼び出しごとにファイルを確認します。",
  },
  "doctor.in_force": { en: "in force", ja: "有効" },
  "doctor.not_in_force": {
    en: "not as narrow as it can be, or not shown to work",
    ja: "必要以上に広いか、動作を確認できません",
  },
  "doctor.let_read": {
    en: "let the user that starts fossick read the root, then run doctor again.",
    ja: "fossick を起動するユーザーがルートを読み取れるようにして、もう一度 doctor を実行してください。",
  },
  "doctor.narrow_root": {
    en: "open only the directory that the model works on, in place of DIR: {line}",
    ja: "モデルが作業するディレクトリだけを、DIR の代わりに指定して起動してください: {line}",
  },
  "doctor.start_with": { en: "start it with: {line}", ja: "次のように起動してください: {line}" },
  "doctor.run_first": {
    en: "run this, then start fossick again: {line}",
    ja: "次を実行してから、fossick を起動し直してください: {line}",
  },
  "doctor.save": { en: "save this line as {file}: {text}", ja: "次の行を {file} に保存してください: {text}" },
  "doctor.copy_parsers": {
    en: "put fossick.parsers, which comes with fossick.js, into {dir}",
    ja: "fossick.js に付属する fossick.parsers を {dir} に置いてください",
  },
  "doctor.let_host_start": {
    en: "have your host start it; this prints how, for HOST: {line}",
    ja: "ホストに起動させてください。HOST を指定すると、その設定を表示します: {line}",
  },

  // How a host starts fossick: where it then has the server, what that opens, and what is to be done.
  "config.hosts": { en: "The hosts. For one of them: {line}", ja: "対応するホスト。指定方法: {line}" },
  "config.project": { en: "{host}, in this project.", ja: "{host}、このプロジェクト。" },
  "config.all": { en: "{host}, in all projects.", ja: "{host}、すべてのプロジェクト。" },
  "config.fixed": { en: "fossick opens {roots}.", ja: "fossick は {roots} を開きます。" },
  "config.fixed_for_all": { en: "fossick always opens {roots}.", ja: "fossick は常に {roots} を開きます。" },
  "config.here": {
    en: "fossick opens the project in which {host} runs.",
    ja: "fossick は {host} を使っているプロジェクトを開きます。",
  },
  "config.workspace": {
    en: "fossick opens the project: {host} replaces {workspace} by its path.",
    ja: "fossick はプロジェクトを開きます。{workspace} は {host} がそのパスに置き換えます。",
  },
  "config.run": { en: "Run this in a shell:", ja: "シェルで次を実行してください。" },
  "config.run_in": {
    en: "Run this in a shell, in {directory}:",
    ja: "{directory} に移動し、シェルで次を実行してください。",
  },
  "config.add": { en: "Put this into {file}:", ja: "{file} に次を書いてください。" },
  "config.add_to_settings": {
    en: "Put this into the settings of any host that has {key}:",
    ja: "{key} を使うホストの設定に次を書いてください。",
  },
  "config.merge": {
    en: "If that file exists, add the entry {server} to it.",
    ja: "ファイルがすでにある場合は、{server} の項目を追加してください。",
  },
  "config.merge_settings": {
    en: "If they have {key} already, add the entry {server} to it. Then restart the host.",
    ja: "{key} がすでにある場合は、{server} の項目を追加してください。その後、ホストを再起動してください。",
  },
  "config.trusted": {
    en: "{host} reads it where the project is trusted.",
    ja: "{host} は信頼済みのプロジェクトで読み込みます。",
  },
  "config.restart": { en: "Then restart {host}.", ja: "その後、{host} を再起動してください。" },
  "config.full_path": {
    en: "If {host} does not find {program}, write its full path.",
    ja: "{host} が {program} を見つけられない場合は、フルパスを書いてください。",
  },
  "config.api_key": {
    en: "If the provider needs a key, fossick reads it from the environment variable {variable} of {host}.",
    ja: "プロバイダーにキーが必要なら、{host} の環境変数 {variable} から読み取ります。",
  },
  "config.write_api_key": {
    en: "If the provider needs a key, write it there in place of the dots.",
    ja: "プロバイダーにキーが必要なら、… の代わりに書いてください。",
  },

  // The help.
  "help.title": {
    en: "fossick - find, search and read files for a model, and nothing outside the roots",
    ja: "fossick - モデルのためにファイルを探し、検索し、読み取ります。ルートの外には一切触れません",
  },
  "help.options": { en: "Options, anywhere:", ja: "オプション(どこに書いてもよい):" },
  "help.list": {
    en: "A,B is a list: commas inside {} or [] do not split it; JSON is taken too: '[\"a,b\"]'.",
    ja: "A,B はリストです。{} や [] の中のコンマでは区切りません。JSON でも指定できます: '[\"a,b\"]'。",
  },
  "help.example": { en: "Example: {line}", ja: "例: {line}" },
  "help.serve": { en: "speak MCP over stdin and stdout, or HTTP", ja: "標準入出力または HTTP で MCP を提供する" },
  "help.call": {
    en: "one call, by words, flags, JSON, or - for JSON on stdin; exit 0 found, 1 nothing found, 2 error",
    ja: "1 回の呼び出し。語、フラグ、JSON、または標準入力の JSON(-)。終了コード 0 あり、1 なし、2 エラー",
  },
  "help.tools": { en: "the tools and their schemas", ja: "ツールとそのスキーマ" },
  "help.doctor": {
    en: "what is permitted, what works, and what to do next; exit 0 when the sandbox is in force",
    ja: "許可された権限、動作の状態、次の手順。サンドボックスが有効なら終了コード 0",
  },
  "help.config": {
    en: "the command or block that adds fossick to a host; alone: the hosts",
    ja: "ホストに fossick を追加するコマンドまたは設定。HOST がなければホストの一覧",
  },
  "help.root": {
    en: "directory to open; repeatable, the first is the project root; default .",
    ja: "公開するディレクトリ。複数指定でき、最初がプロジェクトルート。既定は .",
  },
  "help.profile": { en: "set of tools; default default", ja: "ツールの組。既定は default" },
  "help.only_tools": { en: "only these tools of the profile", ja: "プロファイルのうち、これらのツールだけ" },
  "help.answers": {
    en: "the form of answers; default auto: what the client shows",
    ja: "回答の形式。既定の auto ではクライアントが表示するもの",
  },
  "help.token-budget": {
    en: "most tokens of an answer; default {usual}, in call none; 0 = no limit",
    ja: "1 回の回答のトークン数。既定は {usual}、call では無制限。0 = 無制限",
  },
  "help.timeout-ms": {
    en: "milliseconds that a call may take; default {usual}, cap {most}",
    ja: "1 回の呼び出しの制限時間(ミリ秒)。既定は {usual}、上限 {most}",
  },
  "help.cache-mb": {
    en: "megabytes of memory for file contents; default {usual}, 0 = off",
    ja: "ファイルの内容のキャッシュ(MB)。既定は {usual}、0 = 無効",
  },
  "help.freshness": {
    en: "how changes are noticed: by watching, or by checking every file in every call; default watch",
    ja: "変更の検知方法。監視するか、呼び出しごとに全ファイルを確認するか。既定は watch",
  },
  "help.lang": { en: "language of messages; default the locale's", ja: "メッセージの言語。既定はロケールに従う" },
  "help.http": {
    en: "serve Streamable HTTP at /mcp instead of stdio",
    ja: "標準入出力の代わりに、/mcp で Streamable HTTP を提供する",
  },
  "help.provider-url": { en: "OpenAI-compatible API for consult_files", ja: "consult_files が使う OpenAI 互換 API" },
  "help.consult-allow": {
    en: "files that consult_files may send though they look secret; repeatable",
    ja: "秘密情報に見えても consult_files で送ってよいファイル。複数指定できる",
  },
  "help.color": {
    en: "colours in text; default auto: on a terminal, unless NO_COLOR is set",
    ja: "テキストの色。既定の auto では、端末で NO_COLOR が未設定なら付ける",
  },
  "help.output": {
    en: "always answer as JSON, or as text; default: text on a terminal, JSON elsewhere",
    ja: "常に JSON またはテキストで答える。既定は、端末ではテキスト、それ以外では JSON",
  },
  "help.watch": {
    en: "call: repeat after every change below a root, until interrupted",
    ja: "call: ルート以下が変わるたびに、中断されるまで呼び直す",
  },
  "help.help": { en: "usage; after call TOOL, that tool's", ja: "使い方。call TOOL の後ろではそのツールの使い方" },
  "help.version": { en: "the version", ja: "バージョン" },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `CLI_MESSAGES`. */
export type CliKey = keyof typeof CLI_MESSAGES;

/** The sentence in `lang`, with its values. */
export function say(lang: Lang, key: CliKey, values: TemplateValues = {}): string {
  return fill(CLI_MESSAGES[key][lang], values);
}
