/**
 * Sizes and times in arguments: fd's units for filters, ripgrep's for the file size limit.
 * @module
 */
import type { SizeTest } from "../../model/request.ts";

const SIZE = /^([+-]?)(\d{1,15})\s*(?:([kmgt]?)b?|([kmgt])ib?)$/i;
const UNIT_PREFIXES = ["", "k", "m", "g", "t"];

/**
 * Parses fd's `-S`: a sign (`+` at least, `-` at most, none exactly), a number and a unit. `b k m g t` are powers of
 * 1000, `ki mi gi ti` powers of 1024; without a unit it is bytes.
 *
 * @param base what `k` multiplies by
 * @returns undefined for anything else
 * @example
 * ```ts
 * parseSize("+10M"); // { sign: "+", bytes: 10_000_000 }
 * ```
 */
export function parseSize(text: string, base = 1000): SizeTest | undefined {
  const [, sign, digits, unit = "", binaryUnit] = SIZE.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const power = UNIT_PREFIXES.indexOf((binaryUnit ?? unit).toLowerCase());
  const bytes = Number(digits) * (binaryUnit === undefined ? base : 1024) ** power;
  return { sign: sign === "+" || sign === "-" ? sign : "=", bytes: Math.min(bytes, Number.MAX_SAFE_INTEGER) };
}

/** Parses ripgrep's `--max-filesize`: a number of bytes, or of `K`, `M`, `G` (powers of 1024); undefined for others. */
export function parseFileSize(text: string): number | undefined {
  const size = parseSize(text, 1024);
  return size?.sign === "=" ? size.bytes : undefined;
}

/** The inverse of `parseFileSize` for whole megabytes: `10M`. */
export function megabytes(bytes: number): string {
  return `${bytes / 2 ** 20}M`;
}

const MINUTE_MS = 60_000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS;

/** Milliseconds of fd's units; months and years are averages. */
const TIME_UNITS: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^s(ec|econd)?s?$/i, 1000],
  [/^(m|min(ute)?s?)$/, MINUTE_MS],
  [/^h((ou)?rs?)?$/i, HOUR_MS],
  [/^d(ays?)?$/i, DAY_MS],
  [/^w(eeks?)?$/i, 7 * DAY_MS],
  [/^(M|months?)$/, 30.44 * DAY_MS],
  [/^y(ears?)?$/i, 365.25 * DAY_MS],
];

/**
 * Parses fd's `--changed-within`: a span back from `now` (`2d`), a date, or a date and time (local unless it has an
 * offset).
 *
 * @param now UNIX milliseconds
 * @returns UNIX milliseconds, or undefined for anything else
 */
export function parseTime(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,9})\s?([a-z]{1,7})$/i.exec(text.trim()) ?? [];
  if (unit === undefined) return parseDate(text.trim());
  const ms = TIME_UNITS.find(([names]) => names.test(unit))?.[1];
  return ms === undefined ? undefined : now - Number(count) * ms;
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
