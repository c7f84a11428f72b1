/**
 * The environments of an English and of a Japanese shell.
 * @module
 */

export const ENGLISH: Record<string, string> = { LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };
export const JAPANESE: Record<string, string> = { LANG: "ja_JP.UTF-8", LC_ALL: "ja_JP.UTF-8" };
