/**
 * The right answer to a question about a tree that does not change.
 * @module
 */
import { byPath, endOf, globRegExp, isIncluded, leadsToFile, passes, rootOf, seenAt } from "./selection.ts";
import type { Page, Question, Scope } from "./questions.ts";
import { decoded, isBinary, linesOf, textOf } from "./texts.ts";
import { leadsOut, parentOf, type Tree } from "./tree.ts";

/** Fields of the answer; a field that is undefined must be absent. */
export type Expected = Record<string, unknown>;

type Search = Extract<Question, { sought: unknown }>;
type Listing = Extract<Question, { tool: "list_files" }>;
type Globbing = Extract<Question, { tool: "glob_files" }>;
type Reading = Extract<Question, { tool: "read_file" }>;

const TOP_FILES = 10, SAMPLES = 3;

/** The right answer for `tree`. */
export function expected(question: Question, tree: Tree): Expected {
  switch (question.tool) {
    case "search_content":
    case "find_and_grep":
      return missing(tree, question.scope) ?? searched(question, tree);
    case "list_files":
      return missing(tree, question.scope) ?? listed(question, tree);
    case "glob_files":
      return globbed(question, tree);
    case "read_file":
      return read(question, tree);
  }
}

function failure(code: string): Expected {
  return { error: code };
}

function missing(tree: Tree, scope: Scope): Expected | undefined {
  if (leadsOut(tree, rootOf(scope))) return failure("PATH_OUTSIDE_ROOT");
  return tree.at(rootOf(scope)) === undefined ? failure("NOT_FOUND") : undefined;
}

/** The entries that a call selects, in order. */
export function entriesOf(tree: Tree, scope: Scope): string[] {
  const root = rootOf(scope);
  if (tree.at(root)?.kind === "file") return passes(tree, scope, root) ? [root] : [];
  const below = root === "" ? tree.inside() : tree.inside().filter((path) => path.startsWith(root + "/"));
  return below.filter((path) =>
    isIncluded(tree, scope, path, tree.at(path)?.kind === "dir") && passes(tree, scope, path)
  ).sort(byPath);
}

/** A file with its matching lines. */
export interface Found {
  readonly file: string;
  readonly hits: readonly Hit[];
}

function searched({ scope, sought, form, page }: Search, tree: Tree): Expected {
  const matching = new Matching(sought);
  const files = entriesOf(tree, scope).filter((path) => seenAt(tree, path, scope) === "file");
  const all = files.map((file) => ({ file, hits: matching.hits(tree.bytes(file, true) ?? "") }));
  const found = all.flatMap(({ file, hits }) => hits === "binary" || hits.length === 0 ? [] : [{ file, hits }]);
  const total = found.reduce((sum, { hits }) => sum + hits.length, 0);
  const binary = all.filter(({ hits }) => hits === "binary").length;
  return {
    total,
    error: undefined,
    total_is_exact: undefined,
    searched: total === 0 ? all.length - binary : undefined,
    "skipped.binary": binary || undefined,
    ...formed(found, form, page),
  };
}

function formed(found: readonly Found[], form: Search["form"], page: Page): Expected {
  const files_matched = found.length, ranked = found.toSorted((a, b) => b.hits.length - a.hits.length);
  switch (form) {
    case "total_only":
      return { matches: undefined, files: undefined };
    case "count_only_matches": {
      const { items, ...more } = paged(ranked.map(({ file, hits }) => [file, hits.length] as const), page);
      return { files_matched, counts: Object.fromEntries(items), ...more };
    }
    case "summary_only": {
      const { items, ...more } = paged(ranked, { ...page, limit: Math.min(page.limit ?? Infinity, TOP_FILES) });
      return { files_matched, top_files: items.map(summary), ...more };
    }
    case "group_by_file": {
      const { items, ...more } = paged(records(found), page);
      return { files: groups(found, items), ...more };
    }
    case "full": {
      const { items, ...more } = paged(records(found), page);
      return { matches: items.map(full), ...more, has_more: more.has_more ?? false };
    }
  }
}

function paged<T>(all: readonly T[], { skip = 0, limit = 2000 }: Page) {
  const items = all.slice(skip, skip + limit), end = skip + items.length;
  const hasMore = items.length > 0 && end < all.length;
  return { items, has_more: hasMore || undefined, next_skip: hasMore ? end : undefined };
}

interface Row {
  readonly file: string;
  readonly hit: Hit;
}

function records(found: readonly Found[]): Row[] {
  return found.flatMap(({ file, hits }) => hits.map((hit) => ({ file, hit })));
}

/** The fields of a line in the full form, without its file and its submatches. */
export function lineOf({ line_number, line, before, after }: Hit): Expected {
  return {
    line_number,
    line,
    ...(before.length > 0 && { context_before: before }),
    ...(after.length > 0 && { context_after: after }),
  };
}

function full({ file, hit }: Row): Expected {
  const bytes = new TextEncoder().encode(hit.line);
  const submatches = hit.spans.map(([start, end]) => ({
    start,
    end,
    match: new TextDecoder().decode(bytes.subarray(start, end)),
  }));
  return { file, ...lineOf(hit), submatches };
}

function groups(found: readonly Found[], rows: readonly Row[]): Expected[] {
  const counts = new Map(found.map(({ file, hits }) => [file, hits.length]));
  return [...Map.groupBy(rows, ({ file }) => file)].map(([file, of]) => ({
    file,
    count: counts.get(file),
    ...groupedLines(of.map(({ hit }) => hit)),
  }));
}

/** The lines of a file in group_by_file, each once, and their spans. */
export function groupedLines(hits: readonly Hit[]): Expected {
  const lines = new Map<number, string>();
  for (const { line_number: at, before, after } of hits) {
    before.forEach((line, i) => lines.set(at - before.length + i, `- ${line}`));
    after.forEach((line, i) => lines.set(at + 1 + i, `- ${line}`));
  }
  for (const { line_number, line } of hits) lines.set(line_number, `: ${line}`);
  return {
    lines: [...lines].sort(([a], [b]) => a - b).map(([number, line]) => `${number}${line}`),
    spans: Object.fromEntries(hits.map(({ line_number, spans }) => [line_number, spans])),
  };
}

/** A file's part of a summary. */
export function summary({ file, hits }: Found): Expected {
  const samples = hits.slice(0, SAMPLES).map(({ line_number, line }) => `${line_number}: ${line.trim()}`);
  return { file, count: hits.length, samples };
}

function listed({ scope, page, metadata }: Listing, tree: Tree): Expected {
  const all = entriesOf(tree, scope).map((path) => {
    const seen = seenAt(tree, path, scope);
    const bytes = seen === "file" ? tree.bytes(path, true) : undefined;
    return { path, is_dir: seen === "dir", ...(metadata && bytes !== undefined && { size_bytes: bytes.length }) };
  });
  const { items, ...more } = paged(all, page);
  return { total: all.length, error: undefined, entries: items, ...more, has_more: more.has_more ?? false };
}

function globbed({ scope, pattern, mode }: Globbing, tree: Tree): Expected {
  const matches = globRegExp(pattern.replace(/^\*\*\//, ""), !pattern.startsWith("**/"));
  const files = entriesOf(tree, scope).filter((path) => {
    const wild = scope.hidden || !path.split("/").some((name) => name.startsWith("."));
    return leadsToFile(tree, path) && wild && matches.test(path);
  });
  const dirs = [...new Set(files.map((path) => parentOf(path) || "."))].sort(byPath);
  return { error: undefined, [mode]: mode === "files" ? files : dirs, total: (mode === "files" ? files : dirs).length };
}

function read(question: Reading, tree: Tree): Expected {
  const end = endOf(tree, question.path);
  if (leadsOut(tree, question.path) || end !== undefined && leadsOut(tree, end)) return failure("PATH_OUTSIDE_ROOT");
  if (end === undefined || tree.at(end) === undefined) return failure("NOT_FOUND");
  const bytes = tree.bytes(end);
  if (bytes === undefined) return failure("NOT_A_FILE");
  return readOf(question, bytes);
}

/** The answer to reading a file with these bytes. Parts of a binary file without a NUL are shown. */
export function readOf(question: Reading, bytes: string): Expected {
  const text = decoded(bytes), size_bytes = bytes.length, error = undefined;
  const given = "bytes" in question ? { content: text, is_truncated: false } : linesIn(text, question);
  return isBinary(bytes) && given.content.includes("\0") ? failure("BINARY_FILE") : { error, size_bytes, ...given };
}

function linesIn(text: string, { start_line, max_lines }: Extract<Reading, { start_line: number }>) {
  const lines = linesOf(text), from = start_line - 1;
  const given = lines.slice(from, from + max_lines);
  const is_truncated = from + given.length < lines.length && given.length > 0;
  return { content: given.join("\n"), is_truncated, total_lines: lines.length };
}

/** A query: plain text, or an expression without empty matches. */
export interface Sought {
  readonly query: string;
  readonly fixed_strings?: true;
  readonly word?: true;
  readonly case?: "smart" | "insensitive" | "sensitive";
  readonly max_count?: number;
  readonly context_before?: number;
  readonly context_after?: number;
}

/** A matching line. */
export interface Hit {
  readonly line_number: number;
  readonly line: string;
  readonly spans: [start: number, end: number][];
  readonly before: string[];
  readonly after: string[];
}

/** A word character by ripgrep's definition. */
const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

/** Finds matching lines; remembers the result for each content. */
export class Matching {
  readonly #pattern: RegExp;
  readonly #known = new Map<string, readonly Hit[] | "binary">();

  constructor(readonly sought: Sought) {
    const { query, fixed_strings, word } = sought;
    const source = fixed_strings ? RegExp.escape(query) : query.replaceAll("\\b", EDGE);
    this.#pattern = new RegExp(
      word ? `(?<!${WORD})(?:${source})(?!${WORD})` : source,
      ignoresCase(sought) ? "giu" : "gu",
    );
  }

  /** The matching lines of a file with these bytes. */
  hits(bytes: string): readonly Hit[] | "binary" {
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const text = textOf(bytes);
    const hits = text === undefined ? "binary" : this.#hitsIn(linesOf(text));
    this.#known.set(bytes, hits);
    return hits;
  }

  #hitsIn(lines: readonly string[]): Hit[] {
    const { max_count = Infinity, context_before = 0, context_after = 0 } = this.sought;
    const hits: Hit[] = [];
    for (const [i, line] of lines.entries()) {
      const spans = [...line.matchAll(this.#pattern)].map((match) => spanOf(line, match));
      if (spans.length === 0) continue;
      if (hits.length === max_count) break;
      const before = lines.slice(Math.max(0, i - context_before), i), after = lines.slice(i + 1, i + 1 + context_after);
      hits.push({ line_number: i + 1, line, spans, before, after });
    }
    return hits;
  }
}

function spanOf(line: string, match: RegExpExecArray): [number, number] {
  const start = length(line.slice(0, match.index));
  return [start, start + length(match[0])];
}

function length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function ignoresCase({ query, case: rule = "smart" }: Sought): boolean {
  return rule === "insensitive" || rule === "smart" && !/\p{Lu}/u.test(query);
}
