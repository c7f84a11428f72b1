/**
 * Owns the texts of fd's size and time tests: `+10M`, `2d`, `2024-05-01`.
 * @module
 */
import type { SizeTest } from "../model/request.ts";

const SIZE = /^([+-]?)(\d{1,15})([kmgt]i?b?|b)?$/i;
const POWERS = "bkmgt";

/**
 * Reads a size test as fd does: a sign (`+` at least, `-` at most), a number, a unit (`b`; `k`, `m`, `g`, `t`
 * of 1000; `ki`, `mi`, `gi`, `ti` of 1024), case not counting.
 * @returns undefined when the text is none
 *
 * @example
 * ```ts
 * parseSize("+10M"); // { sign: "+", bytes: 10_000_000 }
 * ```
 */
export function parseSize(text: string): SizeTest | undefined {
  const [, sign, digits, unit = "b"] = SIZE.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const base = unit[1]?.toLowerCase() === "i" ? 1024 : 1000;
  const bytes = Number(digits) * base ** POWERS.indexOf(unit[0].toLowerCase());
  return { sign: sign === "+" || sign === "-" ? sign : "=", bytes };
}

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
/** Milliseconds of a unit, by its names; months and years as fd counts them. */
const UNITS: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^(?:ms|msec|millis)$/, 1],
  [/^(?:s|sec|secs|second|seconds)$/, SECOND],
  [/^(?:m|min|mins|minute|minutes)$/, MINUTE],
  [/^(?:h|hr|hrs|hour|hours)$/, HOUR],
  [/^(?:d|day|days)$/, DAY],
  [/^(?:w|week|weeks)$/, 7 * DAY],
  [/^(?:M|month|months)$/, 30.44 * DAY],
  [/^(?:y|year|years)$/, 365.25 * DAY],
];

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads a moment: a span back from `now` (`2d`, `3h`, `1h 30min`), an ISO date or date and time (UTC unless
 * it says otherwise), or `@` and UNIX seconds.
 * @param now UNIX milliseconds
 * @returns UNIX milliseconds, or undefined when the text is none
 */
export function parseWhen(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (/^@\d{1,12}$/.test(trimmed)) return Number(trimmed.slice(1)) * SECOND;
  if (ISO.test(trimmed)) return isoMoment(trimmed);
  const span = parseSpan(trimmed);
  return span === undefined ? undefined : now - span;
}

function isoMoment(text: string): number | undefined {
  const iso = text.replace(" ", "T");
  const zoned = iso.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(iso.slice(10)) ? iso : iso + "Z";
  const ms = Date.parse(zoned.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Milliseconds of `1h 30min`. */
function parseSpan(text: string): number | undefined {
  if (text.length > 100 || !/^(?:\d{1,9} ?[a-z]+ ?)+$/i.test(text)) return undefined;
  let sum = 0;
  for (const [, digits, name] of text.matchAll(/(\d+) ?([a-z]+)/gi)) {
    const unit = UNITS.find(([names]) => names.test(name));
    if (unit === undefined) return undefined;
    sum += Number(digits) * unit[1];
  }
  return sum;
}
