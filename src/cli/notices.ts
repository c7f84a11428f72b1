/**
 * Notices for people at the shell, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import { type Bilingual, fill, type TemplateValues } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";

/** All notices by key. */
export const NOTICES = {
  for_example: { en: "For example: {line}", ja: "例: {line}" },
  warning: { en: "fossick: warning: {what}", ja: "fossick: 警告: {what}" },
  output_failed: { en: "The output can't be written: {why}.", ja: "出力を書き込めません: {why}。" },

  // Servers.
  waits_for_client: {
    en: "fossick is an MCP server and waits for a client on stdin. Ctrl-C ends it; for more, see fossick --help.",
    ja:
      "fossick は MCP サーバーです。クライアントからの標準入力を待っています。終了は Ctrl-C、使い方は fossick --help です。",
  },
  listening: { en: "fossick: listening on {url}", ja: "fossick: {url} で待ち受けています" },

  // Calls.
  watching: { en: "[watching; Ctrl-C ends it]", ja: "[変更を監視しています。終了は Ctrl-C]" },
  progress: { en: "fossick: {seconds} s", ja: "fossick: {seconds} 秒" },
  progress_files: { en: "fossick: {done} files, {seconds} s", ja: "fossick: {done} ファイル、{seconds} 秒" },
  progress_of_files: {
    en: "fossick: {done} of {total} files, {seconds} s",
    ja: "fossick: {total} ファイル中 {done}、{seconds} 秒",
  },

  // Warnings.
  root_is_everything: {
    en: "the root {root} holds the whole file system: everything in it can be read. Give a narrower --root.",
    ja: "ルート {root} にはファイルシステム全体が含まれ、すべて読み取れてしまいます。--root の範囲を絞ってください。",
  },
  root_holds_home: {
    en: "the root {root} holds a home directory: everything in it can be read. Give a narrower --root.",
    ja: "ルート {root} にはホームディレクトリが含まれ、すべて読み取れてしまいます。--root の範囲を絞ってください。",
  },
  files_in_the_clear: {
    en: "--provider-url is not https: anyone between here and {host} can read the files.",
    ja: "--provider-url が https ではありません。{host} に送るファイルは、経路上の誰でも読めます。",
  },
  key_in_the_clear: {
    en: "--provider-url is not https: anyone between here and {host} can read the key and the files.",
    ja: "--provider-url が https ではありません。{host} に送るキーとファイルは、経路上の誰でも読めます。",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `NOTICES`. */
export type NoticeKey = keyof typeof NOTICES;

/** The notice in `lang`, with its values. */
export function notice(lang: Lang, key: NoticeKey, values: TemplateValues = {}): string {
  return fill(NOTICES[key][lang], values);
}

/** A warning about the settings. */
export interface Warning {
  readonly key: NoticeKey;
  /** The sentence. */
  readonly text: string;
}

/** The warning in `lang`, with its values. */
export function warning(lang: Lang, key: NoticeKey, values: TemplateValues): Warning {
  return { key, text: notice(lang, key, values) };
}
