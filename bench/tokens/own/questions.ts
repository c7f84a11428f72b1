/**
 * Twenty questions about fossick's own tree, with each contestant's cheapest way to answer them.
 *
 * fossick takes the steps that its descriptions recommend. The peers get their best call immediately.
 * @module
 */
import { all, counts, countsPerFile, findsNone, largest, names, showsLines, showsText } from "../checks.ts";
import type { AskedQuestion, Check, Dialogue } from "../question.ts";
import type { TreeCopy } from "../tree_copy.ts";
import { freshFiles } from "./tree.ts";

const TS = /\.ts$/;

/** All TypeScript below `dir`, and the list of it. */
const every = (dir: string) => (tree: TreeCopy) => ({ listing: tree.paths(dir, TS), files: tree.paths(dir, TS) });
/** Files known by name. */
const only = (...files: string[]) => () => ({ listing: [], files });
/** All names, no contents. */
const listed = (tree: TreeCopy) => ({ listing: tree.paths(), files: [] });

const search = (args: Record<string, unknown>): Dialogue => (ask) => ask("search_content", args);
const rg = (pattern: string, path: string, more = {}): Dialogue => (ask) => ask("search", { pattern, path, ...more });
const rgCount = (pattern: string, path: string): Dialogue => (ask) => ask("count-matches", { pattern, path });
const readText = (path: string, more = {}): Dialogue => (ask) => ask("read_text_file", { path, ...more });

/** server-filesystem can't search contents: reads everything that may hold the answer, in one call. */
const readEvery = (dir: string): Dialogue => async (ask, tree) => {
  await ask("search_files", { path: dir, pattern: "**/*.ts" });
  await ask("read_multiple_files", { paths: tree.paths(dir, TS) });
};

/** server-filesystem finds a file by a good guess at its name. */
const guess = (dir: string, pattern: string, path: string): Dialogue => async (ask) => {
  await ask("search_files", { path: dir, pattern });
  await ask("read_text_file", { path });
};

/** Finds the file, then shows the lines around: no path on every line. */
const rgThenContext = (dir: string, pattern: string, context: number): Dialogue => async (ask) => {
  const found = await ask("search", { pattern, path: dir });
  await ask("search", { pattern, path: found.slice(0, found.indexOf(":")), context });
};

/** The `n` lines of `path` from the first that has `start`. */
const linesFrom = (path: string, start: string, n: number) => (tree: TreeCopy): Check => {
  const lines = tree.text(path).split("\n");
  const at = lines.findIndex((line) => line.includes(start));
  if (at < 0) throw new Error(`${path} has no ${start}: the question needs a new answer.`);
  return showsText(lines.slice(at, at + n).join("\n"));
};

/** The questions. */
export const OWN_QUESTIONS: readonly AskedQuestion[] = [
  {
    words: "Where is `estimateTokens` defined?",
    shell: ["rg -n 'function estimateTokens' src"],
    calls: {
      fossick: search({ roots: ["src"], query: "estimateTokens", definitions: true, group_by_file: true }),
      filesystem: guess("src", "**/*token*", "src/format/token_estimate.ts"),
      ripgrep: rg("function estimateTokens", "src"),
    },
    whole: every("src"),
    holds: (tree) => all(showsLines(tree, tree.paths("src"), /function estimateTokens/), names(["token_estimate.ts"])),
  },
  {
    words: "How many lines say TODO?",
    shell: ["rg TODO | wc -l"],
    calls: {
      fossick: search({ roots: ["."], query: "TODO", total_only: true }),
      filesystem: async (ask, tree) => {
        await ask("search_files", { path: ".", pattern: "**/*" });
        await ask("read_multiple_files", { paths: tree.paths() });
      },
      ripgrep: rgCount("TODO", "."),
    },
    whole: (tree) => ({ listing: tree.paths(), files: tree.paths() }),
    holds: (tree) => counts(tree, tree.paths(), /TODO/),
  },
  {
    words: "Which files throw a `ToolError`, how often each?",
    shell: ["rg -c 'throw new ToolError' src"],
    calls: {
      fossick: search({ roots: ["src"], query: "throw new ToolError", count_only_matches: true, optimize_paths: true }),
      filesystem: readEvery("src"),
      ripgrep: rgCount("throw new ToolError", "src"),
    },
    whole: every("src"),
    holds: (tree) => countsPerFile(tree, tree.paths("src"), /throw new ToolError/),
  },
  {
    words: "What do these errors look like? (a sample of each file)",
    shell: ["rg -m1 'throw new ToolError' src"],
    calls: {
      fossick: search({ roots: ["src"], query: "throw new ToolError", summary_only: true, max_count: 1 }),
      filesystem: readEvery("src"),
      ripgrep: rg("throw new ToolError", "src", { maxResults: 1 }),
    },
    whole: every("src"),
    holds: (tree) => showsLines(tree, tree.paths("src"), /throw new ToolError/, 10),
  },
  {
    words: "Who calls `compileQuery`?",
    shell: ["rg -n 'compileQuery\\(' src"],
    calls: {
      fossick: search({ roots: ["src"], query: "compileQuery\\(", group_by_file: true }),
      filesystem: readEvery("src"),
      ripgrep: rg("compileQuery\\(", "src"),
    },
    whole: every("src"),
    holds: (tree) => showsLines(tree, tree.paths("src"), /compileQuery\(/),
  },
  {
    words: "How does `CallNotes` work? (read around a match)",
    shell: ["rg -IA11 'class CallNotes' src"],
    calls: {
      fossick: search({ roots: ["src"], query: "CallNotes", definitions: true, word: true }),
      filesystem: readEvery("src/toolsets"),
      ripgrep: rgThenContext("src", "class CallNotes", 11),
    },
    whole: every("src/toolsets"),
    holds: linesFrom("src/toolsets/arguments/kinds.ts", "class CallNotes", 11),
  },
  {
    words: "What does `say` in src/model/messages/messages.ts do? (read a function)",
    shell: ["sed -n '/function say\\b/,/^}/p' src/model/messages/messages.ts"],
    calls: {
      fossick: (ask) => ask("read_file", { path: "src/model/messages/messages.ts", symbol: "say" }),
      filesystem: readText("src/model/messages/messages.ts"),
      ripgrep: rg("function say\\b", "src/model/messages/messages.ts", { context: 7 }),
    },
    whole: only("src/model/messages/messages.ts"),
    holds: linesFrom("src/model/messages/messages.ts", "function say(", 3),
  },
  {
    words: "Which files import limits.ts?",
    shell: ["rg -l '/limits\\.ts\"' src"],
    calls: {
      fossick: search({ roots: ["src"], query: '/limits\\.ts"', count_only_matches: true, optimize_paths: true }),
      filesystem: readEvery("src"),
      ripgrep: (ask) => ask("advanced-search", { pattern: '/limits\\.ts"', path: "src", showFilenamesOnly: true }),
    },
    whole: every("src"),
    holds: (tree) => names(tree.lines(tree.paths("src"), /\/limits\.ts"/).map(({ path }) => path)),
  },
  {
    words: "Where is the error CONFLICTING_FORMATS raised? (two steps)",
    shell: ["rg -n CONFLICTING_FORMATS src", "rg -n '\"conflicting_forms\"' src"],
    calls: {
      fossick: async (ask) => {
        await ask("search_content", { roots: ["src"], query: "CONFLICTING_FORMATS", group_by_file: true });
        await ask("search_content", { roots: ["src"], query: '"conflicting_forms"', group_by_file: true });
      },
      filesystem: readEvery("src"),
      ripgrep: async (ask) => {
        await ask("search", { pattern: "CONFLICTING_FORMATS", path: "src" });
        await ask("search", { pattern: '"conflicting_forms"', path: "src" });
      },
    },
    whole: every("src"),
    holds: (tree) =>
      all(
        showsLines(tree, tree.paths("src"), /"conflicting_forms"/),
        names(tree.lines(tree.paths("src"), /"conflicting_forms"/).map(({ path }) => path)),
      ),
  },
  {
    words: "What is the default of the option --token-budget?",
    shell: ["rg -n '\"token-budget\"' src/cli"],
    calls: {
      fossick: search({ roots: ["src/cli"], query: '"token-budget"', group_by_file: true }),
      filesystem: guess("src", "cli/*", "src/cli/command_line/settings.ts"),
      ripgrep: rg('"token-budget"', "src/cli"),
    },
    whole: every("src/cli"),
    holds: (tree) => showsLines(tree, ["src/cli/command_line/settings.ts"], /number\("token-budget"/),
  },
  {
    words: "What are the largest source files?",
    shell: ["find src -type f -printf '%s %p\\n' | sort -rn | head -3"],
    calls: {
      fossick: (ask) => ask("list_files", { roots: ["src"], sort: "size", limit: 3 }),
      filesystem: async (ask, tree) => {
        const list = (path: string) => ask("list_directory_with_sizes", { path, sortBy: "size" });
        await Promise.all(tree.directories("src").map(list));
      },
    },
    whole: every("src"),
    holds: (tree) => largest(tree, tree.paths("src"), 3),
  },
  {
    words: "What are the tests in read_test.ts called?",
    shell: ["rg '^Deno\\.test\\(' tests/engine/ops/read_test.ts"],
    calls: {
      fossick: search({ files: ["tests/engine/ops/read_test.ts"], query: "^Deno\\.test\\(", group_by_file: true }),
      filesystem: readText("tests/engine/ops/read_test.ts"),
      ripgrep: rg("^Deno\\.test\\(", "tests/engine/ops/read_test.ts"),
    },
    whole: only("tests/engine/ops/read_test.ts"),
    holds: (tree) => showsLines(tree, ["tests/engine/ops/read_test.ts"], /^Deno\.test\(/),
  },
  {
    words: "How many tests are there?",
    shell: ["rg '^Deno\\.test\\(' tests | wc -l"],
    calls: {
      fossick: search({ roots: ["tests"], query: "^Deno\\.test\\(", total_only: true }),
      filesystem: readEvery("tests"),
      ripgrep: rgCount("^Deno\\.test\\(", "tests"),
    },
    whole: every("tests"),
    holds: (tree) => counts(tree, tree.paths("tests"), /^Deno\.test\(/),
  },
  {
    words: "Which files test the engine?",
    shell: ["rg --files tests/engine -g '*_test.ts'"],
    calls: {
      fossick: (ask) => ask("glob_files", { pattern: "tests/engine/**/*_test.ts", mode: "files" }),
      filesystem: (ask) => ask("search_files", { path: "tests/engine", pattern: "**/*_test.ts" }),
      ripgrep: (ask) => ask("list-files", { path: "tests/engine", filePattern: "*_test.ts" }),
    },
    whole: listed,
    holds: (tree) => names(tree.paths("tests/engine", /_test\.ts$/)),
  },
  {
    words: "Which folders does src/ have?",
    shell: ["ls -d src/*/"],
    calls: {
      fossick: (ask) => ask("glob_files", { pattern: "src/*/" }),
      filesystem: (ask) => ask("list_directory", { path: "src" }),
      ripgrep: (ask) => ask("list-files", { path: "src" }),
    },
    whole: listed,
    holds: (tree) => showsText(tree.directories("src").map((path) => path.split("/")[1] ?? "").join("\n")),
  },
  {
    words: "How does src/engine/glob/glob_automaton.ts end? (its last 10 lines)",
    shell: ["tail src/engine/glob/glob_automaton.ts"],
    calls: {
      fossick: (ask) =>
        ask("read_file", { path: "src/engine/glob/glob_automaton.ts", start_line: -10, line_numbers: false }),
      filesystem: readText("src/engine/glob/glob_automaton.ts", { tail: 10 }),
    },
    whole: only("src/engine/glob/glob_automaton.ts"),
    holds: (tree) =>
      showsText(tree.text("src/engine/glob/glob_automaton.ts").trimEnd().split("\n").slice(-9).join("\n")),
  },
  {
    words: "Which permission does serving HTTP need? (README)",
    shell: ["rg -e --allow-net README.md"],
    calls: {
      fossick: search({ files: ["README.md"], query: "--allow-net", group_by_file: true }),
      filesystem: readText("README.md"),
      ripgrep: rg("allow-net", "README.md"),
    },
    whole: only("README.md"),
    holds: (tree) => showsLines(tree, ["README.md"], /--http.*--allow-net/),
  },
  {
    words: "Which fields has a `SearchRequest`?",
    shell: ["rg -UIN '(?s)interface SearchRequest .*?^}' src/model"],
    calls: {
      fossick: search({ roots: ["src/model"], query: "SearchRequest", definitions: true, word: true }),
      filesystem: guess("src", "**/*request*", "src/model/request.ts"),
      ripgrep: rgThenContext("src/model", "interface SearchRequest\\b", 23),
    },
    whole: every("src/model"),
    holds: linesFrom("src/model/request.ts", "interface SearchRequest ", 20),
  },
  {
    words: "Does anything call `eval`?",
    shell: ["rg '\\beval\\(' src | wc -l"],
    calls: {
      fossick: search({ roots: ["src"], query: "\\beval\\(", total_only: true }),
      filesystem: readEvery("src"),
      ripgrep: rg("\\beval\\(", "src"),
    },
    whole: every("src"),
    holds: (tree) => findsNone(tree, tree.paths("src", TS), /\beval\(/),
  },
  {
    words: "What has changed since yesterday?",
    shell: ["find . -type f -mtime -1"],
    calls: {
      fossick: (ask) => ask("list_files", { roots: ["."], types: ["f"], changed_within: "1d" }),
    },
    holds: (tree) => names(freshFiles(tree)),
  },
];
