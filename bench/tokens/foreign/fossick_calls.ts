/**
 * The calls that a model would make of fossick for the questions about the foreign tree, after reading its tool list.
 * @module
 */
import type { Dialogue } from "../question.ts";
import { type ForeignName, PLACES } from "./questions.ts";

const search = (query: string, more: Record<string, unknown>): Dialogue => (ask) =>
  ask("search_content", { query, ...more });
const TS = ["*.ts"];

/** fossick's calls. */
export const FOSSICK_CALLS: Record<ForeignName, Dialogue> = {
  copyright: search(String.raw`Copyright \(C\) [\d, -]*(.*)`, { include_globs: TS, value_counts: true, limit: 10 }),
  todos: search("TODO", { counts_by: "directory", token_budget: 240 }),
  errors: search(String.raw`throw new (\w+)`, { include_globs: TS, value_counts: true }),
  environment: search(String.raw`process\.env\.(\w+)`, { include_globs: TS, value_counts: true }),
  callers: search(String.raw`codiconArray\(`, { include_globs: TS, value_counts: true, enclosing: true }),
  body: search("consumeReadableWithLimit", { definitions: true }),
  method: search("setKeybinding", { definitions: true, word: true }),
  tests: search(String.raw`^\s*it\(`, {
    include_globs: ["*.spec.ts"],
    counts_by: "directory",
    token_budget: 400,
  }),
  places: (ask) =>
    ask("read_file", { reads: PLACES.map(([path, from, to]) => `${path}:${from}-${to}`), line_numbers: false }),
  shape: (ask) => ask("list_files", { tree: true, depth: 2 }),
  longest: (ask) => ask("list_files", { extensions: ["ts"], sort: "size", limit: 10 }),
  newest: (ask) => ask("list_files", { types: ["f"], sort: "mtime", limit: 5 }),
  duplicates: search(String.raw`^(?:export )?(?:async )?function (\w+)`, {
    include_globs: TS,
    value_counts: true,
    limit: 50,
  }),
  signature: search(String.raw`function createAPIFactory\([^)]*\).*`, { multiline: true, group_by_file: true }),
  definition: search("ShellLayoutRestorer", { definitions: true, group_by_file: true }),
  imports: search("from '@theia/process", { count_only_matches: true, optimize_paths: true }),
  lacking: search(String.raw`(?s)\A(?!.*Copyright)`, {
    include_globs: TS,
    multiline: true,
    count_only_matches: true,
    optimize_paths: true,
  }),
  versions: search('"jsonc-parser"', { include_globs: ["package.json"], group_by_file: true }),
  extensions: search("^", { counts_by: "extension", max_count: 1 }),
  members: search("DefaultWorkspaceServer", { definitions: true }),
};
