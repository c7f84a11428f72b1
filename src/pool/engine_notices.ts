/**
 * The engine's messages to the person who started it, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";

/** All messages by key. */
export const ENGINE_NOTICES = {
  // Why there is no thread.
  few_descriptors: {
    en: "the system allows it too few open files (ulimit -n)",
    ja: "同時に開けるファイルの数が少なすぎます(ulimit -n)",
  },
  none_asked: { en: "no thread was requested", ja: "スレッドを使わない設定です" },
  narrow_grant: {
    en: "the read grant covers the roots alone, not the engine's own module",
    ja: "読み取りの許可がルートに限られ、エンジン自身のモジュールを含みません",
  },
  no_deno_json: {
    en: "the deno.json that allows threads their own permissions is not beside this file: see docs/distribution.md",
    ja:
      "スレッドごとの権限を有効にする deno.json がこのファイルと同じ場所にありません(docs/distribution.md に例があります)",
  },
  no_threads_entry: {
    en: "this module of the package needs no flag and has no threads; another one has them",
    ja: "パッケージのこのモジュールはフラグ不要ですが、スレッドがありません。スレッドのあるモジュールもあります",
  },
  thread_refused: { en: "{why}", ja: "スレッドを開始できません: {why}" },

  // Why the process ends.
  thread_died: {
    en: "the engine's thread has died: {why}. No other can be started, so the server ends.",
    ja: "エンジンのスレッドが異常終了しました: {why}。代わりを開始できないため、サーバーを終了します。",
  },
  thread_silent: {
    en: "the engine's thread has died: it does not answer. No other can be started, so the server ends.",
    ja: "エンジンのスレッドが応答しません。代わりを開始できないため、サーバーを終了します。",
  },
  overdue: {
    en: "no answer within {seconds} s: the engine has stopped, so the server ends.",
    ja: "{seconds} 秒以内に応答がありません。エンジンが停止しているため、サーバーを終了します。",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type EngineNoticeKey = keyof typeof ENGINE_NOTICES;

/** Reports `why` and ends the process, which has given up its permissions and can't start another engine. */
export type EndProcess = (why: Bilingual) => void;

/** Reports in `lang`; exit code 70. */
export function endProcessIn(lang: Lang): EndProcess {
  return (why) => {
    console.error(`fossick: ${why[lang]}`);
    Deno.exit(70);
  };
}
