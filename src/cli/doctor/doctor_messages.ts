/**
 * Messages of `fossick doctor`, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import { type Bilingual, fill, type TemplateValues } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";

/** All messages by key. */
export const DOCTOR_MESSAGES = {
  // Labels.
  roots: { en: "roots", ja: "ルート" },
  read: { en: "read", ja: "読み取り" },
  engine: { en: "engine", ja: "エンジン" },
  main: { en: "main", ja: "メイン" },
  network: { en: "network", ja: "通信" },
  consult: { en: "consult", ja: "相談" },
  parsers: { en: "parsers", ja: "構文解析" },
  fresh: { en: "changes", ja: "変更" },
  cache: { en: "cache", ja: "キャッシュ" },
  limits: { en: "limits", ja: "上限" },
  start: { en: "start", ja: "起動" },
  note: { en: "note", ja: "注意" },
  problem: { en: "problem", ja: "問題" },
  sandbox: { en: "sandbox", ja: "サンドボックス" },
  next: { en: "next", ja: "次の手順" },

  // How the program was started.
  binary: { en: "binary", ja: "バイナリ" },
  package: { en: "npm package", ja: "npm パッケージ" },
  bundle: { en: "bundle", ja: "バンドル" },
  source: { en: "source", ja: "ソース" },
  title: { en: "fossick {version} ({form}), Deno {deno}", ja: "fossick {version} ({form})、Deno {deno}" },

  // The engine and its permissions.
  on_thread: { en: "{n} thread of its own; it holds {permissions}", ja: "専用の {n} スレッド。権限: {permissions}" },
  on_threads: { en: "{n} threads of its own; they hold {permissions}", ja: "専用の {n} スレッド。権限: {permissions}" },
  in_process: { en: "on the main thread; it holds {permissions}", ja: "メインスレッドで動作。権限: {permissions}" },
  no_permission: { en: "no permission", ja: "権限なし" },
  main_holds: { en: "holds {permissions}", ja: "権限: {permissions}" },
  network_holds: { en: "a thread of its own; it holds {permissions}", ja: "専用のスレッド。権限: {permissions}" },

  // Settings.
  asks: { en: "asks {host}", ja: "{host} に質問します" },
  no_provider: {
    en: "no --provider-url: consult_files shows what it would send, and sends nothing",
    ja: "--provider-url がないため、consult_files は送信対象を示すだけで、何も送信しません",
  },
  off: { en: "off", ja: "無効" },
  megabytes: { en: "{n} MB", ja: "{n} MB" },
  parsers_load: { en: "ready: outlines and definitions are found", ja: "使えます(アウトラインと定義を検索できます)" },
  parsers_missing: { en: "missing: no outlines, no definitions", ja: "ありません(アウトラインと定義は検索できません)" },
  all_looked_at: { en: "every call checks all files", ja: "呼び出しごとに全ファイルを確認します" },
  some_watched: {
    en: "at most {n} directories are watched; every call checks the rest",
    ja: "最大 {n} ディレクトリを監視し、残りは呼び出しごとに確認します",
  },
  time_limit: {
    en: "{ms} ms a call (at most {cap}), {tokens}",
    ja: "1 回の呼び出し {ms} ミリ秒(最大 {cap})、{tokens}",
  },
  no_token_limit: { en: "no token limit", ja: "トークン数は無制限" },
  token_limit: { en: "{n} tokens an answer", ja: "1 回の回答 {n} トークン" },
  token_limit_of_one: { en: "{n} token an answer", ja: "1 回の回答 {n} トークン" },

  // The verdict.
  in_force: { en: "in force", ja: "有効" },
  too_wide: { en: "wider than it needs to be", ja: "必要以上に広い範囲が許可されています" },
  not_shown: { en: "not shown to work, since a root can't be read", ja: "ルートを読み取れないため、確認できません" },

  // Reading.
  listed_one: { en: "{n} file to search in {root}", ja: "{root} に検索対象が {n} ファイル" },
  listed: { en: "{n} files to search in {root}", ja: "{root} に検索対象が {n} ファイル" },
  listed_some: { en: "at least {n} files to search in {root}", ja: "{root} に検索対象が {n} ファイル以上" },
  only_excluded: {
    en: "only hidden or ignored files in {root}",
    ja: "{root} には隠しファイルか無視されるファイルだけ",
  },
  and_read: { en: "{listed}, and the beginning of {path}", ja: "{listed}、{path} の先頭" },
  read_failed: { en: "reading {root} fails: {why}", ja: "{root} を読み取れません: {why}" },

  // Needless grants.
  needless: {
    en: "--allow-{name} (or -A) was granted, and nothing needs it.",
    ja: "--allow-{name} (または -A)が許可されていますが、必要ありません。",
  },
  without_host: {
    en: "--allow-net was granted without a host: --allow-net={needed} is enough.",
    ja: "--allow-net がホストの指定なしで許可されています。--allow-net={needed} で足ります。",
  },
  without_name: {
    en: "--allow-env was granted without a name: --allow-env={needed} is enough.",
    ja: "--allow-env が変数名の指定なしで許可されています。--allow-env={needed} で足ります。",
  },
  without_path: {
    en: "--allow-read was granted without a path: --allow-read={needed} is enough.",
    ja: "--allow-read がパスの指定なしで許可されています。--allow-read={needed} で足ります。",
  },
  outside_the_roots: {
    en: "--allow-read covers {path}, which is outside the roots: --allow-read={needed} is enough.",
    ja: "--allow-read がルートの外の {path} まで許可しています。--allow-read={needed} で足ります。",
  },
  engine_has_all: {
    en: "the engine got no thread of its own, so it holds every permission compiled in.",
    ja: "エンジンが専用のスレッドを得られず、組み込まれた権限をすべて持っています。",
  },
  engine_has: { en: "the engine's threads hold {name}.", ja: "エンジンのスレッドが {name} の権限を持っています。" },
  main_has: {
    en: "the main thread still holds {name}.",
    ja: "メインスレッドが {name} の権限を持ったままです。",
  },
  network_has: { en: "the network thread holds {name}.", ja: "通信スレッドが {name} の権限を持っています。" },

  // Limitations.
  not_granted: {
    en: "--allow-net={host} was not granted: {option} does not work.",
    ja: "--allow-net={host} が許可されていないため、{option} は使えません。",
  },
  no_own_thread: {
    en: "the engine has no thread of its own: {why}.",
    ja: "エンジンに専用のスレッドがありません: {why}。",
  },
  old_watcher: {
    en: "with Deno {deno} no directory is watched, so every call checks every file. Deno 2.9 or later watches.",
    ja:
      "Deno {deno} ではディレクトリを監視できず、呼び出しごとに全ファイルを確認します。Deno 2.9 以降では監視できます。",
  },
  old_http: {
    en: "with Deno {deno}, HTTP keeps connections with half a request open. Deno 2.9 or later closes them.",
    ja: "Deno {deno} の HTTP は、要求の途中で止まった接続を閉じません。Deno 2.9 以降では閉じます。",
  },
  old_names: {
    en: "Deno {deno} does not list file names that are not UTF-8, so answers don't count them. Deno 2.9 or later does.",
    ja: "Deno {deno} は UTF-8 でないファイル名を一覧に出さず、回答でも数えません。Deno 2.9 以降では数えます。",
  },
  no_parsers: {
    en: "the parsers of source code can't be loaded: no outlines, no definitions.",
    ja: "ソースコードの構文解析器を読み込めません。アウトラインと定義は検索できません。",
  },
  few_watches: {
    en: "the system lets this user watch too few directories ({n} are wanted), so calls check files and are slower.",
    ja: "監視できるディレクトリの数が足りません(必要数 {n})。呼び出しごとにファイルを確認するため、遅くなります。",
  },
  few_watchers: {
    en: "other programs of this user have taken all watchers of the system, so calls check files and are slower.",
    ja: "ほかのプログラムがシステムの監視枠を使い切っています。呼び出しごとにファイルを確認するため、遅くなります。",
  },

  // The next thing to do.
  let_read: {
    en: "let the user that starts fossick read the root, then run doctor again.",
    ja: "fossick を起動するユーザーがルートを読み取れるようにして、もう一度 doctor を実行してください。",
  },
  narrow_root: {
    en: "open only the directory that the model works on, in place of DIR: {narrow}",
    ja: "モデルが作業するディレクトリだけを、DIR の代わりに指定して起動してください: {narrow}",
  },
  other_root: {
    en: "open a directory that exists and can be read, in place of DIR: {narrow}",
    ja: "読み取れるディレクトリを、DIR の代わりに指定して起動してください: {narrow}",
  },
  start_with: { en: "start it with: {line}", ja: "次のように起動してください: {line}" },
  use_https: { en: "reach the model by https: {https}", ja: "モデルには https で接続してください: {https}" },
  raise_ulimit: {
    en: "allow more open files, then start it from the same shell: ulimit -n 1024",
    ja: "同時に開けるファイルの数を増やし、同じシェルから起動してください: ulimit -n 1024",
  },
  write_deno_json: {
    en: "for a thread of its own and definitions, save this line as {config}: {json}",
    ja: "専用のスレッドと定義の検索を使うには、次の行を {config} に保存してください: {json}",
  },
  start_bundle: {
    en: "for a thread of its own, build the bundle and start that: {build} && {bundle}",
    ja: "専用のスレッドを使うには、バンドルを作って起動してください: {build} && {bundle}",
  },
  start_threads: {
    en: "for a thread of its own, start the module with threads: {threads}",
    ja: "専用のスレッドを使うには、スレッドのあるモジュールを起動してください: {threads}",
  },
  start_package: {
    en: "for a thread of its own, start the npm package: {package}",
    ja: "専用のスレッドを使うには、npm パッケージを起動してください: {package}",
  },
  report: {
    en: "start it again; if it still gets no thread, please report this output.",
    ja: "もう一度起動し、それでもスレッドを得られなければ、この出力を報告してください。",
  },
  upgrade: { en: "upgrade Deno: {upgrade}", ja: "Deno を更新してください: {upgrade}" },
  replace_binary: {
    en: "take a newer binary: this one contains Deno {deno}.",
    ja: "新しいバイナリに替えてください。これには Deno {deno} が含まれています。",
  },
  copy_parsers: {
    en: "put fossick.parsers, which comes with fossick.js, into {dir}",
    ja: "fossick.js に付属する fossick.parsers を {dir} に置いてください",
  },
  raise_watches: {
    en: "let the system watch more directories: {watches}",
    ja: "監視できるディレクトリの数を増やしてください: {watches}",
  },
  raise_watchers: {
    en: "let the system run more watchers: {watchers}",
    ja: "システムの監視枠を増やしてください: {watchers}",
  },
  let_host_start: {
    en: "have your host start it; this prints how, for HOST: {host}",
    ja: "ホストに起動させてください。HOST を指定すると、その設定を表示します: {host}",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `DOCTOR_MESSAGES`. */
export type DoctorKey = keyof typeof DOCTOR_MESSAGES;

/** The message in `lang`, with its values. */
export function doctorMessage(lang: Lang, key: DoctorKey, values: TemplateValues = {}): string {
  return fill(DOCTOR_MESSAGES[key][lang], values);
}
