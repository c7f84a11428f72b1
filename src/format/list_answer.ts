/**
 * The answer to list_files: a list of entries, or a tree of directories.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { comparePaths, dirPrefix, extensionOf } from "../model/place.ts";
import type { CountedDirectory, DirectoryTree, ListedEntry, ListReport } from "../model/report.ts";
import type { EntrySort } from "../model/request.ts";
import type { Answer, AnswerContext } from "./answer.ts";
import { USABLE_BUDGET_SHARE } from "./fit_budget.ts";
import {
  type Body,
  degraded,
  degradedNote,
  type Facts,
  fitPage,
  type Form,
  type Page,
  pageOf,
  RAISED_BUDGET_FACTOR,
  rowForm,
  tryPage,
} from "./page.ts";
import { absolutePath } from "./path_display.ts";
import { textJson, textPath } from "./safe_text.ts";

/** How to answer a listing. */
export interface ListAnswerOptions extends AnswerContext {
  readonly skip: number;
  readonly metadata: boolean;
  readonly sort: EntrySort;
  /** Whether the caller asks for the tree; otherwise it replaces a list that does not fit, if the report has one. */
  readonly asTree: boolean;
  /** Absolute path of the project root; present if the caller wants absolute paths. */
  readonly absoluteFrom?: string;
}

/** The fewest directories of a tree that say more than the beginning of a list. */
const LEAST_DIRECTORIES = 2;

/** Answers with a page of entries, or with the tree. A list that does not fit is replaced by the tree, or shortened. */
export function listAnswer(report: ListReport, options: ListAnswerOptions): Answer {
  const { tree } = report, facts: Facts = { ...options, report, totalUnit: "entries", searchedUnit: "entries" };
  if (options.asTree && tree) return fitPage(treePage(tree, options), facts).answer;
  const place = {
    unit: "entries",
    skip: options.skip,
    total: report.total,
    isPaged: true,
    statesLastPage: true,
  } as const;
  const list = pageOf(report.entries, entryForm(options), place);
  if (tree === undefined || tree.total < LEAST_DIRECTORIES) return fitPage(list, facts).answer;
  const { whole, tokens } = tryPage(list, facts);
  return whole?.answer ?? treeInstead(tree, list, tokens, facts, options) ?? fitPage(list, facts).answer;
}

/** The tree in place of a list of `tokens`; undefined if it shows too few directories within the budget. */
function treeInstead(
  tree: DirectoryTree,
  list: Page,
  tokens: number,
  facts: Facts,
  options: ListAnswerOptions,
): Answer | undefined {
  const { budget, currentCall } = options;
  // Nine tenths of what fits on the average: the first entries may be longer than the others.
  const limit = Math.max(1, Math.floor(0.9 * list.size * budget * USABLE_BUDGET_SHARE / tokens));
  const note = degradedNote("list", "tree", tokens, budget);
  const hint = `To list entries, narrow roots or pattern, or page through them: ${currentCall.render({ limit })}`;
  const { answer } = fitPage(treePage(tree, options), {
    ...degraded(facts, note, { format: "tree", degraded_from: "list" }, [hint]),
    budget: Math.min(budget, LIMITS.unaskedTreeTokens),
  });
  const { directories } = answer.structured;
  return Array.isArray(directories) && directories.length >= LEAST_DIRECTORIES ? answer : undefined;
}

/** A value shown with a path. */
interface Column {
  readonly heading: string;
  readonly field: string;
  valueOf(entry: ListedEntry): number | undefined;
  textOf(value: number): string;
}

/** Only files have a meaningful size. */
const SIZE: Column = {
  heading: "bytes",
  field: "size_bytes",
  valueOf: ({ kind, size }) => kind === "file" ? size : undefined,
  textOf: String,
};

/** Dates to the minute, for 11 tokens. */
const MINUTE: Column = {
  heading: "modified",
  field: "mtime",
  valueOf: ({ mtime }) => mtime,
  // Seconds beyond the years that a date can have stay as they are.
  textOf(seconds) {
    const date = new Date(seconds * 1000);
    return isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace(/:\d\d\.\d+Z$/, "Z");
  },
};

/** Dates to the day, for 6: the order tells the time. */
const DAY: Column = { ...MINUTE, textOf: (seconds) => MINUTE.textOf(seconds).replace(/T.*/, "") };

/** Without metadata, the value that the entries are sorted by. */
function columnsOf({ metadata, sort }: ListAnswerOptions): readonly Column[] {
  if (metadata) return [SIZE, MINUTE];
  return sort === "size" ? [SIZE] : sort === "mtime" ? [DAY] : [];
}

/** Entries with their columns, under a heading if these are not the caller's order. The path is last: it may have blanks. */
function entryForm(options: ListAnswerOptions): Form<ListedEntry> {
  const columns = columnsOf(options), { metadata } = options;
  const form = rowForm<ListedEntry>("entries", (entry) => {
    const values = columns.map((column) => [column.field, column.valueOf(entry)]);
    const ext = metadata && entry.kind === "file" ? extensionOf(entry.path) : undefined;
    const given = [...values, ["ext", ext]].filter(([, value]) => value !== undefined);
    return { path: shownPath(entry, options), is_dir: entry.kind === "dir", ...Object.fromEntries(given) };
  }, (entry) => {
    const values = columns.map((column) => [column.valueOf(entry) ?? []].flat().map(column.textOf)[0] ?? "-");
    return [...values, displayedName(entry, shownPath(entry, options))].join(" ");
  });
  return metadata ? underHeading([...columns.map(({ heading }) => heading), "path"].join(" "), form) : form;
}

/** A form whose text begins with a line that says what stands in the others, if there are any. */
function underHeading<Row>(heading: string, form: Form<Row>): Form<Row> {
  return (rows) => {
    const body: Body = form(rows);
    return rows.length === 0 ? body : { ...body, lines: [`[${heading}]`, ...body.lines] };
  };
}

function shownPath({ path }: { readonly path: string }, { absoluteFrom }: ListAnswerOptions): string {
  return absoluteFrom === undefined ? path : absolutePath(absoluteFrom, path);
}

/** `path` with `/` appended to a directory's. */
export function displayedName({ kind }: ListedEntry, path: string): string {
  return textPath(kind === "dir" && !path.endsWith("/") ? path + "/" : path);
}

/** A page whose rows are directories. Any number of the first ones are a tree, shown in path order. */
function treePage({ directories, total }: DirectoryTree, options: ListAnswerOptions): Page {
  const { asTree, budget, currentCall } = options, size = directories.length;
  const largest = (shown: number) => `${shown} of ${total} directories shown, the largest of each level`;
  const form = underHeading("path, files and directories below it", treeForm(options));
  // The budget of a tree that nobody asked for is smaller, so the call that asks for one may be enough.
  const isBudgetUsed = asTree || budget <= LIMITS.unaskedTreeTokens;
  const more = { tree: true, ...(isBudgetUsed && { token_budget: RAISED_BUDGET_FACTOR * budget }) };
  return {
    unit: "directories",
    skip: 0,
    total,
    size,
    isPaged: false,
    show: (count) => ({
      ...form(directories.slice(0, count)),
      hints: count === size && size < total ? [`${largest(count)}: narrow roots or depth for the others.`] : [],
    }),
    restHint: (shown) => `${largest(shown)}. More: ${currentCall.render(more)}`,
  };
}

/** A directory that is shown. */
interface ShownDirectory extends CountedDirectory {
  /** As the answer shows it. */
  readonly path: string;
  readonly above?: ShownDirectory;
  readonly below: ShownDirectory[];
}

/** Each directory below the one above it, by its path from there. */
function treeForm(options: ListAnswerOptions): Form<CountedDirectory> {
  return (rows) => {
    const tops: ShownDirectory[] = [], shown: ShownDirectory[] = [];
    for (const row of rows) {
      const above = row.parent === undefined ? undefined : shown[row.parent];
      const one = { ...row, path: shownPath(row, options), ...(above && { above }), below: [] };
      shown.push(one);
      (above?.below ?? tops).push(one);
    }
    const all = [...inOrder(tops)];
    return {
      fields: { directories: all.map(([one]) => directoryFields(one)) },
      lines: all.map(([one, level]) => " ".repeat(level) + directoryLine(one)),
    };
  };
}

/** The directories, each with its level; siblings are in path order. */
function* inOrder(siblings: readonly ShownDirectory[], level = 0): Generator<[ShownDirectory, level: number]> {
  for (const one of siblings.toSorted((a, b) => comparePaths(a.path, b.path))) {
    yield [one, level];
    yield* inOrder(one.below, level + 1);
  }
}

function directoryFields(directory: ShownDirectory): Record<string, unknown> {
  const { path, files, directories } = directory, left = leftOut(directory);
  return { path, files, directories, ...(left > 0 && { not_shown: left }) };
}

/** The directories directly below that are not shown beside others; 0 if none is shown, since the counts tell that. */
function leftOut({ children, below }: ShownDirectory): number {
  return below.length === 0 ? 0 : children - below.length;
}

/** The name and the counts. A name that begins with a blank is quoted: blanks show the level. */
function directoryLine(directory: ShownDirectory): string {
  const { path, above, files, directories } = directory, left = leftOut(directory);
  const own = above === undefined || above.path === "." ? path : path.slice(dirPrefix(above.path).length);
  const name = own.endsWith("/") ? own : own + "/", shown = name.startsWith(" ") ? textJson(name) : textPath(name);
  return [shown, files, directories || [], left > 0 ? `(${left} not shown)` : []].flat().join(" ");
}
