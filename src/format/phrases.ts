/**
 * The sentences of answers, beside their results, in English and Japanese.
 * @module
 */
import { fill, type TemplateValues } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";
import { ARGUMENT_PHRASES } from "./phrases/argument_phrases.ts";
import { CONSULT_PHRASES } from "./phrases/consult_phrases.ts";
import { READ_PHRASES } from "./phrases/read_phrases.ts";
import { RESULT_PHRASES } from "./phrases/result_phrases.ts";
import { ZERO_RESULT_PHRASES } from "./phrases/zero_result_phrases.ts";

/** The words for units, in English by number. */
const UNITS = {
  matches: { en: ["match", "matches"], ja: "件の一致" },
  files: { en: ["file", "files"], ja: "ファイル" },
  entries: { en: ["entry", "entries"], ja: "件" },
  directories: { en: ["directory", "directories"], ja: "ディレクトリ" },
  extensions: { en: ["extension", "extensions"], ja: "種類の拡張子" },
  values: { en: ["value", "values"], ja: "種類の値" },
  patterns: { en: ["query", "queries"], ja: "件のクエリ" },
  lines: { en: ["line", "lines"], ja: "行" },
  bytes: { en: ["byte", "bytes"], ja: "バイト" },
  tokens: { en: ["token", "tokens"], ja: "トークン" },
} as const;

const PHRASES = {
  ...RESULT_PHRASES,
  ...ARGUMENT_PHRASES,
  ...ZERO_RESULT_PHRASES,
  ...READ_PHRASES,
  ...CONSULT_PHRASES,
};

/** The name of a phrase. */
export type PhraseKey = keyof typeof PHRASES;

/** The phrase `key` in `lang`, filled in with `values`. */
export function say(lang: Lang, key: PhraseKey, values: TemplateValues = {}): string {
  return fill(PHRASES[key][lang], values);
}

/** The unit of an answer's records. */
export type Unit = "matches" | "files" | "entries" | "directories" | "extensions" | "values" | "patterns";

/** The word for `unit` after the number `n`. */
export function unitWord(lang: Lang, unit: keyof typeof UNITS, n: number): string {
  const { en: [singular, plural], ja } = UNITS[unit];
  return lang === "ja" ? ja : n === 1 ? singular : plural;
}

/** `3 matches`. */
export function countPhrase(lang: Lang, unit: Unit, n: number): string {
  return say(lang, "count", { n, unit: unitWord(lang, unit, n) });
}

/** The number of records found. If `cutBy` is given, there may be more. */
export interface FoundTotal {
  readonly total: number;
  readonly cutBy?: string;
}

/** `3 matches`, or `at least 3 matches`. */
export function totalPhrase(lang: Lang, unit: Unit, { total, cutBy }: FoundTotal): string {
  const count = countPhrase(lang, unit, total);
  return cutBy === undefined ? count : say(lang, "at_least", { count });
}

/** The hint that a pattern took too long on `n` lines; none if `n` is 0. */
export function hardLineHints(lang: Lang, n: number): string[] {
  return n === 0 ? [] : [say(lang, n === 1 ? "hard_line" : "hard_lines", { n })];
}
