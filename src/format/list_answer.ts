/**
 * The answer to list_files: a list of entries, or a tree of directories.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { extensionOf } from "../model/place.ts";
import type { DirectoryTree, ListedEntry, ListReport } from "../model/report.ts";
import type { EntrySort } from "../model/request.ts";
import type { Answer } from "./answer.ts";
import { USABLE_BUDGET_SHARE, worstCaseTokens } from "./fit_budget.ts";
import type { CurrentCall } from "./current_call.ts";
import { absolutePath } from "./path_display.ts";
import { degradedNote } from "./phrases.ts";
import { textPath } from "./safe_text.ts";
import { type Facts, fitPage, type Form, type Page, pageOf, tryPage } from "./page.ts";
import { treePage } from "./tree_page.ts";

/** How to answer a listing. */
export interface ListAnswerOptions {
  readonly skip: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly metadata: boolean;
  readonly sort: EntrySort;
  /** Whether the caller asks for the tree; otherwise it replaces a list that does not fit, if the report has one. */
  readonly asTree: boolean;
  /** Absolute path of the project root; present if the caller wants absolute paths. */
  readonly absoluteFrom?: string;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly currentCall: CurrentCall;
}

/** The fewest directories of a tree that say more than the beginning of a list. */
const LEAST_DIRECTORIES = 2;

/** Answers with a page of entries, or with the tree. A list that does not fit is replaced by the tree, or shortened. */
export function listAnswer(report: ListReport, options: ListAnswerOptions): Answer {
  const { tree } = report, { skip, notes, hints, budget, currentCall } = options;
  const facts: Facts = { currentCall, budget, report, totalUnit: "entries", searchedUnit: "entries", notes, hints };
  if (options.asTree && tree) return fitPage(treePage(tree, options), facts).answer;
  const place = { unit: "entries", skip, total: report.total, isPaged: true, statesLastPage: true } as const;
  const list = pageOf(report.entries, entryForm(options), place);
  if (tree === undefined || tree.total < LEAST_DIRECTORIES) return fitPage(list, facts).answer;
  const { whole, tokens } = tryPage(list, facts);
  return whole?.answer ?? degradedTree(tree, list, tokens, options, facts) ?? fitPage(list, facts).answer;
}

/**
 * The tree in place of a list; undefined if it shows too few directories within the budget.
 * @param tokens those of the list
 */
function degradedTree(
  tree: DirectoryTree,
  list: Page,
  tokens: number,
  options: ListAnswerOptions,
  facts: Facts,
): Answer | undefined {
  const { budget, currentCall } = options;
  // Nine tenths of what fits on the average: the first entries may be longer than the others.
  const limit = Math.max(1, Math.floor(0.9 * list.size * budget * USABLE_BUDGET_SHARE / tokens));
  const { answer } = fitPage(treePage(tree, options), {
    ...facts,
    budget: Math.min(budget, LIMITS.unaskedTreeTokens),
    isDegraded: true,
    notes: [...options.notes, degradedNote({ from: "list", form: "tree", tokens: worstCaseTokens(tokens), budget })],
    hints: [
      ...options.hints,
      `To list entries, narrow roots or pattern, or page through them: ${currentCall.render({ limit })}`,
    ],
    fields: { format: "tree", degraded_from: "list" },
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

/** Dates to the day, for 6 tokens; to the minute, for 11, only with metadata: the order tells the time otherwise. */
const DAY: Column = { heading: "modified", field: "mtime", valueOf: ({ mtime }) => mtime, textOf: dayOf };
const MINUTE: Column = { ...DAY, textOf: minuteOf };

/** Without metadata, the value that the entries are sorted by. */
function columnsOf({ metadata, sort }: ListAnswerOptions): readonly Column[] {
  if (metadata) return [SIZE, MINUTE];
  return sort === "size" ? [SIZE] : sort === "mtime" ? [DAY] : [];
}

/** `2026-11-26`. Seconds beyond the years that a date can have stay as they are. */
function dayOf(seconds: number): string {
  return minuteOf(seconds).replace(/T.*/, "");
}

/** `2026-11-26T15:42Z`. */
function minuteOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace(/:\d\d\.\d+Z$/, "Z");
}

/** An entry with its columns. The path is last in text, since it may contain blanks. */
function entryForm(options: ListAnswerOptions): Form<ListedEntry> {
  const columns = columnsOf(options), { metadata, absoluteFrom } = options;
  const pathOf = ({ path }: ListedEntry) => absoluteFrom === undefined ? path : absolutePath(absoluteFrom, path);
  const fieldsOf = (entry: ListedEntry) => {
    const values = columns.map((column) => [column.field, column.valueOf(entry)] as const);
    const ext = metadata && entry.kind === "file" ? extensionOf(entry.path) : undefined;
    const given = [...values, ["ext", ext] as const].filter(([, value]) => value !== undefined);
    return { path: pathOf(entry), is_dir: entry.kind === "dir", ...Object.fromEntries(given) };
  };
  const lineOf = (entry: ListedEntry) => {
    const values = columns.map(({ valueOf, textOf }) => {
      const value = valueOf(entry);
      return value === undefined ? "-" : textOf(value);
    });
    return [...values, displayedName(entry, pathOf(entry))].join(" ");
  };
  const heading = columns.length === 0 ? [] : [`[${[...columns.map(({ heading }) => heading), "path"].join(" ")}]`];
  return {
    fields: (rows) => ({ entries: rows.map(fieldsOf) }),
    lines: (rows) => rows.length === 0 ? [] : [...heading, ...rows.map(lineOf)],
  };
}

/** `path` with `/` appended to a directory's. */
export function displayedName({ kind }: ListedEntry, path: string): string {
  return textPath(kind === "dir" && !path.endsWith("/") ? path + "/" : path);
}
