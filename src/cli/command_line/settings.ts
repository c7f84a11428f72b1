/**
 * The options of all subcommands, and the settings that they make.
 * @module
 */
import type { Bilingual, TemplateValues } from "../../model/messages/bilingual.ts";
import { type Lang, langOf } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import { ANSWERS_RULES, type AnswersRule } from "../../model/sent_as.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import type { FreshnessMode } from "../../pool/create_engine.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import { KEY_VARIABLE } from "../permissions.ts";
import { UsageError, type UsageFaultKey } from "../usage_error.ts";

/** The sets of tools that can be served. */
export const PROFILES = ["default", "microagent", "fs"] as const satisfies readonly Profile[];

/** The languages of `--lang`. */
const LANGS = ["en", "ja"] as const satisfies readonly Lang[];

/** How the server notices changes. */
const FRESHNESS = ["watch", "stat"] as const satisfies readonly FreshnessMode[];

/** The address of an HTTP server. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** When to color an answer. `auto`: on a terminal, unless NO_COLOR is set. */
const COLOR_RULES = ["auto", "always", "never"] as const;

/** One of `COLOR_RULES`. */
export type ColorRule = typeof COLOR_RULES[number];

/** The settings of one run. */
export interface Settings {
  /** As given; the first is the project root. */
  readonly roots: readonly string[];
  readonly profile: Profile;
  /** Names of the tools to offer; absent: all of the profile. */
  readonly tools?: readonly string[];
  /** The forms of an answer that are sent; absent: auto. */
  readonly answers?: AnswersRule;
  /** 0 = none. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
  /** Megabytes; 0 = no cache. */
  readonly cacheMb: number;
  /** How cached files are known to be current; absent: watch. */
  readonly freshness?: FreshnessMode;
  readonly lang: Lang;
  /** When to color text; absent: auto. */
  readonly color?: ColorRule;
  readonly http?: ListenAddress;
  readonly providerUrl?: string;
  /** Globs of files that consult_files may send though they look secret. */
  readonly consultAllow?: readonly string[];
}

/** An option as the help shows it. */
export interface Option {
  readonly name: string;
  /** Placeholder of its value, unless it has `choices`. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  readonly help: Bilingual;
  readonly example: string;
}

/** The options of all subcommands, in the order of the help. */
export const OPTIONS = [
  {
    name: "root",
    value: "DIR",
    help: {
      en: "directory to open; repeatable, the first is the project root; default .",
      ja: "公開するディレクトリ。複数指定でき、最初がプロジェクトルート。既定は .",
    },
    example: "src",
  },
  {
    name: "profile",
    choices: PROFILES,
    help: { en: "set of tools; without it default", ja: "ツールの組。既定は default" },
    example: "default",
  },
  {
    name: "tools",
    value: "A,B",
    help: { en: "only these tools of the profile", ja: "プロファイルのうち、これらのツールだけ" },
    example: "glob_files,read_file",
  },
  {
    name: "answers",
    choices: ANSWERS_RULES,
    help: {
      en: "the form of answers: their text, their structured content or both; default auto: what the client shows",
      ja: "回答として送るもの。テキスト、構造化コンテンツ、または両方。既定の auto ではクライアントが表示するもの",
    },
    example: "text",
  },
  {
    name: "token-budget",
    value: "N",
    help: {
      en: `most tokens of an answer; default ${LIMITS.tokenBudget}, in call none; 0 = no limit`,
      ja: `1 回の回答のトークン数。既定は ${LIMITS.tokenBudget}、call では無制限。0 = 無制限`,
    },
    example: "8000",
  },
  {
    name: "timeout-ms",
    value: "N",
    help: {
      en: `milliseconds that a call may take; default ${LIMITS.timeoutMs.default}, cap ${LIMITS.timeoutMs.cap}`,
      ja: `1 回の呼び出しの制限時間(ミリ秒)。既定は ${LIMITS.timeoutMs.default}、上限 ${LIMITS.timeoutMs.cap}`,
    },
    example: "4000",
  },
  {
    name: "cache-mb",
    value: "N",
    help: {
      en: `megabytes of memory for file contents and their index; default ${LIMITS.cacheMb}, 0 = off`,
      ja: `ファイルの内容とその署名のキャッシュ(MB)。既定は ${LIMITS.cacheMb}、0 = 無効`,
    },
    example: "256",
  },
  {
    name: "freshness",
    choices: FRESHNESS,
    help: {
      en: "how changes are noticed: by watching, or by checking every file in every call; default watch",
      ja: "変更の検知方法。監視するか、呼び出しごとに全ファイルを確認するか。既定は watch",
    },
    example: "watch",
  },
  {
    name: "lang",
    choices: LANGS,
    help: { en: "language of messages; without it the locale's", ja: "メッセージの言語。指定がなければロケールに従う" },
    example: "en",
  },
  {
    name: "http",
    value: "[HOST:]PORT",
    help: {
      en: "serve Streamable HTTP at /mcp instead of stdio",
      ja: "標準入出力の代わりに、/mcp で Streamable HTTP を提供する",
    },
    example: "8080",
  },
  {
    name: "provider-url",
    value: "URL",
    help: { en: "OpenAI-compatible API for consult_files", ja: "consult_files が使う OpenAI 互換 API" },
    example: "https://api.example.com/v1",
  },
  {
    name: "consult-allow",
    value: "GLOB",
    help: {
      en: "files that consult_files may send though they look secret; repeatable",
      ja: "秘密情報に見えても consult_files で送ってよいファイル。複数指定できる",
    },
    example: "fixtures/*.pem",
  },
  {
    name: "color",
    choices: COLOR_RULES,
    help: {
      en: "colours in text; default auto: on a terminal, unless NO_COLOR is set",
      ja: "テキストの色。既定の auto では、端末で NO_COLOR が未設定なら付ける",
    },
    example: "never",
  },
] as const satisfies readonly Option[];

/** The name of an option of `OPTIONS`. */
export type OptionName = typeof OPTIONS[number]["name"];

/** Values in the given order, by option name. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>;

/**
 * The settings that options ask for.
 * @param tokenBudget the default
 * @throws UsageError with the option, its values, and a command line that works
 */
export function settingsOf(given: GivenOptions, tokenBudget: number = LIMITS.tokenBudget): Settings {
  const freshness = choiceValue(given, "freshness", FRESHNESS);
  const answers = choiceValue(given, "answers", ANSWERS_RULES);
  const color = choiceValue(given, "color", COLOR_RULES);
  const tools = given.get("tools")?.flatMap((list) => list.split(",")).filter((name) => name !== "");
  const http = lastValue(given, "http");
  if (given.get("root")?.includes("")) throw optionError("root", "root_empty");
  const providerUrl = parseProviderUrl(given), consultAllow = given.get("consult-allow");
  return {
    roots: given.get("root") ?? ["."],
    profile: choiceValue(given, "profile", PROFILES) ?? "default",
    ...(tools && { tools }),
    ...(answers && { answers }),
    tokenBudget: wholeNumber(given, "token-budget", 0, 10_000_000) ?? tokenBudget,
    timeoutMs: wholeNumber(given, "timeout-ms", 1, LIMITS.timeoutMs.cap) ?? LIMITS.timeoutMs.default,
    cacheMb: wholeNumber(given, "cache-mb", 0, 1_000_000) ?? LIMITS.cacheMb,
    ...(freshness && { freshness }),
    lang: choiceValue(given, "lang", LANGS) ?? langOf(navigator.language),
    ...(color && { color }),
    ...(http !== undefined && { http: parseListenAddress(http) }),
    ...(providerUrl !== undefined && { providerUrl }),
    ...(consultAllow && { consultAllow }),
  };
}

/**
 * The language of `--lang` in `args`, or else the locale's: a mistake elsewhere on the line is explained in that
 * language.
 *
 * @example
 * ```ts
 * lineLang(["--rot", "src", "--lang=ja"], "en-US"); // "ja"
 * ```
 */
export function lineLang(args: readonly string[], locale = navigator.language): Lang {
  const values = args.map((word, i) => word === "--lang" ? args[i + 1] : /^--lang=(.*)$/.exec(word)?.[1]);
  return values.flatMap((value) => LANGS.find((lang) => lang === value) ?? []).at(-1) ?? langOf(locale);
}

/** The error for a wrong value of an option. @param values of the message, beside the option's name */
export function optionError(name: OptionName, key: UsageFaultKey, values: TemplateValues = {}): UsageError {
  const option = OPTIONS.find((known) => known.name === name);
  return new UsageError(key, { option: name, ...values }, `fossick --${name} ${option?.example ?? ""}`);
}

function lastValue(given: GivenOptions, name: OptionName): string | undefined {
  return given.get(name)?.at(-1);
}

function wholeNumber(given: GivenOptions, name: OptionName, least: number, most: number): number | undefined {
  const text = lastValue(given, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  throw optionError(name, "whole_number", { least, most, text: JSON.stringify(text) });
}

function choiceValue<T extends string>(given: GivenOptions, name: OptionName, values: readonly T[]): T | undefined {
  const text = lastValue(given, name);
  if (text === undefined) return undefined;
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  const nearest = nearestNames(text, values, 1).join();
  throw optionError(name, "choice", { choices: values.join(", "), text: JSON.stringify(text), nearest });
}

function parseProviderUrl(given: GivenOptions): string | undefined {
  const text = lastValue(given, "provider-url");
  if (text === undefined) return undefined;
  // Not URL.parse: the npm package's program runs this in Node 20, which has none.
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!/^https?:$/.test(parsed?.protocol ?? "")) {
    throw optionError("provider-url", "not_a_url", { text: JSON.stringify(text) });
  }
  // Everyone on the machine can see command lines.
  if (parsed?.username === "" && parsed.password === "") return text;
  throw optionError("provider-url", "url_with_secret", { variable: KEY_VARIABLE });
}

/** Parses `8080`, `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`. */
function parseListenAddress(text: string): ListenAddress {
  const parts = /^(?:(\[[\da-f:.]+\]|[a-z\d.-]+):)?(\d{1,5})$/i.exec(text);
  const port = Number(parts?.[2]);
  if (parts !== null && port <= 65_535) return { host: (parts[1] ?? "127.0.0.1").toLowerCase(), port };
  throw optionError("http", "not_an_address", { text: JSON.stringify(text) });
}
