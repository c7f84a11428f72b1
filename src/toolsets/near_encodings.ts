/**
 * In which encodings, other than UTF-8, text may hold what a query asks for.
 * @module
 */

/** WHATWG labels by a script of which they have the letters, the commonest first. */
const BY_SCRIPT: readonly (readonly [script: RegExp, labels: readonly string[]])[] = [
  [/\p{Script=Cyrillic}/u, ["windows-1251", "koi8-r", "ibm866"]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["shift_jis", "euc-jp"]],
  [/\p{Script=Hangul}/u, ["euc-kr"]],
  [/\p{Script=Han}/u, ["gbk", "shift_jis", "big5", "euc-jp"]],
  [/\p{Script=Greek}/u, ["windows-1253"]],
  [/\p{Script=Hebrew}/u, ["windows-1255"]],
  [/\p{Script=Arabic}/u, ["windows-1256"]],
  [/\p{Script=Thai}/u, ["windows-874"]],
];
const LATIN = ["windows-1252", "windows-1250", "windows-1254"];

/**
 * The labels that are worth a try for a query that is not ASCII.
 *
 * @example
 * ```ts
 * import { nearEncodings } from "./near_encodings.ts";
 * nearEncodings("привет"); // ["windows-1251", "koi8-r", "ibm866"]
 * nearEncodings("naïve"); // ["windows-1252", "windows-1250", "windows-1254"]
 * ```
 */
export function nearEncodings(query: string): readonly string[] {
  return BY_SCRIPT.find(([script]) => script.test(query))?.[1] ?? LATIN;
}
