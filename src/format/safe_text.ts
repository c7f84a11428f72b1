/**
 * Text that can neither be misread nor act on a terminal: names with characters that look like others or like nothing,
 * lines with control characters. Structured content needs none of this.
 * @module
 */

/** Control characters, line and paragraph separators. */
const LINE_BREAKING = String.raw`\p{Cc}\u2028\u2029`;

/**
 * Spaces that look like a plain one, what has no width or no ink, and what reorders the text after it on display. U+3000
 * is as wide as the characters around it, and stands in many Japanese names.
 */
const LOOKALIKE = String.raw`[\p{Zs}--[ \u3000]]\p{Default_Ignorable_Code_Point}\u2800`;

const UNSAFE_NAME = new RegExp(`[${LINE_BREAKING}${LOOKALIKE}]`, "gv");
/** A character with what is written onto it: marks, and the later parts of a Hangul syllable. */
const CLUSTER = /\P{M}?[\p{M}\u1160-\u11ff]+|[^\p{ASCII}]/gu;
const UNSAFE_LINE = new RegExp(`(?!\\t)[${LINE_BREAKING}]`, "gu");
/** A carriage return is half of a line break, or overwrites the line on a terminal; at the end nobody knows yet. */
const UNSAFE_CONTENT = new RegExp(`(?!\\t|\\n|\\r\\n|\\r$)[${LINE_BREAKING}]`, "gu");
/** What is said of an answer stands in brackets on a line of its own, which a name could be taken for. */
const REMARK = /^\[.*\]$/;

/**
 * A path as text shows it: as it is, or as a JSON string literal where a character in it could
 * mislead, where it begins as such a literal does, or looks like a remark of ours. Either is accepted back.
 *
 * @example
 * ```ts
 * textPath("at 9.41\u202fAM.png"); // '"at 9.41\\u202fAM.png"'
 * ```
 */
export function textPath(path: string): string {
  return path.startsWith('"') || REMARK.test(path) || path.normalize("NFC") !== path
    ? textJson(path)
    : quoteIfUnsafe(path);
}

/** As it is, or as a JSON string literal where a character in it could mislead. */
export function quoteIfUnsafe(value: string): string {
  return value.search(UNSAFE_NAME) >= 0 ? textJson(value) : value;
}

/** JSON of `value`, in which a character that could mislead is escaped. */
export function textJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value));
}

/** The same with a blank after each colon and comma, as calls are written. */
export function spacedJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value, null, 1).replace(/,\n\s*/g, ", ").replace(/\n\s*/g, ""));
}

function escapeUnsafe(json: string): string {
  const safe = json.replace(UNSAFE_NAME, jsonEscape);
  return safe.normalize("NFC") === safe ? safe : safe.replace(CLUSTER, escapeDecomposed);
}

/** A name that is not composed would look like one that is. */
function escapeDecomposed(cluster: string): string {
  if (cluster.normalize("NFC") === cluster) return cluster;
  return cluster.replace(/^.$|[\p{M}\u1160-\u11ff]/gu, jsonEscape);
}

/** One line of a file, or a part of one: what would break it or drive a terminal becomes visible, as `\x1b`. */
export function textLine(line: string): string {
  return line.replace(UNSAFE_LINE, visibleEscape);
}

/** Content of several lines, its line breaks kept. */
export function textContent(content: string): string {
  return content.replace(UNSAFE_CONTENT, visibleEscape);
}

/** Characters of a caller's value in a sentence. */
const MAX_VALUE_UNITS = 300;

/** A caller's value inside a sentence: safe, and not too long. */
export function textValue(value: string): string {
  const short = value.length > MAX_VALUE_UNITS ? truncateUnits(value, MAX_VALUE_UNITS) + "…" : value;
  return short.replace(UNSAFE_NAME, visibleEscape);
}

/** The first `most` UTF-16 units of `text`, or one less where that would part a pair. */
export function truncateUnits(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

function jsonEscape(char: string): string {
  return char.split("").map((unit) => "\\u" + hex(unit).padStart(4, "0")).join("");
}

function visibleEscape(char: string): string {
  const code = hex(char);
  return code.length > 2 ? jsonEscape(char) : "\\x" + code.padStart(2, "0");
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16);
}
