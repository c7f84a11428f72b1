/**
 * The answer to list_files: a list of entries, or a tree of directories.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { extensionOf as extensionOfPath } from "../model/place.ts";
import type { DirectoryTree, ListedEntry, ListReport } from "../model/report.ts";
import type { EntrySort } from "../model/request.ts";
import type { Answer } from "./answer.ts";
import { renderFittingPage, renderWholePage, USABLE_BUDGET_SHARE, worstCaseTokens } from "./fit_budget.ts";
import type { CurrentCall } from "./current_call.ts";
import { absolutePath } from "./path_display.ts";
import { degradedNote, unitWord } from "./phrases.ts";
import { textPath } from "./safe_text.ts";
import type { PageContext, RecordPage } from "./render_page.ts";
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
  const { tree } = report, context = contextOf(report, options);
  if (options.asTree && tree) return renderFittingPage(treePage(tree, options), context).answer;
  const page = entryPage(report, options);
  if (tree === undefined || tree.total < LEAST_DIRECTORIES) return renderFittingPage(page, context).answer;
  const { whole, tokens } = renderWholePage(page, context);
  return whole?.answer ?? degradedTree(tree, page, tokens, options, context) ?? renderFittingPage(page, context).answer;
}

function contextOf(report: ListReport, options: ListAnswerOptions): PageContext {
  return {
    currentCall: options.currentCall,
    budget: options.budget,
    report,
    totalUnit: "entries",
    searchedUnit: "entries",
    notes: options.notes,
    hints: options.hints,
  };
}

/**
 * The tree in place of a list; undefined if it shows too few directories within the budget.
 * @param tokens those of the list
 */
function degradedTree(
  tree: DirectoryTree,
  list: RecordPage,
  tokens: number,
  options: ListAnswerOptions,
  context: PageContext,
): Answer | undefined {
  const { budget, currentCall } = options, most = worstCaseTokens(tokens);
  const words = { from: "list", form: "tree", tokens: most, unit: unitWord("tokens", most), budget };
  // Nine tenths of what fits on the average: the first entries may be longer than the others.
  const limit = Math.max(1, Math.floor(0.9 * list.size * budget * USABLE_BUDGET_SHARE / tokens));
  const { answer } = renderFittingPage(treePage(tree, options), {
    ...context,
    budget: Math.min(budget, LIMITS.unaskedTreeTokens),
    isDegraded: true,
    notes: [...options.notes, degradedNote(words)],
    hints: [
      ...options.hints,
      `To list entries, narrow roots or pattern, or page through them: ${currentCall.render({ limit })}`,
    ],
    extra: { fields: { format: "tree", degraded_from: "list" }, status: [] },
  });
  const { directories } = answer.structured;
  return Array.isArray(directories) && directories.length >= LEAST_DIRECTORIES ? answer : undefined;
}

function entryPage(report: ListReport, options: ListAnswerOptions): RecordPage {
  const columns = columnsOf(options);
  return {
    unit: "entries",
    skip: options.skip,
    size: report.entries.length,
    total: report.total,
    isPaged: true,
    statesLastPage: true,
    renderFirst(count) {
      const shown = report.entries.slice(0, count);
      return {
        fields: { entries: shown.map((entry) => entryFields(entry, columns, options)) },
        lines: [
          ...(count > 0 ? headingOf(columns) : []),
          ...shown.map((entry) => entryLine(entry, columns, options)),
        ],
      };
    },
  };
}

/** The values shown with a path. */
type Column = "size" | "mtime";

const HEADINGS: Readonly<Record<Column, string>> = { size: "bytes", mtime: "modified" };

function headingOf(columns: readonly Column[]): string[] {
  return columns.length === 0 ? [] : [`[${[...columns.map((column) => HEADINGS[column]), "path"].join(" ")}]`];
}

/** Without metadata, the value that the entries are sorted by. */
function columnsOf({ metadata, sort }: ListAnswerOptions): readonly Column[] {
  if (metadata) return ["size", "mtime"];
  return sort === "size" || sort === "mtime" ? [sort] : [];
}

/** Only files have a meaningful size. */
function valueOf({ kind, size, mtime }: ListedEntry, column: Column): number | undefined {
  return column === "mtime" ? mtime : kind === "file" ? size : undefined;
}

function displayedPath({ path }: ListedEntry, { absoluteFrom }: ListAnswerOptions): string {
  return absoluteFrom === undefined ? path : absolutePath(absoluteFrom, path);
}

const FIELDS: Readonly<Record<Column, string>> = { size: "size_bytes", mtime: "mtime" };

function entryFields(
  entry: ListedEntry,
  columns: readonly Column[],
  options: ListAnswerOptions,
): Record<string, unknown> {
  const values = columns.flatMap((column) => {
    const value = valueOf(entry, column);
    return value === undefined ? [] : [[FIELDS[column], value]];
  });
  const ext = options.metadata ? extensionOf(entry) : undefined;
  return {
    path: displayedPath(entry, options),
    is_dir: entry.kind === "dir",
    ...Object.fromEntries(values),
    ...(ext !== undefined && { ext }),
  };
}

function extensionOf({ path, kind }: ListedEntry): string | undefined {
  return kind === "file" ? extensionOfPath(path) : undefined;
}

/** The values, then the path. It is last, since it may contain blanks. */
function entryLine(entry: ListedEntry, columns: readonly Column[], options: ListAnswerOptions): string {
  const values = columns.map((column) => {
    const value = valueOf(entry, column);
    return value === undefined ? "-" : column === "mtime" ? dateOf(value, options) : value;
  });
  return [...values, displayedName(entry, displayedPath(entry, options))].join(" ");
}

/**
 * UNIX seconds as `2026-11-26`, for 6 tokens, or with metadata as `2026-11-26T15:42Z`, for 11. Without metadata the order
 * tells the time. Seconds beyond the years that a date can have stay as they are.
 */
function dateOf(seconds: number, { metadata }: ListAnswerOptions): string {
  const date = new Date(seconds * 1000);
  if (isNaN(date.getTime())) return String(seconds);
  return date.toISOString().replace(metadata ? /:\d\d\.\d+Z$/ : /T.*/, metadata ? "Z" : "");
}

/** `path` with `/` appended to a directory's. */
export function displayedName({ kind }: ListedEntry, path: string): string {
  return textPath(kind === "dir" && !path.endsWith("/") ? path + "/" : path);
}
