/**
 * The forms whose rows are counts: of files, with samples or without, of directories or extensions, of values, and of the
 * patterns of a list.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { CountKey } from "../../model/output_form.ts";
import { compareBytewise, comparePaths, extensionOf, isAbsolute, parentPath } from "../../model/place.ts";
import { compareFullest, type Hit, type SearchReport, type ValueCount } from "../../model/search_report.ts";
import { byteLength, clipAround } from "../byte_text.ts";
import { fit } from "../fit_budget.ts";
import { type Form, type Page, pageOf, rowForm } from "../page.ts";
import { totalPhrase, type Unit } from "../phrases.ts";
import { quoteIfUnsafe, textLine, textPath } from "../safe_text.ts";
import { answerTokens } from "../token_estimate.ts";
import { definitionLabel } from "./shown_definitions.ts";
import { type View, WITHOUT_FORM } from "./view.ts";

/** The form summary_only: files with a few samples, those with a definition or most matches first, then by path. */
export function summaryPage({ report, paths, skip, limit }: View): Page {
  // Only the files of the page have sample lines.
  const { filesMatched, top } = report, sampled = new Map(top.map((file) => [file.path, file]));
  const ranked = report.files.map((file) => sampled.get(file.path) ?? file).sort(compareFullest);
  const rows = ranked.slice(skip, skip + Math.min(limit, LIMITS.summaryFiles)).map(({ path, count, hits }) => ({
    file: paths.display(path),
    count,
    samples: hits.slice(0, LIMITS.summarySamples).map(sampleText),
  }));
  return pageOf(rows, (rows) => ({
    fields: { files_matched: filesMatched, top_files: rows },
    lines: rows.flatMap(({ file, count, samples }) => [
      `${textPath(file)} (${count})`,
      ...samples.map((text) => "  " + textLine(text)),
    ]),
    hits: [],
  }), { unit: "files", skip, total: filesMatched, isPaged: true });
}

/** UTF-16 units of a sample line. */
const SAMPLE_CHARS = 160;

/** A sample as `12: line`, without indentation, cut around the match. */
function sampleText(hit: Hit): string {
  const first = hit.line.split("\n")[0];
  const indent = byteLength(first) - byteLength(first.trimStart());
  const at = Math.max(0, (hit.spans[0]?.[0] ?? 0) - indent);
  return `${hit.lineNumber}: ${clipAround(first.trim(), at, SAMPLE_CHARS)}`;
}

const COUNT_UNITS: Readonly<Record<CountKey, Unit>> = {
  file: "files",
  directory: "directories",
  extension: "extensions",
};

/** The form count_only_matches, most first, then by path. */
export function countsPage(view: View): Page {
  const { skip, limit, countsBy = "file" } = view, all = countsOf(view);
  const place = { unit: COUNT_UNITS[countsBy], skip, total: all.length, isPaged: true };
  return pageOf(all.slice(skip, skip + limit), countsForm(view), place);
}

type Count = readonly [key: string, count: number];

function countsOf({ report, countsBy, depth }: View): readonly Count[] {
  const sums = new Map<string, number>();
  for (const { path, count } of report.files) {
    const key = countsBy === "directory" ? directoryOf(path, depth) : countsBy === "extension" ? dotted(path) : path;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const compare = countsBy === "extension" ? compareBytewise : comparePaths;
  return [...sums].sort(([a, m], [b, n]) => n - m || compare(a, b));
}

function countsForm({ report: { filesMatched }, paths, countsBy = "file", depth }: View): Form<Count> {
  const isDeep = depth === Infinity, shown = (key: string) => countsBy === "extension" ? key : paths.display(key);
  return (rows) => {
    // With thousands of keys, an object that has a prototype takes ten times as long to fill.
    const counts: Record<string, number> = Object.create(null);
    for (const [key, count] of rows) counts[shown(key)] = count;
    return {
      fields: {
        files_matched: filesMatched,
        ...(countsBy !== "file" && { counts_by: countsBy }),
        ...(!isDeep && { depth }),
        counts,
      },
      lines: [
        ...(isDeep || rows.length === 0 ? [] : [`[directories to depth ${depth}]`]),
        ...rows.map(([key, n]) => `${textPath(shown(key))}:${n}`),
      ],
      hits: [],
    };
  };
}

/** The extension of a file with its dot. */
function dotted(path: string): string {
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

/** A value, and the file of it if it is a definition. */
interface Value extends ValueCount {
  readonly path?: string;
}

/** The form value_counts: the texts that matched, or the definitions around them, those with most matches first. */
export function valuePage(view: View): Page {
  const { report, skip, limit, countsDefinitions, paths } = view, { filesMatched, total } = report;
  const found = countsDefinitions ? definitionCounts(report) : report.values;
  const { page = [], distinct = 0, isCut = false } = found ?? {};
  const rows = countsDefinitions ? page.slice(skip, skip + limit) : page;
  const unit = countsDefinitions ? "definitions" : "values",
    counted = totalPhrase(unit, distinct, isCut ? "limit" : undefined);
  const form = rowForm("values", ({ value, isCut, count, files, path }: Value) => ({
    value,
    ...(isCut && { value_truncated: true }),
    ...(path !== undefined && { file: paths.display(path) }),
    count,
    // One match is in one file.
    ...(path === undefined && filesMatched > 1 && count > 1 && { files }),
  }), ({ value, count, path }) => {
    return `${count} ${quoteIfUnsafe(value)}${path === undefined ? "" : ` ${textPath(paths.display(path))}`}`;
  });
  return pageOf<Value>(rows, (rows) => {
    const { fields, lines } = form(rows);
    return {
      fields: { distinct, ...(isCut && { distinct_is_exact: false }), ...fields },
      lines,
      hits: [],
      hints: isCut ? [countsDefinitions ? MANY_LINES : MANY_VALUES] : [],
    };
  }, { unit, skip, total: distinct, ...(total > 0 && { statedTotal: counted }), isPaged: true });
}

const MANY_VALUES =
  `Only the first ${LIMITS.values.distinct} values were counted, or those that memory has room for: ` +
  "narrow the query or roots.";

const MANY_LINES = `Only the first ${LIMITS.search.cap} lines were counted, or those that memory has room for: ` +
  "narrow the query or roots.";

const OUTSIDE = "(outside any definition)";

/** The definitions that the lines of a report stand in, with the number of these lines; most first, then in order. */
function definitionCounts({ files, records }: SearchReport) {
  let lines = 0;
  const all = files.flatMap(({ path, hits }) => {
    lines += hits.length;
    const byName = Map.groupBy(hits, ({ enclosing }) => enclosing === undefined ? OUTSIDE : definitionLabel(enclosing));
    return [...byName].map(([value, { length }]): Value => ({ value, path, count: length, files: 1 }));
  });
  return { page: all.sort((a, b) => b.count - a.count), distinct: all.length, isCut: lines < records };
}

/** A pattern, and its matching lines (in multiline mode, its matches). */
export interface PatternTotal {
  readonly query: string;
  readonly total: number;
}

/** The counts of a report; none if nothing was found, or if they were not asked for. */
function patternTotalsOf({ report: { total, patternTotals }, patterns = [] }: View): PatternTotal[] {
  if (patternTotals === undefined || total === 0) return [];
  return patterns.map((query, i) => ({ query, total: patternTotals[i] }));
}

const patternForm: Form<PatternTotal> = (rows) => ({
  fields: rows.length === 0 ? {} : { queries: rows },
  lines: rows.map(({ query, total }) => `${total} ${quoteIfUnsafe(query)}`),
});

/** The form total_only: the total, and that of each pattern of a list. */
export function totalPage(view: View): Page {
  const totals = patternTotalsOf(view);
  const form: Form<PatternTotal> = (rows) => {
    const { fields, lines } = patternForm(rows);
    return { fields, lines: [String(view.report.total), ...lines] };
  };
  return pageOf(totals, form, { unit: "patterns", skip: 0, total: totals.length, isPaged: false });
}

/** The share of the budget that the patterns may take beside other rows. */
const PATTERN_SHARE = 1 / 2;

/** The counts of patterns beside other rows, as many as fit half of the budget. */
export function patternFacts(view: View) {
  const { budget, currentCall } = view, all = patternTotalsOf(view);
  const { fields, lines, shown } = fit(all.length, budget * PATTERN_SHARE, (shown) => {
    const { fields, lines } = patternForm(all.slice(0, shown));
    return { fields, lines, shown, tokens: answerTokens(lines.join("\n"), fields, currentCall.sentAs) };
  });
  const call = () => currentCall.render({ ...WITHOUT_FORM, total_only: true, skip: undefined });
  return {
    fields,
    head: shown === 0 ? [] : [...lines, ""],
    hints: shown < all.length ? [`${shown} of ${all.length} queries listed (token_budget); more: ${call()}`] : [],
  };
}
