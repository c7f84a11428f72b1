/**
 * TOML: the tables, and the keys before the first one.
 * @module
 */
import type { Definition } from "../../../../model/definition.ts";
import type { ScannedLanguage } from "../../language.ts";
import { keysOfLines } from "./key_definition.ts";

/** A string or a comment. A string that is not closed ends with the text or its line. */
const OPAQUE = /"""(?:[^]*?"""|[^]*)|'''(?:[^]*?'''|[^]*)|"(?:[^"\\\n]+|\\.)*"?|'[^'\n]*'?|#[^\n]*/g;
/** `[table]`, `[[table]]`. */
const TABLE = /^(\s*\[{1,2}\s*)([^\s[\].]+(?:\s*\.\s*[^\s[\].]+)*)\s*\]{1,2}\s*$/;
/** `key =`, `a.b =`. */
const KEY = /^(\s*)([\w-]+(?:\s*\.\s*[\w-]+)*)\s*=/;

function topKeys(text: string): Definition[] {
  const lines = text.split("\n"), plain = withoutStrings(text).split("\n");
  const keys: { readonly name: string; readonly row: number }[] = [];
  let isInTable = false;
  for (let row = 0; row < lines.length; row = afterValue(plain, row)) {
    const table = TABLE.exec(plain[row]), found = table ?? (isInTable ? null : KEY.exec(plain[row]));
    isInTable ||= table !== null;
    if (found === null) continue;
    const start = found[1].length;
    keys.push({ name: unquoted(lines[row].slice(start, start + found[2].length)), row });
  }
  return keysOfLines(lines, keys);
}

/** The text with `x` for each character of a string, blanks for comments. Line breaks stay. */
function withoutStrings(text: string): string {
  return text.replaceAll(OPAQUE, (part) => part.replaceAll(/[^\n]/g, part.startsWith("#") ? " " : "x"));
}

/** The row after the statement that begins in `row`: arrays have several lines. */
function afterValue(plain: readonly string[], row: number): number {
  let depth = 0;
  for (let at = row; at < plain.length; at++) {
    for (const [bracket] of plain[at].matchAll(/[[\]{}]/g)) depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth <= 0) return at + 1;
  }
  return plain.length;
}

function unquoted(name: string): string {
  return name.replace(/^(["'])(.*)\1$/, "$2");
}

/** TOML. */
export const TOML: ScannedLanguage = {
  name: "toml",
  extensions: ["toml"],
  fileNames: ["Cargo.lock", "poetry.lock", "Pipfile", "uv.lock"],
  definitionsIn: topKeys,
};
