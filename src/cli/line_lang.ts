/**
 * The language of a command line, known before anything else of it is.
 * @module
 */
import { type Lang, langOf } from "../model/lang.ts";

/** All languages, as `--lang` takes them. */
export const LANGS = ["en", "ja"] as const satisfies readonly Lang[];

/**
 * The language that `args` ask for with `--lang`, else the locale's: so a mistake elsewhere on the line is explained in it.
 *
 * @example
 * ```ts
 * lineLang(["--rot", "src", "--lang=ja"], "en-US"); // "ja"
 * ```
 */
export function lineLang(args: readonly string[], locale = navigator.language): Lang {
  const asked = args.map((word, i) => word === "--lang" ? args[i + 1] : /^--lang=(.*)$/.exec(word)?.[1]);
  return asked.flatMap((value) => LANGS.find((lang) => lang === value) ?? []).at(-1) ?? langOf(locale);
}
