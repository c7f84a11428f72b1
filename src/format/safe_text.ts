/**
 * Makes text safe to show: it escapes characters of names that look like others or are invisible, and control characters
 * of lines, which could drive a terminal. Structured content is not escaped.
 * @module
 */

/** Control characters, line and paragraph separators. */
const LINE_BREAKING = String.raw`\p{Cc}\u2028\u2029`;

/**
 * Spaces that look like a plain one, characters without width or ink, and those that reorder the text after them. U+3000
 * is not among them: it is as wide as the characters around it, and is in many Japanese names.
 */
const LOOKALIKE = String.raw`[\p{Zs}--[ \u3000]]\p{Default_Ignorable_Code_Point}\u2800`;

const UNSAFE_NAME = new RegExp(`[${LINE_BREAKING}${LOOKALIKE}]`, "gv");
/** A character with its combining marks, or the later parts of a Hangul syllable. */
const CLUSTER = /\P{M}?[\p{M}\u1160-\u11ff]+|[^\p{ASCII}]/gu;
const UNSAFE_LINE = new RegExp(`(?!\\t)[${LINE_BREAKING}]`, "gu");
/** A lone carriage return overwrites the line on a terminal. One at the end may be the first half of a line break. */
const UNSAFE_CONTENT = new RegExp(`(?!\\t|\\n|\\r\\n|\\r$)[${LINE_BREAKING}]`, "gu");
/** A line in brackets: remarks about an answer have this form, and a name must not pass for one. */
const REMARK = /^\[.*\]$/;

/**
 * A path as text shows it: unchanged, or as a JSON string literal. It is a literal if a character in it could mislead,
 * or if it looks like a literal or a remark itself. Arguments accept both.
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

/** `value`, or a JSON string literal of it if a character in it could mislead. */
export function quoteIfUnsafe(value: string): string {
  return value.search(UNSAFE_NAME) >= 0 ? textJson(value) : value;
}

/** JSON of `value`, with characters escaped that could mislead. */
export function textJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value));
}

/** A variant of `textJson` with a blank after each colon and comma, as calls are written. */
export function spacedJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value, null, 1).replace(/,\n\s*/g, ", ").replace(/\n\s*/g, ""));
}

function escapeUnsafe(json: string): string {
  const safe = json.replace(UNSAFE_NAME, jsonEscape);
  return safe.normalize("NFC") === safe ? safe : safe.replace(CLUSTER, escapeDecomposed);
}

/** Escapes the marks of a cluster that is not composed: it would look like one that is. */
function escapeDecomposed(cluster: string): string {
  if (cluster.normalize("NFC") === cluster) return cluster;
  return cluster.replace(/^.$|[\p{M}\u1160-\u11ff]/gu, jsonEscape);
}

/** One line of a file, or a part of one, with visible escapes such as `\x1b` for control characters. */
export function textLine(line: string): string {
  return line.replace(UNSAFE_LINE, visibleEscape);
}

/** A variant of `textLine` for several lines: it keeps line breaks. */
export function textContent(content: string): string {
  return content.replace(UNSAFE_CONTENT, visibleEscape);
}

/** The longest value in a sentence, in UTF-16 units. */
const MAX_VALUE_UNITS = 300;

/** A caller's value inside a sentence: safe to show, and shortened. */
export function textValue(value: string): string {
  const short = value.length > MAX_VALUE_UNITS ? truncateUnits(value, MAX_VALUE_UNITS) + "…" : value;
  return short.replace(UNSAFE_NAME, visibleEscape);
}

/** The first `max` UTF-16 units of `text`, or one less if that would split a surrogate pair. */
export function truncateUnits(text: string, max: number): string {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
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
