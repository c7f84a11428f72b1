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
  engine: { en: "engine", ja: "エンジン" },
  holds: { en: "  holds", ja: "  権限" },
  main: { en: "main", ja: "メイン" },
  network: { en: "network", ja: "通信" },
  consult: { en: "consult", ja: "相談" },
  cache: { en: "cache", ja: "キャッシュ" },
  fresh: { en: "fresh", ja: "鮮度" },
  limits: { en: "limits", ja: "上限" },
  read: { en: "read", ja: "読み取り" },
  sandbox: { en: "sandbox", ja: "サンドボックス" },
  problem: { en: "problem", ja: "問題" },
  next: { en: "next", ja: "次の手順" },

  // How the program was started.
  binary: { en: "binary", ja: "バイナリ" },
  bundle: { en: "bundle", ja: "バンドル" },
  source: { en: "source", ja: "ソース" },

  // The engine and its permissions.
  on_thread: { en: "threads, {n} thread", ja: "{n} スレッドで動作" },
  on_threads: { en: "threads, {n} threads", ja: "{n} スレッドで動作" },
  in_process: { en: "in-process, {n} threads ({why})", ja: "メインスレッドで動作({why})" },
  no_permission: { en: "no permission", ja: "権限なし" },
  main_holds: { en: "holds {permissions}", ja: "{permissions}" },
  network_holds: { en: "a thread of its own holds {permissions}", ja: "専用スレッドの権限: {permissions}" },

  // Settings.
  asks: { en: "asks {host}", ja: "{host} に質問します" },
  no_provider: {
    en: "no --provider-url: consult_files shows what it would send, and sends nothing",
    ja: "--provider-url がないため、consult_files は送信対象を示すだけで、何も送信しません",
  },
  off: { en: "off", ja: "無効" },
  megabytes: { en: "{n} MB", ja: "{n} MB" },
  all_looked_at: { en: "every call checks everything", ja: "呼び出しごとにすべてを確認します" },
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
  in_force: { en: "in force", ja: "有効" },

  // Reading.
  listed_one: { en: "{n} file in {root}", ja: "{root} に {n} ファイル" },
  listed: { en: "{n} files in {root}", ja: "{root} に {n} ファイル" },
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

  // The next thing to do.
  let_read: {
    en: "let the user that starts fossick read the root, then run doctor again.",
    ja: "fossick を起動するユーザーがルートを読み取れるようにして、もう一度 doctor を実行してください。",
  },
  narrow_root: {
    en: "start it on the one directory that the model works on, with --root DIR.",
    ja: "モデルが作業するディレクトリだけを --root DIR で指定して起動してください。",
  },
  start_with: { en: "start it with: {line}", ja: "次のように起動してください: {line}" },
  let_host_start: {
    en: "have your host start it with: {line}",
    ja: "ホストに次のように起動させてください: {line}",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `DOCTOR_MESSAGES`. */
export type DoctorKey = keyof typeof DOCTOR_MESSAGES;

/** The message in `lang`, with its values. */
export function doctorMessage(lang: Lang, key: DoctorKey, values: TemplateValues = {}): string {
  return fill(DOCTOR_MESSAGES[key][lang], values);
}
