/**
 * The options of all subcommands, and the settings that they make.
 * @module
 */
import { type Lang, langOf, type SentenceKey } from "../../model/messages/messages.ts";
import { LIMITS } from "../../model/limits.ts";
import { ANSWERS_RULES, type AnswersRule } from "../../model/output_form.ts";
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

/** An option of all subcommands: a row of the table from which parser, settings, help and completions are made. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  readonly help: SentenceKey;
  /** Placeholder of its value, unless it has `choices`; it takes none where both are absent. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** Default and highest value of a whole number, as the help names them. */
  readonly usual?: number;
  readonly most?: number;
  /** What its values set. @throws UsageError with the option, the value and what it takes */
  set?(values: readonly string[]): Partial<Settings>;
}

/** The options of all subcommands, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  { name: "root", help: "help.root", value: "DIR", set: (roots) => ({ roots: roots.map(nonEmptyRoot) }) },
  oneOf("profile", PROFILES, (profile) => ({ profile })),
  { name: "tools", help: "help.only_tools", value: "A,B", set: (lists) => ({ tools: lists.flatMap(namesIn) }) },
  oneOf("answers", ANSWERS_RULES, (answers) => ({ answers })),
  number("token-budget", [0, LIMITS.tokenBudget, 10_000_000], (tokenBudget) => ({ tokenBudget })),
  number("timeout-ms", [1, LIMITS.timeoutMs.default, LIMITS.timeoutMs.cap], (timeoutMs) => ({ timeoutMs })),
  number("cache-mb", [0, LIMITS.cacheMb, 1_000_000], (cacheMb) => ({ cacheMb })),
  oneOf("freshness", FRESHNESS, (freshness) => ({ freshness })),
  oneOf("lang", LANGS, (lang) => ({ lang })),
  single("http", "[HOST:]PORT", (address) => ({ http: parseListenAddress(address) })),
  single("provider-url", "URL", (url) => ({ providerUrl: checkProviderUrl(url) })),
  single("provider-model", "NAME", (name) => name === "" ? {} : { providerModel: name }),
  { name: "consult-allow", help: "help.consult-allow", value: "GLOB", set: (consultAllow) => ({ consultAllow }) },
  oneOf("color", COLOR_RULES, (color) => ({ color })),
  { name: "json", help: "help.output" },
  { name: "text", help: "help.output" },
  { name: "watch", help: "help.watch" },
  { name: "help", short: "h", help: "help.help" },
  { name: "version", short: "V", help: "help.version" },
];

/** Whether an option is followed by a value. */
export function takesValue({ value, choices }: Option): boolean {
  return (value ?? choices) !== undefined;
}

type Setting<T> = (value: T) => Partial<Settings>;

/** An option of which the last value counts. */
function single(name: "http" | "provider-url" | "provider-model", value: string, set: Setting<string>): Option {
  return { name, help: `help.${name}`, value, set: (values) => set(values.at(-1) ?? "") };
}

function oneOf<T extends string>(
  name: "profile" | "answers" | "freshness" | "lang" | "color",
  choices: readonly T[],
  set: Setting<T>,
): Option {
  return {
    name,
    help: `help.${name}`,
    choices,
    set(values) {
      const text = values.at(-1) ?? "", value = choices.find((known) => known === text);
      if (value === undefined) throw wrongValue(`--${name}`, choices.join("|"), text);
      return set(value);
    },
  };
}

function number(
  name: "token-budget" | "timeout-ms" | "cache-mb",
  [least, usual, most]: readonly [least: number, usual: number, most: number],
  set: Setting<number>,
): Option {
  return {
    name,
    help: `help.${name}`,
    value: "N",
    usual,
    most,
    set(values) {
      const text = values.at(-1) ?? "", value = Number(text);
      if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return set(value);
      throw wrongValue(`--${name}`, `${least}..${most}`, text);
    },
  };
}

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
  // Node 20, in which the npm package's program runs this, knows no locale here.
  const lang = langOf(globalThis.navigator?.language ?? ""), { cacheMb } = LIMITS;
  return OPTIONS.reduce<Settings>((settings, { name, set }) => {
    const values = given.get(name);
    return values === undefined ? settings : { ...settings, ...set?.(values) };
  }, { given, roots: ["."], profile: "default", ...usual, cacheMb, lang });
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

function nonEmptyRoot(root: string): string {
  if (root === "") throw wrongValue("--root", "DIR", root);
  return root;
}

/** The names in a list with commas. */
function namesIn(list: string): string[] {
  return list.split(",").filter((name) => name !== "");
}

const URL_FORM = "http(s)://HOST[:PORT]/…";

/** @throws UsageError for anything but a URL of one host without a password */
function checkProviderUrl(text: string): string {
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
