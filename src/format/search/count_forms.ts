/**
 * The forms whose rows are counts: of files, directories or extensions, of values, and of the patterns of a list.
 * @module
 */
import { compareBytewise } from "../../model/place.ts";
import { LIMITS } from "../../model/limits.ts";
import type { CountKey } from "../../model/output_form.ts";
import { comparePaths, extensionOf, isAbsolute, parentPath } from "../../model/place.ts";
import type { SearchReport, ValueCount } from "../../model/search_report.ts";
import type { CurrentCall } from "../current_call.ts";
import { type Form, type Page, pageOf } from "../page.ts";
import { totalPhrase, type Unit } from "../phrases.ts";
import { quoteIfUnsafe, textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import { type View, WITHOUT_FORM } from "./view.ts";

const COUNT_UNITS: Readonly<Record<CountKey, Unit>> = {
  file: "files",
  directory: "directories",
  extension: "extensions",
};

/**
 * The form count_only_matches, most first, then by path.
 * @param depth the most names of a directory; Infinity: the directories that hold the files
 */
export function countsPage(view: View, by: CountKey = "file", depth = Infinity): Page {
  const { report, skip, limit } = view, all = countsBy(report, by, depth);
  return pageOf(all.slice(skip, skip + limit), countsForm(view, by, depth), {
    unit: COUNT_UNITS[by],
    skip,
    total: all.length,
    isPaged: true,
  });
}

type Count = readonly [key: string, count: number];

function countsBy({ files }: SearchReport, by: CountKey, depth: number): readonly Count[] {
  const sums = new Map<string, number>();
  for (const { path, count } of files) {
    const key = by === "file" ? path : by === "extension" ? shownExtension(path) : directoryOf(path, depth);
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const compare = by === "extension" ? compareBytewise : comparePaths;
  return [...sums].sort(([a, m], [b, n]) => n - m || compare(a, b));
}

function countsForm({ report: { filesMatched }, paths }: View, by: CountKey, depth: number): Form<Count> {
  const head = depth < Infinity ? [`[directories to depth ${depth}]`] : [];
  const shown = (key: string) => by === "extension" ? key : paths.display(key);
  return {
    fields: (rows) => ({
      files_matched: filesMatched,
      ...(by !== "file" && { counts_by: by }),
      ...(depth < Infinity && { depth }),
      counts: countsByKey(rows, shown),
    }),
    lines: (rows) => [
      ...(rows.length > 0 ? head : []),
      ...rows.map(([key, n]) => `${textPath(shown(key))}:${n}`),
    ],
    hits: () => [],
  };
}

/** With thousands of keys, an object that has a prototype takes ten times as long to fill. */
function countsByKey(counts: readonly Count[], shown: (key: string) => string): Record<string, number> {
  const all: Record<string, number> = Object.create(null);
  for (const [key, count] of counts) all[shown(key)] = count;
  return all;
}

function shownExtension(path: string): string {
  const extension = extensionOf(path);
  return extension === undefined ? "(none)" : `.${extension}`;
}

/** The directory of a file, at most `depth` names deep; "." if it has none. */
function directoryOf(path: string, depth: number): string {
  const parent = parentPath(path), start = isAbsolute(parent) ? parent.indexOf("/") + 1 : 0;
  return parent.slice(0, start) + parent.slice(start).split("/").slice(0, depth).join("/") || ".";
}

/**
 * The depth of directories one level up, or as many levels as it takes until they fit.
 * @returns Infinity if the directories that hold the files fit; undefined if not even the topmost ones do
 */
export function fittingDepth({ files }: SearchReport, fits: (depth: number) => boolean): number | undefined {
  const levels = Math.max(0, ...files.map(({ path }) => path.split("/").length - 1));
  let deepest: number | undefined;
  for (let depth = 1; depth < levels; deepest = depth++) if (!fits(depth)) return deepest;
  return fits(Infinity) ? Infinity : deepest;
}

/** The form value_counts: the texts that matched, those with most matches first. */
export function valuePage({ report: { values, filesMatched, total }, skip }: View): Page {
  const { page = [], distinct = 0, isCut = false } = values ?? {}, { head, counts } = valueColumns(page, filesMatched);
  return pageOf(page, {
    fields: (rows) => ({ distinct, ...(isCut && { distinct_is_exact: false }), values: rows.map(valueFields) }),
    lines: (rows) => [
      ...(rows.length > 0 ? head : []),
      ...rows.map((row) => `${counts(row)} ${quoteIfUnsafe(row.value)}`),
    ],
    hits: () => [],
    hints: () => isCut ? [MANY_VALUES] : [],
  }, {
    unit: "values",
    skip,
    total: distinct,
    ...(total > 0 && { statedTotal: totalPhrase("values", { total: distinct, ...isCut && { cutBy: "limit" } }) }),
    isPaged: true,
  });
}

const MANY_VALUES =
  `Only the first ${LIMITS.values.distinct} values were counted, or those that memory has room for: ` +
  "narrow the query or roots.";

function valueFields({ value, isCut, count, files }: ValueCount): Record<string, unknown> {
  return { value, ...(isCut && { value_truncated: true }), count, files };
}

/** The numbers before a value, and the line that names them. */
interface ValueColumns {
  readonly head: readonly string[];
  counts(value: ValueCount): string;
}

/** The number of files is left out where it says nothing: if one file has all matches, or no file has a value twice. */
function valueColumns(page: readonly ValueCount[], filesMatched: number): ValueColumns {
  const counts = ({ count }: ValueCount) => String(count);
  if (filesMatched < 2) return { head: [], counts };
  if (page.every(({ count, files }) => count === files)) return { head: ["[count = files, value]"], counts };
  return { head: ["[count, files, value]"], counts: ({ count, files }) => `${count} ${files}` };
}

/** A pattern, and its matching lines (in multiline mode, its matches). */
export interface PatternTotal {
  readonly query: string;
  readonly total: number;
}

/** The counts of a report; none if nothing was found, or if they were not asked for. */
export function patternTotalsOf({ total, patternTotals }: SearchReport, patterns: readonly string[]): PatternTotal[] {
  if (patternTotals === undefined || total === 0) return [];
  return patterns.map((query, i) => ({ query, total: patternTotals[i] }));
}

const PATTERN_FORM: Form<PatternTotal> = {
  fields: (rows) => rows.length === 0 ? {} : { queries: rows },
  lines: (rows) => rows.map(({ query, total }) => `${total} ${quoteIfUnsafe(query)}`),
};

/** The form total_only: the total, and that of each pattern of a list. */
export function totalPage({ total }: SearchReport, totals: readonly PatternTotal[]): Page {
  const form = {
    ...PATTERN_FORM,
    lines: (rows: readonly PatternTotal[]) => [String(total), ...PATTERN_FORM.lines(rows)],
  };
  return pageOf(totals, form, { unit: "patterns", skip: 0, total: totals.length, isPaged: false });
}

/** The share of the budget that the patterns may take beside other rows. */
const PATTERN_SHARE = 1 / 2;

/** The counts of patterns beside other rows, as many as fit half of the budget. */
export function patternFacts(totals: readonly PatternTotal[], budget: number, currentCall: CurrentCall) {
  const shown = totals.slice(0, countWithin(totals, budget * PATTERN_SHARE, currentCall));
  const call = () => currentCall.render({ ...WITHOUT_FORM, total_only: true, skip: undefined });
  const isCut = shown.length < totals.length;
  return {
    fields: PATTERN_FORM.fields(shown),
    head: shown.length === 0 ? [] : [...PATTERN_FORM.lines(shown), ""],
    hints: isCut ? [`${shown.length} of ${totals.length} queries listed (token_budget); more: ${call()}`] : [],
  };
}

/** The number of first counts that take at most `tokens`; all if there is no budget. */
function countWithin(totals: readonly PatternTotal[], tokens: number, { sentAs }: CurrentCall): number {
  if (tokens === 0) return totals.length;
  let left = tokens;
  const first = totals.findIndex((one) => {
    left -= answerTokens(PATTERN_FORM.lines([one])[0], PATTERN_FORM.fields([one]), sentAs);
    return left < 0;
  });
  return first < 0 ? totals.length : first;
}
