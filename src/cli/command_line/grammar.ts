/**
 * The words of the command line, from which parser, help, manual page and completions are made.
 * @module
 */
import type { Bilingual } from "../../model/messages/bilingual.ts";

/** A subcommand. */
export interface Verb {
  readonly name: string;
  /** The words that can follow it, and their help. */
  readonly usages: readonly (readonly [words: string, help: Bilingual])[];
}

/** The subcommands, in the order of the help. */
export const VERBS = [
  {
    name: "serve",
    usages: [["[serve] [options]", {
      en: "speak MCP over stdin and stdout, or HTTP",
      ja: "標準入出力または HTTP で MCP を提供する",
    }]],
  },
  {
    name: "call",
    usages: [
      ["call TOOL '{json}'", {
        en: "one call; exit 0 found, 1 nothing found, 2 error",
        ja: "1 回の呼び出し。終了コード 0 あり、1 なし、2 エラー",
      }],
      ["call TOOL -", {
        en: "the same with the JSON from stdin: no shell's quotes",
        ja: "同上。JSON は標準入力から読むため、シェルの引用符は不要",
      }],
      ["call TOOL WORD …", {
        en: "the same as a shell user types it: call search_content TODO src",
        ja: "同上。シェルらしい書き方: call search_content TODO src",
      }],
      ["call TOOL --flag value …", {
        en: "the same with flags; fossick call TOOL --help lists them",
        ja: "同上。フラグで指定。一覧は fossick call TOOL --help",
      }],
    ],
  },
  {
    name: "tools",
    usages: [["tools [TOOL] [--json]", { en: "the tools and their schemas", ja: "ツールとそのスキーマ" }]],
  },
  {
    name: "doctor",
    usages: [["doctor [--json]", {
      en: "what is permitted, what works, and what to do next; exit 0 when the sandbox is in force",
      ja: "許可された権限、動作の状態、次の手順。サンドボックスが有効なら終了コード 0",
    }]],
  },
  {
    name: "config",
    usages: [["config [HOST] [options]", {
      en: "the command or block that adds fossick to a host; alone: the hosts",
      ja: "ホストに fossick を追加するコマンドまたは設定。HOST がなければホストの一覧",
    }]],
  },
  { name: "help", usages: [] },
  { name: "version", usages: [] },
] as const satisfies readonly Verb[];

/** The name of a subcommand. */
export type VerbName = typeof VERBS[number]["name"];

/** An option. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** Placeholder of its value; absent: it takes none. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** Whether the value is a list with commas. */
  readonly isList?: boolean;
  /** Whether it applies unless `--no-NAME` is given. */
  readonly isOnByDefault?: boolean;
}

/** The name as help shows it: `--hidden`, `--[no-]regex`. */
export function dashed({ name, isOnByDefault }: Flag): string {
  return isOnByDefault ? `--[no-]${name}` : `--${name}`;
}

/** Options without a value. */
export const SWITCHES: readonly (Pick<Flag, "name" | "short"> & { readonly help: Bilingual })[] = [
  { name: "json", help: { en: "always answer as JSON", ja: "常に JSON で答える" } },
  {
    name: "text",
    help: {
      en: "always answer as text; by default text on a terminal, JSON elsewhere",
      ja: "常にテキストで答える。指定がなければ、端末ではテキスト、それ以外では JSON",
    },
  },
  {
    name: "watch",
    help: {
      en: "call: repeat after every change below a root, until interrupted",
      ja: "call: ルート以下が変わるたびに、中断されるまで呼び直す",
    },
  },
  {
    name: "help",
    short: "h",
    help: { en: "usage; after call TOOL, that tool's", ja: "使い方。call TOOL の後ろではそのツールの使い方" },
  },
  { name: "version", short: "V", help: { en: "the version", ja: "バージョン" } },
];
