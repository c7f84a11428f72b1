/**
 * The form count_only_matches with its counts summed by directory or by extension.
 * @module
 */
import { compareBytewise, comparePaths, extensionOf, isAbsolute, parentPath } from "../../model/place.ts";
import type { FileHits, SearchReport } from "../../model/search_report.ts";
import type { Unit } from "../phrases.ts";
import type { PageSelection, RecordPage } from "../render_page.ts";
import { textPath } from "../safe_text.ts";

/** Counts by extension, the greatest first. */
export function extensionSumsPage(report: SearchReport, view: PageSelection): RecordPage {
  const sums = sumBy(report.files, ({ path }) => shownExtension(path));
  const sorted = [...sums].sort(([a, m], [b, n]) => n - m || compareBytewise(a, b));
  return countsPage(sorted, report, view, { unit: "extensions", fields: { counts_by: "extension" } });
}

function shownExtension(path: string): string {
  const extension = extensionOf(path);
  return extension === undefined ? "(none)" : `.${extension}`;
}

/** Counts by directory, cut to `depth` names of each path; Infinity: the directories that the files are in. */
export function directorySumsPage(report: SearchReport, view: PageSelection, depth: number): RecordPage {
  const sums = sumBy(report.files, ({ path }) => directoryOf(path, depth));
  const sorted = [...sums].sort(([a], [b]) => comparePaths(a, b));
  return countsPage(sorted, report, view, {
    unit: "directories",
    fields: { counts_by: "directory", ...(depth < Infinity && { depth }) },
    head: depth < Infinity ? [`[${`directories to depth ${depth}`}]`] : [],
  });
}

/** The directory of a file, at most `depth` names deep; "." if it has none. */
function directoryOf(path: string, depth: number): string {
  const parent = parentPath(path);
  if (depth === Infinity) return parent === "" ? "." : parent;
  const names = directoryNames(path).slice(0, depth).join("/");
  return parent.slice(0, nameStart(parent)) + names || ".";
}

/** The names of a file's directories, from the top. */
function directoryNames(path: string): readonly string[] {
  const parent = parentPath(path), names = parent.slice(nameStart(parent));
  return names === "" ? [] : names.split("/");
}

/** Where the first name of a path begins. */
function nameStart(path: string): number {
  return isAbsolute(path) ? path.indexOf("/") + 1 : 0;
}

/** The first depth at which the directories of the files differ; Infinity if no file lies deeper. */
export function partingDepth({ files }: SearchReport): number {
  let shared: readonly string[] | undefined, deepest = 0;
  for (const { path } of files) {
    const names = directoryNames(path);
    deepest = Math.max(deepest, names.length);
    shared = sharedStart(shared ?? names, names);
  }
  const depth = (shared?.length ?? 0) + 1;
  return depth < deepest ? depth : Infinity;
}

/** The names that two lists have in common from the first on. */
function sharedStart(a: readonly string[], b: readonly string[]): readonly string[] {
  const end = a.findIndex((name, i) => name !== b[i]);
  return end === -1 ? a : a.slice(0, end);
}

/**
 * The greatest depth of directories that fits, counted up from 1; Infinity if the directories that the files are in fit.
 * @returns undefined if not even the topmost directories fit
 */
export function deepestFitting({ files }: SearchReport, fits: (depth: number) => boolean): number | undefined {
  const levels = Math.max(0, ...files.map(({ path }) => path.split("/").length - 1));
  let deepest: number | undefined;
  for (let depth = 1; depth < levels; deepest = depth++) if (!fits(depth)) return deepest;
  return fits(Infinity) ? Infinity : deepest;
}

type Counts = readonly (readonly [key: string, count: number])[];

function sumBy(files: readonly FileHits[], keyOf: (file: FileHits) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const file of files) {
    const key = keyOf(file);
    sums.set(key, (sums.get(key) ?? 0) + file.count);
  }
  return sums;
}

/** The unit of the counts, and the fields and lines that say so. */
interface CountsHead {
  readonly unit: Unit;
  readonly fields?: Record<string, unknown>;
  readonly head?: readonly string[];
}

/** A page of counts by key. Keys are paths, unless they are extensions. */
export function countsPage(
  all: Counts,
  { filesMatched }: SearchReport,
  { paths, skip, limit }: PageSelection,
  { unit, fields, head = [] }: CountsHead,
): RecordPage {
  const page = all.slice(skip, skip + limit).map(([key, count]) =>
    [unit === "extensions" ? key : paths.display(key), count] as const
  );
  return {
    unit,
    skip,
    size: page.length,
    total: all.length,
    isPaged: true,
    renderFirst(count) {
      const shown = page.slice(0, count);
      return {
        fields: { files_matched: filesMatched, ...fields, counts: countsByKey(shown) },
        lines: [...(count > 0 ? head : []), ...shown.map(([key, n]) => `${textPath(key)}:${n}`)],
        hits: [],
      };
    },
  };
}

/** With thousands of keys, an object that has a prototype takes ten times as long to fill. */
function countsByKey(counts: Counts): Record<string, number> {
  const all: Record<string, number> = Object.create(null);
  for (const [key, count] of counts) all[key] = count;
  return all;
}
