/**
 * Mistakes on the command line, in English and Japanese: one sentence each, and a command line that works. `{name}`
 * stands for a value.
 * @module
 */
import { type Bilingual, fillBoth, type TemplateValues } from "../model/messages/bilingual.ts";
import { UserError } from "../model/messages/user_error.ts";

/** All sentences by key. */
export const USAGE_FAULTS = {
  // Words.
  verb_unknown: {
    en: "There is no subcommand {word}; nearest: {nearest}.",
    ja: "サブコマンド {word} はありません。近いもの: {nearest}。",
  },
  word_unknown: {
    en: "There is no subcommand {word}; a directory is given with --root.",
    ja: "サブコマンド {word} はありません。ディレクトリは --root で指定してください。",
  },
  tool_as_verb: {
    en: "{tool} is a tool; tools are called with call.",
    ja: "{tool} はツールです。ツールは call で呼び出します。",
  },
  tool_missing: { en: "call needs the name of a tool: {tools}.", ja: "call にはツール名が必要です: {tools}。" },
  tool_unknown: {
    en: "There is no tool {word}; nearest: {nearest}. All: {tools}.",
    ja: "ツール {word} はありません。近いもの: {nearest}。すべて: {tools}。",
  },
  root_as_word: {
    en: "{word} looks like a directory; directories are given with --root.",
    ja: "{word} はディレクトリのようです。ディレクトリは --root で指定してください。",
  },
  stray: { en: "{word} is one word too many.", ja: "{word} は余分な語です。" },

  // Options.
  option_unknown: {
    en: "There is no option {option}; nearest: {nearest}.",
    ja: "オプション {option} はありません。近いもの: {nearest}。",
  },
  value_missing: {
    en: "{option} needs a value; one that begins with dashes is written {option}=VALUE.",
    ja: "{option} には値が必要です。ダッシュで始まる値は {option}=VALUE と書いてください。",
  },
  switch_value: {
    en: "--{flag} takes a value only after an equals sign: for {text}, write --{meant} or --{flag}={text}.",
    ja:
      "--{flag} の値は、付けるなら等号の後ろに書きます。{text} にするには --{meant} または --{flag}={text} としてください。",
  },
  whole_number: {
    en: "--{option} takes a whole number from {least} to {most}, not {text}.",
    ja: "--{option} には {least} から {most} までの整数を指定してください。{text} は使えません。",
  },
  choice: {
    en: "--{option} takes {choices}, not {text}; nearest: {nearest}.",
    ja: "--{option} には {choices} のいずれかを指定してください。{text} は使えません。近いもの: {nearest}。",
  },
  tools_unknown: {
    en: "--{option} names no tool of profile {profile}: {text}; nearest: {nearest}.",
    ja: "--{option} の {text} はプロファイル {profile} にないツールです。近いもの: {nearest}。",
  },
  root_empty: {
    en: "--{option} is empty; it takes a directory, and a dot is the current one.",
    ja: "--{option} の値が空です。ディレクトリを指定してください。現在のディレクトリはドット(.)です。",
  },
  tools_none: { en: "--{option} names no tool.", ja: "--{option} にツール名がありません。" },
  not_a_url: {
    en: "--{option} takes an http or https URL, not {text}.",
    ja: "--{option} には http または https の URL を指定してください。{text} は使えません。",
  },
  url_with_secret: {
    en: "--{option} takes no user name or password: a key goes into the environment variable {variable}.",
    ja: "--{option} の URL にはユーザー名やパスワードを含めず、キーは環境変数 {variable} に設定してください。",
  },
  not_an_address: {
    en: "--{option} takes a port, or HOST:PORT, not {text}.",
    ja: "--{option} にはポート番号か HOST:PORT を指定してください。{text} は使えません。",
  },
  address_in_use: {
    en: "--{option} {address}: that address is in use.",
    ja: "--{option} {address}: このアドレスは使用中です。",
  },
  address_refused: {
    en: "--{option} {address}: {why}.",
    ja: "--{option} {address} で待ち受けできません: {why}。",
  },
  json_and_text: {
    en: "--json and --text can't be combined.",
    ja: "--json と --text は同時に指定できません。",
  },
  watch_without_call: {
    en: "--watch goes with call, not with {verb}.",
    ja: "--watch は call とともに使うもので、{verb} では使えません。",
  },
  watch_sends: {
    en: "{tool} sends files to a provider, so it is not repeated after every change.",
    ja: "{tool} はファイルを外部に送るため、変更のたびに呼び直すことはできません。",
  },

  // Hosts.
  host_misspelt: {
    en: "There is no host {word}; nearest: {nearest}. All: {hosts}.",
    ja: "ホスト {word} はありません。近いもの: {nearest}。すべて: {hosts}。",
  },
  host_unknown: {
    en: "fossick does not know the host {word}. Most hosts take the {key} block that {other} prints. All: {hosts}.",
    ja: "ホスト {word} には対応していません。多くのホストでは、{other} の {key} の設定を使えます。すべて: {hosts}。",
  },
  host_ambiguous: {
    en: "{word} can mean several hosts: {hosts}.",
    ja: "{word} に当てはまるホストが複数あります: {hosts}。",
  },
  config_http: {
    en: "--http is for a server that you start yourself. A host that starts fossick talks to it over stdio.",
    ja: "--http は自分で起動するサーバーのためのものです。ホストが起動する fossick は標準入出力で通信します。",
  },
  config_comma: {
    en:
      "A host can't start this fossick on {root}: Deno takes the comma for the end of a path. Open the directory above.",
    ja: "ホストはこの fossick を {root} で起動できません。Deno はコンマをパスの区切りとみなします。" +
      "上のディレクトリを開いてください。",
  },

  // Arguments.
  stdin_no_text: {
    en: "The input on stdin is not UTF-8 text, or is longer than 64 MiB.",
    ja: "標準入力の内容が UTF-8 のテキストでないか、64 MiB を超えています。",
  },
  not_json: { en: "The arguments of {tool} are not JSON: {text}", ja: "{tool} の引数が JSON ではありません: {text}" },
  no_object: {
    en: "The arguments of {tool} must be a JSON object, not {text}",
    ja: "{tool} の引数には JSON オブジェクトを指定してください: {text}",
  },

  // Roots and permissions.
  unexpanded: {
    en: "--root {root} still contains {part}: neither the shell nor the host has expanded it. Write the whole path.",
    ja: "--root {root} の {part} が、シェルにもホストにも展開されずに残っています。パス全体を書いてください。",
  },
  unexpanded_grant: {
    en:
      "--root {root} still contains {part}: neither the shell nor the host has expanded it. Write the whole path, also " +
      "in --allow-read.",
    ja: "--root {root} の {part} が、シェルにもホストにも展開されずに残っています。--allow-read も含めて、" +
      "パス全体を書いてください。",
  },
  not_granted: {
    en: "fossick may not read its root {root}: start it with {flag}.",
    ja: "ルート {root} の読み取りが許可されていません。{flag} を付けて起動してください。",
  },
  not_granted_comma: {
    en:
      "fossick may not read its root {root}: Deno takes the comma in {flag} for the end of a path. Start it in that " +
      "directory, with --allow-read=. (a dot).",
    ja: "ルート {root} の読み取りが許可されていません。Deno は {flag} のコンマをパスの区切りとみなします。" +
      "そのディレクトリで --allow-read=. (ドット)を付けて起動してください。",
  },
  comma_roots: {
    en:
      "fossick can't open {root} together with the other roots: Deno takes the comma for the end of a path. Start a " +
      "server for each, or rename the directory.",
    ja: "ルート {root} をほかのルートと一緒に開けません。Deno はコンマをパスの区切りとみなします。" +
      "それぞれにサーバーを起動するか、ディレクトリの名前を変えてください。",
  },
  may_not_listen: {
    en: "fossick may not listen on {address}: start it with --allow-net={address}.",
    ja: "{address} での待ち受けが許可されていません。--allow-net={address} を付けて起動してください。",
  },
  token_missing: {
    en:
      "--http {host} can be reached from other machines, so a token is needed: set the environment variable {variable}.",
    ja: "--http {host} は他のマシンから接続できるため、トークンが必要です。環境変数 {variable} を設定してください。",
  },
  token_missing_grant: {
    en:
      "--http {host} can be reached from other machines, so a token is needed: set the environment variable {variable}, " +
      "and let fossick see it with --allow-env={variable}.",
    ja: "--http {host} は他のマシンから接続できるため、トークンが必要です。環境変数 {variable} を設定し、" +
      "--allow-env={variable} で読めるようにしてください。",
  },
  secret_unusable: {
    en:
      "{variable} has a character that no key or token can have, such as a line break, a typographic quote or an ellipsis.",
    ja: "{variable} に、キーやトークンには使えない文字(改行、印刷用の引用符、三点リーダーなど)が含まれています。",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A key of `USAGE_FAULTS`. */
export type UsageFaultKey = keyof typeof USAGE_FAULTS;

/** A mistake that the user can correct; it is shown without a stack. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
  /** @param example a command line that works */
  constructor(readonly key: UsageFaultKey, values: TemplateValues, readonly example: string) {
    super(fillBoth(USAGE_FAULTS[key], values));
  }
}
