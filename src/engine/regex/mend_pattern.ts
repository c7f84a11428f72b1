/**
 * Guesses what an invalid pattern was meant to be: an expression with its mistakes mended, or plain text.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { escapeRegex } from "../../model/escape_regex.ts";
import { type Reason, type ReasonKey, REASONS } from "../../model/messages/reasons.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Node } from "./ast.ts";
import { POSIX_CLASSES } from "./char_sets.ts";
import { parsePattern } from "./parse.ts";

/** The mended expression; or plain text, if the pattern contains no expression. */
export type MendedPattern = { readonly pattern: string } | { readonly text: string };

/** The most mistakes mended in one pattern, and the longest pattern tried. */
const MAX_MENDS = 64, MAX_PATTERN_UNITS = 1000;

/**
 * Mends `pattern`, which does not parse; undefined if its meaning is unclear.
 *
 * @example
 * ```ts
 * mendPattern("make_snapshot|RateSnapshot("); // { pattern: "make_snapshot|RateSnapshot\\(" }
 * mendPattern("foo\\.bar("); // { text: "foo.bar(" }
 * ```
 */
export function mendPattern(pattern: string): MendedPattern | undefined {
  if (pattern.length > MAX_PATTERN_UNITS) return undefined;
  const single = withSingleBackslashes(pattern);
  if (single !== undefined) return { pattern: single };
  const mended = mendAll(withCodeEscaped(pattern));
  if (mended === undefined) return undefined;
  const text = literalTextOf(parsePattern(ANY_DOT + mended, false).root);
  if (text === undefined) return { pattern: mended };
  // A tab or line break was probably a backslash before a letter: `C:\new`.
  return { text: /\p{Cc}/u.test(text) ? pattern : text };
}

/** The pattern with doubled backslashes halved, if that parses. */
function withSingleBackslashes(pattern: string): string | undefined {
  const single = pattern.replaceAll("\\\\", "\\");
  return single !== pattern && isValidPattern(single) ? single : undefined;
}

/** The error for an invalid query, with the mended query if there is one. */
export function withMend({ params: { pattern, at, why } }: ToolError, query: string): ToolError {
  const meant = mendPattern(query), params = { pattern, at, why };
  if (meant === undefined) return new ToolError("regex", params);
  if ("pattern" in meant) return new ToolError("regex_mended", { ...params, mended: meant.pattern });
  return new ToolError("regex_text", { ...params, literal: meant.text, escaped: escapeRegex(meant.text) });
}

/** Parts that keep their meaning: an escape, a class on its own. */
const UNCHANGED = /\\.|(?<![\w)\]])\[(?:\\.|[^\\\]])+\]/;
/** Text that looks like code: `[i]` and `(a, b)` after a name, `||`, `$` before one. */
const LOOKS_LIKE_CODE =
  /(?<=[\w)\]])\[(?:\w|\w{3,}|'\w+'|"\w+")\](?![*+?{])|(?<=\w)\([\w\s,.'"=:]*\)(?![*+?{])|\|\||\$(?=[\w({[])/;
const SPECIAL_PARTS = new RegExp(`(${UNCHANGED.source})|${LOOKS_LIKE_CODE.source}`, "gs");

/** Escapes the parts that look like code. */
function withCodeEscaped(pattern: string): string {
  return pattern.replace(SPECIAL_PARTS, (part, passed?: string) => passed ?? escapeRegex(part));
}

/** Mends mistakes one by one, in the order in which the parser reports them. */
function mendAll(pattern: string): string | undefined {
  let mended = pattern;
  for (let mends = 0; mends < MAX_MENDS; mends++) {
    const failure = parseFailure(mended);
    if (failure === undefined) return mended;
    const next = MENDS[failure.key]?.(mended, failure.index);
    if (next === undefined || next === mended) return undefined;
    mended = next;
  }
  return undefined;
}

/** Whether `pattern` parses. */
export function isValidPattern(pattern: string): boolean {
  return parseFailure(pattern) === undefined;
}

/** Why and where `pattern` does not parse. */
function parseFailure(pattern: string): { readonly key: ReasonKey; readonly index: number } | undefined {
  try {
    parsePattern(pattern, false);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { at, why } = error.params;
    if (error.key !== "regex" || !isReason(why)) return { key: "no_room", index: 0 };
    return { key: why.key, index: Array.from(pattern).slice(0, Number(at) - 1).join("").length };
  }
}

function isReason(why: unknown): why is Reason {
  return typeof why === "object" && why !== null && "key" in why && String(why.key) in REASONS;
}

type Mend = (pattern: string, index: number) => string | undefined;

/** How each mistake is mended, by the reason that the parser gives. */
const MENDS: Readonly<Partial<Record<ReasonKey, Mend>>> = {
  group_unclosed: (pattern, index) => isGroup(pattern, index) ? pattern + ")" : escapeAt(pattern, index),
  group_unopened: escapeAt,
  group_kind: escapeGroupHead,
  group_unknown: (pattern, index) =>
    pattern.startsWith("\\", index) ? escapeAt(pattern, index) : escapeGroupHead(pattern, index),
  group_name: (pattern, index) => replaceAt(pattern, pattern.lastIndexOf("(?", index), /^\(\?P?<[^>]*>/, "(?:"),
  flag_missing: escapeGroupHead,
  flag_unknown: withKnownFlags,
  flag_unicode: withKnownFlags,
  atomic: (pattern, index) => replaceAt(pattern, index, /^\(\?>/, "(?:"),
  branch_reset: (pattern, index) => replaceAt(pattern, index, /^\(\?\|/, "(?:"),
  comment_unclosed: escapeGroupHead,
  class_unclosed: (pattern, index) => closeClass(pattern, index) ?? escapeAt(pattern, index),
  class_empty: (pattern, index) => replaceAt(pattern, index, /^\[\]/, "\\[\\]"),
  class_operand: (pattern, index) => replaceAt(pattern, pattern.slice(0, index).search(/(?:&&|--)$/), /^&&|--/, "\\$&"),
  class_range: orderRange,
  class_escape: bareEscape,
  repeat_nothing: (pattern, index) =>
    replaceAt(pattern, index, /^[*+?]*|^\{/, escapeRegex(/^[*+?]*|^\{/.exec(pattern.slice(index))?.[0] ?? "")),
  repeat_twice: mendSecondQuantifier,
  possessive: mendSecondQuantifier,
  posix_unknown: posixClass,
  repeat_order: (pattern, index) => replaceAt(pattern, index, /^\{(\d+),(\d+)\}/, "{$2,$1}"),
  escape_nothing: (pattern) => pattern + "\\",
  escape_unknown: bareEscape,
  escape_hex: bareEscape,
  escape_control: bareEscape,
  escape_octal: octalToHex,
  escape_N: (pattern, index) => replaceAt(pattern, escapeStart(pattern, index), /^\\N\{U\+([0-9A-Fa-f]+)\}/, "\\u{$1}"),
  escape_K: keepToLookBehind,
  escape_G: (pattern, index) => replaceAt(pattern, escapeStart(pattern, index), /^\\G/, ""),
  escape_X: (pattern, index) => replaceAt(pattern, escapeStart(pattern, index), /^\\X/, "(?:\\P{M}\\p{M}*)"),
  escape_g: (pattern, index) =>
    replaceAt(pattern, escapeStart(pattern, index), /^\\g\{?(\d+)\}?/, "\\$1") ??
      replaceAt(pattern, escapeStart(pattern, index), /^\\g[{<](\w+)[}>]/, "\\k<$1>"),
  property_unnamed: bareEscape,
  property_unknown: bareEscape,
};

/** The start of the escape in which the parser stopped. */
function escapeStart(pattern: string, index: number): number {
  return pattern[index] === "\\" ? index : pattern.lastIndexOf("\\", index);
}

/** Replaces what `head` matches at `index`; undefined if it does not match. */
function replaceAt(pattern: string, index: number, head: RegExp, to: string): string | undefined {
  const rest = pattern.slice(Math.max(0, index)), other = rest.replace(head, to);
  return other === rest ? undefined : pattern.slice(0, Math.max(0, index)) + other;
}

function escapeAt(pattern: string, index: number): string {
  return pattern.slice(0, index) + "\\" + pattern.slice(index);
}

/** Escapes a `(?` that begins no group. */
function escapeGroupHead(pattern: string, index: number): string | undefined {
  return replaceAt(pattern, index, /^\(\?/, "\\(\\?");
}

/** Whether a parenthesis opens a group (it has alternatives or a group's head) rather than a call. */
function isGroup(pattern: string, index: number): boolean {
  const after = pattern.slice(index + 1), before = pattern.slice(0, index);
  const plain = after.replace(/\\./gs, "");
  return /^\?(?:[:=!']|<[=!\w]|P<)/.test(after) || /[^|\s]\|[^|\s]/.test(plain) && !/\w$/.test(before);
}

/** Closes an unclosed class after its ranges. */
function closeClass(pattern: string, index: number): string | undefined {
  const [ranges] = /^\[\^?(?:\w-\w|\\[wdsWDS])+[\w.-]*/.exec(pattern.slice(index)) ?? [];
  return ranges && pattern.slice(0, index) + ranges + "]" + pattern.slice(index + ranges.length);
}

/** Drops flags that are unknown, or that hold for every pattern. */
function withKnownFlags(pattern: string, index: number): string | undefined {
  const [head, on, , end] = /^\(\?([A-Za-z]*)(-[A-Za-z]+)?([:)])/.exec(pattern.slice(index)) ?? [];
  if (head === undefined) return undefined;
  const flags = on.replace(/[^imsx]/g, ""), kept = flags === "" && end === ")" ? "" : `(?${flags}${end}`;
  return pattern.slice(0, index) + kept + pattern.slice(index + head.length);
}

/**
 * Orders a range: `[z-a]` is turned round, `[a-Z]` becomes both cases. If an end is no letter or digit, the `-` is
 * escaped.
 */
function orderRange(pattern: string, index: number): string {
  const [text, low, high] = /^([A-Za-z0-9])-([A-Za-z0-9])/.exec(pattern.slice(index)) ?? [];
  if (text === undefined) return escapeAt(pattern, pattern.indexOf("-", index + 1));
  const isMixed = /[a-z]/.test(low) && /[A-Z]/.test(high);
  const range = isMixed ? `${low}-${high.toLowerCase()}${low.toUpperCase()}-${high}` : `${high}-${low}`;
  return pattern.slice(0, index) + range + pattern.slice(index + text.length);
}

/** Corrects the name of a POSIX class by up to two letters; else escapes the brackets. */
function posixClass(pattern: string, index: number): string | undefined {
  const [, name = ""] = /^\[:\^?(\w*):\]/.exec(pattern.slice(index)) ?? [];
  const meant = nearestNames(name, [...POSIX_CLASSES.keys()], 1).find((known) => levenshteinDistance(name, known) <= 2);
  if (meant !== undefined) return replaceAt(pattern, index, /^(\[:\^?)\w*/, `$1${meant}`);
  return pattern[index - 1] === "[" ? replaceAt(pattern, index - 1, /^\[\[(.*?:\])\]?/, "\\[\\[$1]") : undefined;
}

/** Doubles the backslash before a letter or digit, and drops it before any other character. */
function bareEscape(pattern: string, index: number): string {
  const at = escapeStart(pattern, index);
  return /[\p{L}\p{N}]/u.test(pattern[at + 1] ?? "")
    ? escapeAt(pattern, at)
    : pattern.slice(0, at) + pattern.slice(at + 1);
}

/**
 * Mends a second quantifier. After a literal a doubled sign is text (`C++`, `i++`, `foo**`); else the second one, which
 * makes a repeat possessive in other engines, is dropped.
 */
function mendSecondQuantifier(pattern: string, index: number): string {
  const before = pattern.slice(0, index), [second = ""] = /^(?:[*+?]|\{[^}]*\})/.exec(pattern.slice(index)) ?? [];
  const after = pattern.slice(index + second.length);
  const isOfText = /(?<!\\)[^\\\])}.*+?|]([*+])$/.exec(before)?.[1] === second;
  return isOfText ? before.slice(0, -1) + escapeRegex(second + second) + after : before + after;
}

function octalToHex(pattern: string, index: number): string | undefined {
  const at = escapeStart(pattern, index), [text, digits] = /^\\(0?[0-7]{1,3})/.exec(pattern.slice(at)) ?? [];
  if (text === undefined) return undefined;
  return pattern.slice(0, at) + "\\x" + parseInt(digits, 8).toString(16).padStart(2, "0") +
    pattern.slice(at + text.length);
}

/** Turns `before\Kmatch` into a lookbehind, except in a pattern with alternatives. */
function keepToLookBehind(pattern: string, index: number): string | undefined {
  const at = escapeStart(pattern, index);
  return pattern.includes("|") ? undefined : `(?<=${pattern.slice(0, at)})${pattern.slice(at + 2)}`;
}

/** The text of an expression that consists of case-sensitive characters and dots. */
function literalTextOf(root: Node): string | undefined {
  const parts = root.type === "sequence" ? root.parts : [root];
  const chars = parts.map((part) =>
    part.type === "char" && !part.fold ? String.fromCodePoint(part.code) : literalDot(part)
  );
  return parts.some(({ type }) => type === "char") && chars.every((char) => char !== undefined)
    ? chars.join("")
    : undefined;
}

/** Under this flag only `.` (and `[^]`) excludes nothing; without it `.` parses as `[^\n]` does. */
const ANY_DOT = "(?s)";

function literalDot(node: Node): string | undefined {
  return node.type === "class" && node.set.negated && node.set.items.length === 0 ? "." : undefined;
}
