/**
 * The options of all subcommands, and the settings that they make.
 * @module
 */
import { type Lang, langOf, type SentenceKey } from "../../model/messages/messages.ts";
import { LIMITS } from "../../model/limits.ts";
import { ANSWERS_RULES, type AnswersRule } from "../../model/sent_as.ts";
import type { FreshnessMode } from "../../pool/create_engine.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import { KEY_VARIABLE } from "../permissions.ts";
import { UsageError } from "../usage_error.ts";

/** The sets of tools that can be served. */
export const PROFILES = ["default", "microagent", "fs"] as const satisfies readonly Profile[];

/** The languages of `--lang`. */
const LANGS = ["en", "ja"] as const satisfies readonly Lang[];

/** How the server notices changes. */
const FRESHNESS = ["watch", "stat"] as const satisfies readonly FreshnessMode[];

/** When to color an answer. `auto`: on a terminal, unless NO_COLOR is set. */
const COLOR_RULES = ["auto", "always", "never"] as const;

/** One of `COLOR_RULES`. */
export type ColorRule = typeof COLOR_RULES[number];

/** The address of an HTTP server. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Values in the given order, by option name. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>;

/** The settings of one run. */
export interface Settings {
  /** The options that make them. */
  readonly given: GivenOptions;
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
  /** The model that consult_files asks where a call names none. */
  readonly providerModel?: string;
  /** Globs of files that consult_files may send though they look secret. */
  readonly consultAllow?: readonly string[];
}

/** An option with a value. */
export interface Option {
  readonly name: string;
  readonly help: SentenceKey;
  /** Placeholder of its value, unless it has `choices`. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** Bounds and default of a whole number. */
  readonly least?: number;
  readonly most?: number;
  readonly usual?: number;
}

/** The options of all subcommands, in the order of the help. */
export const OPTIONS = [
  { name: "root", help: "help.root", value: "DIR" },
  { name: "profile", help: "help.profile", choices: PROFILES },
  { name: "tools", help: "help.only_tools", value: "A,B" },
  { name: "answers", help: "help.answers", choices: ANSWERS_RULES },
  { name: "token-budget", help: "help.token-budget", value: "N", most: 10_000_000, usual: LIMITS.tokenBudget },
  {
    name: "timeout-ms",
    help: "help.timeout-ms",
    value: "N",
    least: 1,
    most: LIMITS.timeoutMs.cap,
    usual: LIMITS.timeoutMs.default,
  },
  { name: "cache-mb", help: "help.cache-mb", value: "N", most: 1_000_000, usual: LIMITS.cacheMb },
  { name: "freshness", help: "help.freshness", choices: FRESHNESS },
  { name: "lang", help: "help.lang", choices: LANGS },
  { name: "http", help: "help.http", value: "[HOST:]PORT" },
  { name: "provider-url", help: "help.provider-url", value: "URL" },
  { name: "provider-model", help: "help.provider-model", value: "NAME" },
  { name: "consult-allow", help: "help.consult-allow", value: "GLOB" },
  { name: "color", help: "help.color", choices: COLOR_RULES },
] as const satisfies readonly Option[];

/** The name of an option of `OPTIONS`. */
export type OptionName = typeof OPTIONS[number]["name"];

/** Settings where no option gives them: in a server's calls, and in a call from a shell, where a person waits. */
export const DEFAULTS = {
  serve: { tokenBudget: LIMITS.tokenBudget, timeoutMs: LIMITS.timeoutMs.default },
  call: { tokenBudget: 0, timeoutMs: LIMITS.timeoutMs.cap },
} as const;

/**
 * The settings that options ask for.
 * @throws UsageError with the option, the value and what it takes
 */
export function settingsOf(given: GivenOptions, usual: typeof DEFAULTS["serve" | "call"] = DEFAULTS.serve): Settings {
  const freshness = choiceValue(given, "freshness", FRESHNESS);
  const answers = choiceValue(given, "answers", ANSWERS_RULES);
  const color = choiceValue(given, "color", COLOR_RULES);
  const tools = given.get("tools")?.flatMap((list) => list.split(",")).filter((name) => name !== "");
  const http = lastValue(given, "http");
  const providerUrl = parseProviderUrl(given), providerModel = lastValue(given, "provider-model");
  const consultAllow = given.get("consult-allow");
  if (given.get("root")?.includes("")) throw wrongValue("--root", "DIR", "");
  return {
    given,
    roots: given.get("root") ?? ["."],
    profile: choiceValue(given, "profile", PROFILES) ?? "default",
    ...(tools && { tools }),
    ...(answers && { answers }),
    tokenBudget: wholeNumber(given, "token-budget") ?? usual.tokenBudget,
    timeoutMs: wholeNumber(given, "timeout-ms") ?? usual.timeoutMs,
    cacheMb: wholeNumber(given, "cache-mb") ?? LIMITS.cacheMb,
    ...(freshness && { freshness }),
    lang: choiceValue(given, "lang", LANGS) ?? langOf(navigator.language),
    ...(color && { color }),
    ...(http !== undefined && { http: parseListenAddress(http) }),
    ...(providerUrl !== undefined && { providerUrl }),
    ...(providerModel && { providerModel }),
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

/** The error for a wrong value of an option or a subcommand. @param form what it takes */
export function wrongValue(option: string, form: string, text: string): UsageError {
  return new UsageError("usage.value", { option, form, text: JSON.stringify(text) });
}

function lastValue(given: GivenOptions, name: OptionName): string | undefined {
  return given.get(name)?.at(-1);
}

function wholeNumber(given: GivenOptions, name: OptionName): number | undefined {
  const text = lastValue(given, name);
  if (text === undefined) return undefined;
  const { least = 0, most = 0 }: Option = OPTIONS.find((option) => option.name === name) ?? OPTIONS[0];
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  throw wrongValue(`--${name}`, `${least}..${most}`, text);
}

function choiceValue<T extends string>(given: GivenOptions, name: OptionName, values: readonly T[]): T | undefined {
  const text = lastValue(given, name);
  if (text === undefined) return undefined;
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw wrongValue(`--${name}`, values.join("|"), text);
}

const URL_FORM = "http(s)://HOST[:PORT]/…";

function parseProviderUrl(given: GivenOptions): string | undefined {
  const text = lastValue(given, "provider-url");
  if (text === undefined) return undefined;
  // Not URL.parse: the npm package's program runs this in Node 20, which has none.
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  // A comma or a wildcard in the host would be a grant for others.
  const isOneHost = /^https?:$/.test(parsed?.protocol ?? "") && !/[,*]/.test(parsed?.hostname ?? "");
  if (!isOneHost) throw wrongValue("--provider-url", URL_FORM, text);
  if (parsed?.username === "" && parsed.password === "") return text;
  // Everyone on the machine can see command lines, so a key stands in the environment.
  throw wrongValue("--provider-url", `${URL_FORM}; ${KEY_VARIABLE}=…`, `…@${parsed?.host}`);
}

/** Parses `8080`, `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`. */
function parseListenAddress(text: string): ListenAddress {
  const parts = /^(?:(\[[\da-f:.]+\]|[a-z\d.-]+):)?(\d{1,5})$/i.exec(text);
  const port = Number(parts?.[2]);
  if (parts !== null && port <= 65_535) return { host: (parts[1] ?? "127.0.0.1").toLowerCase(), port };
  throw wrongValue("--http", "[HOST:]PORT", text);
}

/** A subcommand. */
export interface Verb {
  readonly name: string;
  /** How it is written, and the key of its help; absent: help and version, which are options as well. */
  readonly usage?: readonly [words: string, help: SentenceKey];
}

/** The subcommands, in the order of the help. */
export const VERBS = [
  { name: "serve", usage: ["[serve] [options]", "help.serve"] },
  { name: "call", usage: ["call TOOL [WORD …] [--flag value …]", "help.call"] },
  { name: "tools", usage: ["tools [TOOL] [--json]", "help.tools"] },
  { name: "doctor", usage: ["doctor [--json]", "help.doctor"] },
  { name: "config", usage: ["config [HOST] [options]", "help.config"] },
  { name: "help" },
  { name: "version" },
] as const satisfies readonly Verb[];

/** The name of a subcommand. */
export type VerbName = typeof VERBS[number]["name"];

/** An option as help and completions show it. */
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

/** Options without a value. */
export const SWITCHES: readonly { readonly name: string; readonly short?: string; readonly help: SentenceKey }[] = [
  { name: "json", help: "help.output" },
  { name: "text", help: "help.output" },
  { name: "watch", help: "help.watch" },
  { name: "help", short: "h", help: "help.help" },
  { name: "version", short: "V", help: "help.version" },
];
