/**
 * Sentences of `fossick config`, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import { type Bilingual, fill, type TemplateValues } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";

/** All sentences by key. */
export const CONFIG_MESSAGES = {
  // The list of hosts.
  choose: {
    en: "The hosts. For one of them: {line}",
    ja: "対応するホスト。指定方法: {line}",
  },
  other: { en: "any other host: its {key} block", ja: "その他のホスト: {key} の設定" },

  // Where the host then has the server.
  project: { en: "{host}, in this project.", ja: "{host}、このプロジェクト。" },
  all: { en: "{host}, in all projects.", ja: "{host}、すべてのプロジェクト。" },
  app: { en: "{host}.", ja: "{host}。" },
  any: { en: "Any other host.", ja: "その他のホスト。" },

  // The directory that it opens.
  fixed: { en: "fossick opens {roots}.", ja: "fossick は {roots} を開きます。" },
  fixed_for_all: { en: "fossick always opens {roots}.", ja: "fossick は常に {roots} を開きます。" },
  here: {
    en: "fossick opens the project in which {host} runs.",
    ja: "fossick は {host} を使っているプロジェクトを開きます。",
  },
  workspace: {
    en: "fossick opens the project: {host} replaces {workspace} by its path.",
    ja: "fossick はプロジェクトを開きます。{workspace} は {host} がそのパスに置き換えます。",
  },

  // The next step.
  run: { en: "Run this in a shell:", ja: "シェルで次を実行してください。" },
  run_in: { en: "Run this in a shell, in {directory}:", ja: "{directory} に移動し、シェルで次を実行してください。" },
  add_to_settings: {
    en: "Put this into the settings of any host that has {key}:",
    ja: "{key} を使うホストの設定に次を書いてください。",
  },
  add: { en: "Put this into {file}:", ja: "{file} に次を書いてください。" },
  merge_settings: {
    en: "If they have {key} already, add the entry {server} to it. Then restart the host.",
    ja: "{key} がすでにある場合は、{server} の項目を追加してください。その後、ホストを再起動してください。",
  },
  merge: {
    en: "If that file exists, add the entry {server} to it.",
    ja: "ファイルがすでにある場合は、{server} の項目を追加してください。",
  },
  trusted: {
    en: "{host} reads it where the project is trusted.",
    ja: "{host} は信頼済みのプロジェクトで読み込みます。",
  },
  restart: { en: "Then restart {host}.", ja: "その後、{host} を再起動してください。" },
  api_key: {
    en: "If the provider needs a key, fossick reads it from the environment variable {variable} of {host}.",
    ja: "プロバイダーにキーが必要なら、{host} の環境変数 {variable} から読み取ります。",
  },
  write_api_key: {
    en: "If the provider needs a key, write it there in place of the dots.",
    ja: "プロバイダーにキーが必要なら、… の代わりに書いてください。",
  },
  full_path: {
    en: "If {host} does not find {program}, write its full path: {path}",
    ja: "{host} が {program} を見つけられない場合は、フルパスを書いてください: {path}",
  },
  path_on_system: {
    en: 'If {host} does not find {program}, write its full path, which "command -v {program}" prints.',
    ja: '{host} が {program} を見つけられない場合は、フルパスを書いてください。"command -v {program}" で表示されます。',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `CONFIG_MESSAGES`. */
export type ConfigKey = keyof typeof CONFIG_MESSAGES;

/** The sentence in `lang`, with its values. */
export function configMessage(lang: Lang, key: ConfigKey, values: TemplateValues = {}): string {
  return fill(CONFIG_MESSAGES[key][lang], values);
}
