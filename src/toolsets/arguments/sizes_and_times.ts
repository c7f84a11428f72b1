/**
 * Sizes and times in arguments: fd's units for filters, ripgrep's for the file size limit.
 * @module
 */
import type { SizeTest } from "../../model/request.ts";

const SIZE_TEST = /^([+-]?)(\d{1,15})\s*([kmgt]?)(i?)b?$/i;
const FILE_SIZE = /^(\d{1,15})\s*([kmg]?)(?:i?b)?$/i;
const UNIT_PREFIXES = ["", "k", "m", "g", "t"];

/**
 * Parses fd's `-S`: a sign (`+` at least, `-` at most, none exactly), a number and a unit. `b k m g t` are powers of
 * 1000, `ki mi gi ti` powers of 1024; without a unit it is bytes.
 *
 * @returns undefined for anything else
 * @example
 * ```ts
 * parseSize("+10M"); // { sign: "+", bytes: 10_000_000 }
 * ```
 */
export function parseSize(text: string): SizeTest | undefined {
  const [, sign, digits, unit, binary] = SIZE_TEST.exec(text.trim()) ?? [];
  if (digits === undefined || binary !== "" && unit === "") return undefined;
  const bytes = safeInteger(
    Number(digits) * (binary === "" ? 1000 : 1024) ** UNIT_PREFIXES.indexOf(unit.toLowerCase()),
  );
  return { sign: sign === "+" || sign === "-" ? sign : "=", bytes };
}

/**
 * Parses ripgrep's `--max-filesize`: a number of bytes, or of `K`, `M`, `G` (powers of 1024).
 *
 * @returns undefined for anything else
 */
export function parseFileSize(text: string): number | undefined {
  const [, digits, unit] = FILE_SIZE.exec(text.trim()) ?? [];
  return digits === undefined
    ? undefined
    : safeInteger(Number(digits) * 1024 ** UNIT_PREFIXES.indexOf(unit.toLowerCase()));
}

/** The inverse of `parseFileSize` for whole megabytes: `10M`. */
export function megabytes(bytes: number): string {
  return `${bytes / 2 ** 20}M`;
}

function safeInteger(bytes: number): number {
  return Math.min(bytes, Number.MAX_SAFE_INTEGER);
}

const SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS;

/** Milliseconds of fd's units; months and years are averages. */
const TIME_UNITS: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^(ms|msec)$/, 1],
  [/^(s|secs?|seconds?)$/, SECOND_MS],
  [/^(m|mins?|minutes?)$/, MINUTE_MS],
  [/^(h|hrs?|hours?)$/, HOUR_MS],
  [/^(d|days?)$/, DAY_MS],
  [/^(w|weeks?)$/, 7 * DAY_MS],
  [/^(M|months?)$/, 30.44 * DAY_MS],
  [/^(y|years?)$/, 365.25 * DAY_MS],
];

/**
 * Parses fd's `--changed-within`: a span back from `now` (`2d`, `1h 30min`), a date, a date and time (local unless it
 * has an offset), or `@` and UNIX seconds.
 *
 * @param now UNIX milliseconds
 * @returns UNIX milliseconds, or undefined for anything else
 */
export function parseTime(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const ago = parseSpanMs(trimmed);
  if (ago !== undefined) return now - ago;
  const unix = /^@(-?\d{1,12})$/.exec(trimmed);
  return unix ? Number(unix[1]) * SECOND_MS : parseDate(trimmed);
}

function parseSpanMs(text: string): number | undefined {
  if (!/^(\d{1,9}\s*[a-z]+\s*)+$/i.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d{1,9})\s{0,3}([a-z]{1,12})/gi)) {
    const ms = TIME_UNITS.find(([names]) => names.test(unit) || unit.length > 1 && names.test(unit.toLowerCase()))?.[1];
    if (ms === undefined) return undefined;
    sum += Number(count) * ms;
  }
  return sum;
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]((?!24)\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:(Z)|([+-]\d\d):?(\d\d))?)?$/i;

/** Refuses dates that don't exist (31 February) instead of rolling them over. */
function parseDate(text: string): number | undefined {
  const [, day, time = "00:00", utc, hours, minutes] = DATE.exec(text) ?? [];
  if (!new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return undefined;
  const zone = hours === undefined ? utc?.toUpperCase() ?? "" : `${hours}:${minutes}`;
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}
