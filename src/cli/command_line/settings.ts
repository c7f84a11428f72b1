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

/** The subcommands, in the order of the help. */
export const VERBS = ["serve", "call", "tools", "doctor", "config", "help", "version"] as const;

/** The name of a subcommand. */
export type VerbName = typeof VERBS[number];

/** The address of an HTTP server. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Values in the given order, by option name. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>;

/** The settings of one run. What an absent one means is in the help of its option. */
export interface Settings {
  /** The options that make them. */
  readonly given: GivenOptions;
  /** As given; the first is the project root. */
  readonly roots: readonly string[];
  readonly profile: Profile;
  readonly tools?: readonly string[];
  readonly answers?: AnswersRule;
  /** 0 = none, as for the cache. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
  readonly cacheMb: number;
  readonly freshness?: FreshnessMode;
  readonly lang: Lang;
  readonly color?: "auto" | "always" | "never";
  readonly http?: ListenAddress;
  readonly providerUrl?: string;
  readonly providerModel?: string;
  readonly consultAllow?: readonly string[];
}

/** The name of an option: its help is the sentence of that name. */
type OptionName = SentenceKey extends infer Key ? Key extends `option.${infer Name}` ? Name : never : never;

/** An option of all subcommands: a row of the table from which parser, settings, help and completions are made. */
export interface Option {
  readonly name: OptionName;
  readonly short?: string;
  /** What it takes, as help and errors write it; absent: nothing. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** The default of a number, as the help names it. */
  readonly usual?: number;
  /** What its last value, or all of them, set; undefined if it is none that it takes. */
  set?(last: string, all: readonly string[]): Partial<Settings> | undefined;
}

/** Both `filePattern` and `file_pattern` become `file-pattern`. */
export function kebabCase(name: string): string {
  return name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
}

const URL_FORM = "http(s)://HOST/…";

/** The options of all subcommands, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  { name: "root", value: "DIR", set: (_, roots) => roots.includes("") ? undefined : { roots } },
  oneOf("profile", PROFILES, (profile) => ({ profile })),
  { name: "tools", value: "A,B", set: (_, lists) => namedTools(lists.join().split(",").filter(Boolean)) },
  oneOf("answers", ANSWERS_RULES, (answers) => ({ answers })),
  number("token-budget", [0, LIMITS.tokenBudget, 10_000_000], (tokenBudget) => ({ tokenBudget })),
  number("timeout-ms", [1, LIMITS.timeoutMs.default, LIMITS.timeoutMs.cap], (timeoutMs) => ({ timeoutMs })),
  number("cache-mb", [0, LIMITS.cacheMb, 1_000_000], (cacheMb) => ({ cacheMb })),
  oneOf("freshness", ["watch", "stat"], (freshness) => ({ freshness })),
  oneOf("lang", LANGS, (lang) => ({ lang })),
  { name: "http", value: "[HOST:]PORT", set: parseListenAddress },
  { name: "provider-url", value: URL_FORM, set: parseProviderUrl },
  { name: "provider-model", value: "NAME", set: (name) => name === "" ? {} : { providerModel: name } },
  { name: "consult-allow", value: "GLOB", set: (_, consultAllow) => ({ consultAllow }) },
  oneOf("color", ["auto", "always", "never"], (color) => ({ color })),
  { name: "json" },
  { name: "text" },
  { name: "watch" },
  { name: "help", short: "h" },
  { name: "version", short: "V" },
];

function oneOf<T extends string>(
  name: OptionName,
  choices: readonly T[],
  set: (choice: T) => Partial<Settings>,
): Option {
  const setChosen = (choice: T | undefined) => choice && set(choice);
  return {
    name,
    value: choices.join("|"),
    choices,
    set: (text) => setChosen(choices.find((choice) => choice === text)),
  };
}

function number(
  name: OptionName,
  [least, usual, most]: readonly [least: number, usual: number, most: number],
  set: (value: number) => Partial<Settings>,
): Option {
  return {
    name,
    value: `${least}..${most}`,
    usual,
    set: (text) => /^\d{1,9}$/.test(text) && +text >= least && +text <= most ? set(+text) : undefined,
  };
}

/**
 * The settings that options ask for. A call from a shell has no budget, and waits as long as it may, for a person waits.
 * @throws UsageError with the option, the value and what it takes
 */
export function settingsOf(parsed: GivenOptions, verb: VerbName = "serve"): Settings {
  const given = new Map([...parsed].filter(([name]) => OPTIONS.some((option) => option.name === name && option.set)));
  // Node 20, in which the npm package's program runs this, knows no locale here.
  const lang = langOf(globalThis.navigator?.language ?? ""), { tokenBudget, timeoutMs, cacheMb } = LIMITS;
  const usual = verb === "call"
    ? { tokenBudget: 0, timeoutMs: timeoutMs.cap }
    : { tokenBudget, timeoutMs: timeoutMs.default };
  return OPTIONS.reduce<Settings>(
    (settings, option) => ({ ...settings, ...settingOf(option, given.get(option.name)) }),
    { given, roots: ["."], profile: "default", ...usual, cacheMb, lang },
  );
}

function settingOf({ name, value = "", set }: Option, values: readonly string[] = []): Partial<Settings> {
  const [last] = values.slice(-1), setting = last === undefined ? {} : set?.(last, values);
  if (setting === undefined) throw wrongValue(`--${name}`, value, last);
  return setting;
}

/** The error for a wrong value of an option or a subcommand. @param form what it takes */
export function wrongValue(option: string, form: string, text: string): UsageError {
  return new UsageError("usage.value", { option, form, text: JSON.stringify(withoutPassword(text)) });
}

/** A URL as it may be shown: a password is for nobody's screen. */
function withoutPassword(text: string): string {
  const from = text.indexOf("//") + 2, at = text.lastIndexOf("@");
  return from < 2 || at < from ? text : `${text.slice(0, from)}…${text.slice(at)}`;
}

/**
 * The language of a line, which may be mistaken elsewhere: that of `--lang`, or else the locale's.
 *
 * @example
 * ```ts
 * lineLang(["--rot", "src", "--lang=ja"], "en-US"); // "ja"
 * ```
 */
export function lineLang(args: readonly string[], locale = navigator.language): Lang {
  const named = valuesOf("lang", args).flatMap((value) => LANGS.find((lang) => lang === value) ?? []);
  return named.at(-1) ?? langOf(locale);
}

/** The profile of a line, which decides on the tools and so on the flags. @throws UsageError for one that isn't known */
export function lineProfile(args: readonly string[]): Profile {
  const [name = "default"] = valuesOf("profile", args).slice(-1);
  const profile = PROFILES.find((known) => known === name);
  if (profile === undefined) throw wrongValue("--profile", PROFILES.join("|"), name);
  return profile;
}

/** The values of an option in a line whose flags are not known yet. */
function valuesOf(name: OptionName, args: readonly string[]): string[] {
  const end = args.indexOf("--"), words = end < 0 ? args : args.slice(0, end), flag = `--${name}`;
  return words.flatMap((word, i) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag && i + 1 < words.length ? [words[i + 1]] : [];
  });
}

function namedTools(tools: readonly string[]): Partial<Settings> | undefined {
  return tools.length > 0 ? { tools } : undefined;
}

/** A URL of one host without a password: everyone on the machine can see command lines. */
function parseProviderUrl(text: string): Partial<Settings> | undefined {
  // Not URL.parse: the npm package's program runs this in Node 20, which has none.
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  // A comma or a wildcard in the host would be a grant for others.
  const isOneHost = /^https?:$/.test(protocol) && !/[,*]/.test(hostname);
  if (!isOneHost) return undefined;
  if (username + password !== "") throw wrongValue("--provider-url", `${URL_FORM}; ${KEY_VARIABLE}=…`, text);
  return { providerUrl: text };
}

/** Parses `8080`, `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`. */
function parseListenAddress(text: string): Partial<Settings> | undefined {
  const [, host = "127.0.0.1", port] = /^(?:(\[[\da-f:.]+\]|[a-z\d.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  return Number(port) <= 65_535 ? { http: { host: host.toLowerCase(), port: Number(port) } } : undefined;
}
